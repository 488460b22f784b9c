#!/usr/bin/env bash
# Writes the tables of all messages of proto/rensa/v1 as C++, for clients/bindings/wasm/message_tables.inl:
#   scripts/message_tables.sh >clients/bindings/wasm/message_tables.inl
# A test fails when that file is not current. It reads the small part of the language of .proto files that we use.
set -euo pipefail
export LC_ALL=C
root=$(cd -P "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)

cat "$root"/proto/rensa/v1/{game,client,server}.proto | awk '
# "round_trip_milliseconds" is "roundTripMilliseconds" in JSON.
function json_name(name,   parts, n, i, result) {
  n = split(name, parts, "_")
  result = parts[1]
  for (i = 2; i <= n; ++i) result = result toupper(substr(parts[i], 1, 1)) substr(parts[i], 2)
  return result
}

function close_block() {
  if (block == "oneof") {
    block = "message"
    oneof = 0
    return
  }
  block = ""
}

{
  sub(/\/\/.*/, "")
  gsub(/[{}]/, " & ")
  gsub(/[;=]/, " ")
  count = split($0, word, " ")
  for (i = 1; i <= count; ++i) tokens[++total] = word[i]
}

END {
  for (i = 1; i <= total; ++i) {
    if (tokens[i] == "syntax" || tokens[i] == "package" || tokens[i] == "import") {
      ++i
    } else if (tokens[i] == "enum") {
      block = "enum"
      name = tokens[++i]
      enums[++enum_count] = name
      enum_index[name] = enum_count - 1
      ++i
    } else if (tokens[i] == "message") {
      block = "message"
      name = tokens[++i]
      messages[++message_count] = name
      message_index[name] = message_count - 1
      ++i
    } else if (tokens[i] == "oneof") {
      block = "oneof"
      oneof = ++oneofs[name]
      i += 2
    } else if (tokens[i] == "}") {
      close_block()
    } else if (block == "enum") {
      values[name] = values[name] "    {" tokens[i + 1] ", \"" tokens[i] "\"},\n"
      ++i
    } else {
      label = "singular"
      if (tokens[i] == "repeated" || tokens[i] == "optional") label = tokens[i++]
      if (oneof) label = "optional"
      f = ++field_count[name]
      type[name, f] = tokens[i]
      field[name, f] = tokens[i + 1]
      number[name, f] = tokens[i + 2]
      labels[name, f] = label
      in_oneof[name, f] = oneof + 0
      i += 2
    }
  }

  print "// Made by scripts/message_tables.sh from proto/rensa/v1."
  print "// clang-format off"
  print ""
  for (e = 1; e <= enum_count; ++e) {
    printf "constexpr Enumerator k%sValues[] = {\n%s};\n", enums[e], values[enums[e]]
  }
  print "\nconstexpr std::span<const Enumerator> kEnums[] = {"
  for (e = 1; e <= enum_count; ++e) printf "    k%sValues,\n", enums[e]
  print "};\n"
  for (m = 1; m <= message_count; ++m) {
    name = messages[m]
    if (!field_count[name]) continue
    printf "constexpr MessageField k%sFields[] = {\n", name
    for (f = 1; f <= field_count[name]; ++f) {
      kind = type[name, f]
      of = 0
      if (kind in message_index) {
        of = message_index[kind]
        kind = "message"
      } else if (kind in enum_index) {
        of = enum_index[kind]
        kind = "enumerator"
      } else if (kind == "bool" || kind == "string") {
        kind = kind == "bool" ? "boolean" : "text"
      }
      printf "    {%d, \"%s\", FieldKind::%s, FieldLabel::%s, %d, %d},\n", number[name, f], json_name(field[name, f]),
        kind, labels[name, f], of, in_oneof[name, f]
    }
    print "};"
  }
  print "\nconstexpr MessageType kMessages[] = {"
  for (m = 1; m <= message_count; ++m) {
    name = messages[m]
    if (field_count[name]) printf "    {\"%s\", k%sFields},\n", name, name
    else printf "    {\"%s\", {}},\n", name
  }
  print "};"
}'

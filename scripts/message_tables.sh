#!/usr/bin/env bash
# Writes the tables of all messages of proto/rensa/v1 as C++, for clients/bindings/wasm/message_tables.inl:
#   scripts/message_tables.sh >clients/bindings/wasm/message_tables.inl
# A test fails when that file is not current. The script reads the part of the language of .proto files that we use, and
# refuses all others. Other files than those of the schema may be given.
set -euo pipefail
export LC_ALL=C
root=$(cd -P "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
[ $# -gt 0 ] || set -- "$root"/proto/rensa/v1/{game,client,server}.proto

awk '
function fail(reason) {
  printf "%s:%d: %s\n", file[at], line[at], reason >"/dev/stderr"
  exit 1
}

function take() {
  if (at == total) fail("the file ends in the middle of a statement")
  return tokens[++at]
}

function expect(wanted) {
  if (take() != wanted) fail("\"" wanted "\" has to come instead of \"" tokens[at] "\"")
}

function take_word(pattern, what) {
  if (take() !~ "^" pattern "$") fail("\"" tokens[at] "\" is not " what)
  return tokens[at]
}

function take_name() { return take_word("[A-Za-z_][A-Za-z0-9_]*", "a name") }

function take_number() { return take_word("[0-9]+", "a number") }

function read_enum(   name, value) {
  name = take_name()
  enums[++enum_count] = name
  enum_index[name] = enum_count - 1
  expect("{")
  while (take() != "}") {
    --at
    value = take_name()
    expect("=")
    values[name] = values[name] "    {" take_number() ", \"" value "\"},\n"
    expect(";")
  }
}

function read_message(   name, oneofs) {
  name = take_name()
  messages[++message_count] = name
  message_index[name] = message_count - 1
  expect("{")
  while (take() != "}") {
    if (tokens[at] == "oneof") {
      take_name()
      expect("{")
      ++oneofs
      while (take() != "}") read_field(name, "optional", oneofs)
    } else if (tokens[at] == "repeated" || tokens[at] == "optional") {
      take()
      read_field(name, tokens[at - 1], 0)
    } else {
      read_field(name, "singular", 0)
    }
  }
}

# The first word was taken: it is the type.
function read_field(message, label, oneof,   f) {
  f = ++field_count[message]
  --at
  type[message, f] = take_name()
  type_at[message, f] = at
  field[message, f] = take_name()
  expect("=")
  number[message, f] = take_number() + 0
  if (number[message, f] <= number[message, f - 1]) fail("the fields of a message have to stand by their numbers")
  expect(";")
  labels[message, f] = label
  in_oneof[message, f] = oneof
}

# "round_trip_milliseconds" is "roundTripMilliseconds" in JSON.
function json_name(name,   parts, n, i, result) {
  n = split(name, parts, "_")
  result = parts[1]
  for (i = 2; i <= n; ++i) result = result toupper(substr(parts[i], 1, 1)) substr(parts[i], 2)
  return result
}

function print_field(message, f,   kind, of) {
  kind = type[message, f]
  of = 0
  if (kind in message_index) {
    of = message_index[kind]
    kind = "message"
  } else if (kind in enum_index) {
    of = enum_index[kind]
    kind = "enumerator"
  } else if (kind in scalar) {
    kind = scalar[kind]
  } else {
    at = type_at[message, f]
    fail("the page does not know the type \"" kind "\"")
  }
  printf "    {%d, \"%s\", FieldKind::%s, FieldLabel::%s, %d, %d},\n", number[message, f], json_name(field[message, f]),
    kind, labels[message, f], of, in_oneof[message, f]
}

BEGIN {
  scalar["bool"] = "boolean"
  scalar["string"] = "text"
  split("int32 uint32 uint64 sint64 fixed64", same, " ")
  for (i in same) scalar[same[i]] = same[i]
}

{
  sub(/\/\/.*/, "")
  gsub(/[{};=]/, " & ")
  count = split($0, word, " ")
  for (i = 1; i <= count; ++i) {
    tokens[++total] = word[i]
    file[total] = FILENAME
    line[total] = FNR
  }
}

END {
  while (at < total) {
    statement = take()
    if (statement == "syntax") {
      expect("=")
      expect("\"proto3\"")
      expect(";")
    } else if (statement == "package" || statement == "import") {
      take()
      expect(";")
    } else if (statement == "enum") {
      read_enum()
    } else if (statement == "message") {
      read_message()
    } else {
      fail("\"" statement "\" begins no statement that we use")
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
    if (!field_count[messages[m]]) continue
    printf "constexpr MessageField k%sFields[] = {\n", messages[m]
    for (f = 1; f <= field_count[messages[m]]; ++f) print_field(messages[m], f)
    print "};"
  }
  print "\nconstexpr MessageType kMessages[] = {"
  for (m = 1; m <= message_count; ++m) {
    if (field_count[messages[m]]) printf "    {\"%s\", k%sFields},\n", messages[m], messages[m]
    else printf "    {\"%s\", {}},\n", messages[m]
  }
  print "};"
}' "$@"

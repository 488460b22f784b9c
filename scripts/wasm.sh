# shellcheck shell=bash
# Compiles the engine for the page: clients/web/rules/engine.wasm, which is committed, so that neither the build nor the
# page needs a second compiler. Beside the sources stands what it was made from; a test fails when it is not current.
# Sourced by ../dev.

wasm_packages=(clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32 binaryen)
wasm_result=clients/web/rules/engine.wasm
wasm_exports=clients/bindings/wasm/exports.txt
wasm_digests=clients/bindings/wasm/engine.sha256

wasm() {
  [ $# -eq 0 ] || die "wasm takes no arguments"
  take_lock
  need "${wasm_packages[@]}"
  cd "$root"
  local objects=build/wasm source
  rm -rf "$objects"
  mkdir -p "$objects"
  wasm_chain_forms >"$objects/chain_forms.cpp"
  { wasm_sources && echo "$objects/chain_forms.cpp"; } | wasm_each "$objects" ||
    die "the engine does not compile for the page"
  local exports=()
  mapfile -t exports < <(sed 's/^/-Wl,--export=/' "$wasm_exports")
  # A reactor: a library that is called, without a main(). The search for a route needs some 420 KiB of the stack in
  # crowded fields. The stack lies below all data, so that an overflow ends the call instead of overwriting tables.
  clang++-19 --target=wasm32-wasi -Oz -flto -fuse-ld="$(command -v wasm-ld-19)" -mexec-model=reactor \
    -Wl,--gc-sections,--strip-all -Wl,-z,stack-size=1048576,--stack-first "${exports[@]}" "$objects"/*.o \
    -o "$objects/linked.wasm" ||
    die "the engine does not link for the page"
  # A second optimiser makes it a tenth smaller, and not slower.
  wasm-opt -O3 --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
    "$objects/linked.wasm" -o "$wasm_result" || die "the engine cannot be optimised for the page"
  { # what was read, but for the compiler's own headers
    sed 's/^[^:]*://; s/\\$//' "$objects"/*.d | tr -s ' ' '\n' | sed '/^$/d; /^\//d; /^build\//d' | LC_ALL=C sort -u
    echo engine/templates/chain_forms.txt
    echo scripts/wasm.sh
    echo "$wasm_exports"
    echo "$wasm_result"
  } | xargs sha256sum >"$wasm_digests"
  chmod 644 "$wasm_result"  # the linker makes programs
  echo "$wasm_result: $(stat -c %s "$wasm_result") bytes"
}

# The drawings of known forms as a source, as CMake makes it for the other programs.
wasm_chain_forms() {
  printf '#include "engine/templates/drawing.h"\n\n'
  printf 'const std::string_view rensa::templates::kChainForms = R"=('
  cat engine/templates/chain_forms.txt
  printf ')=";\n'
}

# The parts of the engine that the page and the package for JavaScript use. Paths of other machines' instruction sets may
# not be compiled for them.
wasm_sources() {
  ls clients/bindings/{c,wasm}/*.cpp engine/duel/*.cpp engine/limits/*.cpp engine/movement/*.cpp engine/notation/*.cpp \
    engine/chances/*.cpp engine/puzzles/{goal,puzzle,solver}.cpp engine/record/*.cpp engine/rules/*.cpp \
    engine/evaluation/{chain_attack,completions}.cpp engine/players/exchange/side_facts.cpp \
    engine/search/possible_chains.cpp engine/templates/{chain_book,drawing}.cpp |
    grep -v -e chain_avx -e shared_moves.cpp -e '/\(json\|player\|share\)_functions.cpp'
}

# Objects; sources come in on stdin. Code that the page calls in every frame is made quick, the rest is kept small.
wasm_each() {
  xargs -P "$(job_count)" -I '{}' bash -c 'name=${1//\//_}
    case $1 in
      engine/rules/* | engine/movement/* | engine/duel/*)
        level=-O2 ;;
      *) level=-Oz ;;
    esac
    clang++-19 --target=wasm32-wasi "$level" -std=c++20 -fno-exceptions -fno-rtti -flto -Wall -Wextra -Werror -DNDEBUG -I. \
      -MMD -MF "$2/$name.d" -c "$1" -o "$2/$name.o"' compile '{}' "$1"
}

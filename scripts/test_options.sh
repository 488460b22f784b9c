# shellcheck shell=bash
# Reads the arguments of ./dev test and ./dev stress. ctest takes a word that it does not know in silence, so the options
# that are passed on to it are listed here. Sourced by ../dev.

ctest_flags=(-N --show-only -Q --quiet -V --verbose -VV --extra-verbose --no-label-summary --output-on-failure --progress
  --rerun-failed --schedule-random --stop-on-failure)
ctest_options=(-R --tests-regex -E --exclude-regex -L --label-regex -LE --label-exclude -I --tests-information
  -j --parallel --output-junit --repeat --test-load --test-output-size-failed --test-output-size-passed
  --test-output-truncation --timeout)

# Options stand in any order. Reads those of ours that `known` names into variables of the caller: preset, is_long,
# is_strict and busy, and all others into ctest_arguments.
read_test_options() { # known ARGS...
  local known=" $1 "
  shift
  ctest_arguments=()
  while [ $# -gt 0 ]; do
    local option=$1
    if [[ $option == --preset || $option == --busy || $option == --long || $option == --strict ]]; then
      [[ $known == *" $option "* ]] || die "unknown option '$option': ./dev help lists what each command takes"
    fi
    case $option in
      --preset)
        preset=${2:-}
        shift 2 || die "--preset needs a name"
        ;;
      --busy)
        busy=${2:-}
        [[ $busy =~ ^[0-9]+$ ]] || die "--busy needs a number of loops"
        shift 2
        ;;
      --long)
        is_long=1
        shift
        ;;
      --strict)
        is_strict=1
        shift
        ;;
      *)
        if is_one_of "$option" "${ctest_options[@]}"; then
          [ $# -ge 2 ] || die "$option needs a value"
          ctest_arguments+=("$1" "$2")
          shift 2
        elif is_one_of "${option%%=*}" "${ctest_flags[@]}" || [[ $option =~ ^-j[0-9]+$ ]]; then
          ctest_arguments+=("$1")
          shift
        else
          die "unknown argument '$option': tests are chosen with -R REGEX and -E REGEX, as ctest does"
        fi
        ;;
    esac
  done
}

is_one_of() { # word words...
  local word=$1 other
  shift
  for other; do [ "$word" != "$other" ] || return 0; done
  return 1
}

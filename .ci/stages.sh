# Sourced by run and nightly: stages that are timed and counted.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
report=()
passed=0
failed=0

# stage <name> <command>...: counts the tests in ctest's summaries; a stage that fails without a
# failed test (a build, say) counts as one.
stage() {
  local name=$1 began=$SECONDS code verdict=passed bad=0 good=0 line
  shift
  printf '\n#### %s\n' "$name"
  "$@" 2>&1 | tee "$log"
  code=${PIPESTATUS[0]}
  while read -r line; do
    if [[ $line =~ tests\ passed,\ ([0-9]+)\ tests\ failed\ out\ of\ ([0-9]+) ]]; then
      bad=$((bad + BASH_REMATCH[1]))
      good=$((good + BASH_REMATCH[2] - BASH_REMATCH[1]))
    fi
  done <"$log"
  if [ "$code" -ne 0 ]; then
    verdict=FAILED
    [ $bad -gt 0 ] || bad=1
  fi
  passed=$((passed + good))
  failed=$((failed + bad))
  report+=("$(printf '%-40s %6d s  %5d passed  %3d failed  %s' \
    "$name" $((SECONDS - began)) "$good" "$bad" "$verdict")")
}

# sanitized <preset> <build target> <ctest option>...
sanitized() {
  local preset=$1 target=$2
  shift 2
  cmake --preset "$preset" -DTROUPE_EXAMPLES=OFF >/dev/null &&
    cmake --build --preset "$preset" --target "$target" &&
    ctest --preset "$preset" --no-tests=error -j "$(nproc)" "$@"
}

finish() {
  printf '\n#### stages, %d s in all\n' $SECONDS
  printf '%s\n' "${report[@]}"
  echo "$passed passed, $failed failed"
  [ $failed -eq 0 ]
}

#!/usr/bin/env bash
# troupe explain answers, draws what Graphviz can read, and refuses wrong options in a sentence.
set -euo pipefail
troupe=$TROUPE_BUILD/troupe
[ -x "$troupe" ] || { echo "there is no $troupe"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "$1"
  exit 1
}

# refused WANTED ARGUMENT...: status 2, nothing on standard output, WANTED in the sentence.
refused() {
  local wanted=$1 status=0
  shift
  "$troupe" explain "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
  [ "$status" -eq 2 ] || fail "explain $*: status $status, wanted 2"
  [ ! -s "$scratch/out" ] || fail "explain $*: printed something though it refused"
  grep -qF "$wanted" "$scratch/err" || fail "explain $*: no '$wanted' in: $(cat "$scratch/err")"
}

"$troupe" explain all_reduce --ranks 8 --bytes 1Mi >"$scratch/out"
grep -qx 'all_reduce of 1048576 bytes (262144 f32, sum) among 8 ranks over shm' "$scratch/out" ||
  fail "the question is not repeated: $(head -1 "$scratch/out")"
grep -q '^chosen: ' "$scratch/out" || fail "no algorithm is chosen"

"$troupe" explain barrier --ranks 3 --link tcp --algorithm dissemination --rank 1 >"$scratch/out"
grep -qx '0  signal to 2 tag 0' "$scratch/out" || fail "no steps of rank 1"

refused "did you mean all_reduce?" all_redcue
refused "wanted a whole number from 1 to 1024" all_reduce --ranks none
refused "wanted a size such as 4096" all_reduce --bytes 1Q
refused "did you mean ring?" all_reduce --algorithm rign
refused "does not combine in rank order" all_reduce --algorithm ring --order rank

if ! command -v dot >/dev/null; then
  echo "dot is missing, so the drawings are not read; on Debian: apt install graphviz"
  exit 0
fi
for collective in all_reduce broadcast reduce all_gather reduce_scatter barrier; do
  "$troupe" explain $collective --ranks 5 --bytes 64Ki --dot >"$scratch/dot"
  dot -Tsvg "$scratch/dot" >"$scratch/svg" 2>"$scratch/err" ||
    fail "dot does not read the drawing of $collective: $(cat "$scratch/err")"
  columns=$(grep -c 'class="cluster"' "$scratch/svg")
  [ "$columns" -eq 5 ] || fail "the drawing of $collective has $columns columns, wanted 5"
done

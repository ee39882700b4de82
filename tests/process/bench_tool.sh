#!/usr/bin/env bash
# troupe bench prints valid rows of JSON with the fields that other libraries' benchmarks print, and
# refuses wrong options in a sentence.
set -euo pipefail
troupe=$TROUPE_BUILD/troupe
[ -x "$troupe" ] || { echo "there is no $troupe"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "$1"
  exit 1
}

# measure ROWS ARGUMENT...: so many rows, all of them valid.
measure() {
  local rows=$1 printed
  shift
  "$troupe" bench "$@" --iters 20 --json >"$scratch/out" 2>"$scratch/err" ||
    fail "bench $*: status $?: $(cat "$scratch/out" "$scratch/err")"
  local fields='"peer":"[^"]*","op":"[^"]*","ranks":[0-9]+,"bytes":[0-9]+,"iters":20'
  for field in p50_us p99_us min_us loop_us busbw_gbs; do fields+=",\"$field\":[0-9.]+"; done
  printed=$(grep -cE "^[{]$fields,\"valid\":true[,}]" "$scratch/out") || true
  [ "$printed" -eq "$rows" ] && [ "$(wc -l <"$scratch/out")" -eq "$rows" ] ||
    fail "bench $*: $printed good rows, wanted $rows: $(cat "$scratch/out")"
}

# refused WANTED ARGUMENT...: status 2, nothing on standard output, WANTED in the sentence.
refused() {
  local wanted=$1 status=0
  shift
  "$troupe" bench "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
  [ "$status" -eq 2 ] || fail "bench $*: status $status, wanted 2"
  [ ! -s "$scratch/out" ] || fail "bench $*: printed something though it refused"
  grep -qF "$wanted" "$scratch/err" || fail "bench $*: no '$wanted' in: $(cat "$scratch/err")"
}

measure 13 --op all --ranks 2 --bytes 8,64Ki
measure 13 --op all --ranks 3 --bytes 8,64Ki --memory any --touch --check
measure 1 --op pingpong --sizes 8 --ranks 2 --peer mine
grep -q '^{"peer":"mine","op":"pingpong","ranks":2,"bytes":8,' "$scratch/out" ||
  fail "the row has another name than asked for: $(cat "$scratch/out")"

refused "did you mean all_reduce?" --op all_reduec
refused "wanted a size such as 4096" --bytes 8,big
refused "wanted one of automatic, flat, dissemination" --op barrier --algorithm ring
refused "wanted one of allocated, any" --memory mine
refused "wanted a whole number from 1 to 512" --ranks 1024
refused "wanted at least 2 for send" --op send --ranks 1

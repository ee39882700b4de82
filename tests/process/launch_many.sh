#!/usr/bin/env bash
# 64 processes at once, each with its own place, and node 0 with a socket that listens already.
set -euo pipefail
troupe=$TROUPE_BUILD/troupe
[ -x "$troupe" ] || { echo "there is no $troupe"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "$1"
  exit 1
}

# shellcheck disable=SC2016
"$troupe" run --ranks 64 -- sh -c '
  key=$(cat "$TROUPE_KEY_FILE")
  echo "$TROUPE_JOB $TROUPE_NODES $TROUPE_SEED $key ${TROUPE_LISTEN_FD:+listens}"' >"$scratch/out"
[ "$(cut -d']' -f1 "$scratch/out" | sort -u | wc -l)" -eq 64 ] || fail "not 64 ranks answered"
sed 's/^\[rank [0-9]*\] //; s/ listens$//; s/ $//' "$scratch/out" | sort -u >"$scratch/world"
[ "$(wc -l <"$scratch/world")" -eq 1 ] || fail "they are not of one job: $(cat "$scratch/world")"
grep -qE '^run-[0-9a-f-]+ 64 127\.0\.0\.1:[0-9]+ [0-9a-f]{64}$' "$scratch/world" ||
  fail "their place makes no sense: $(cat "$scratch/world")"
[ "$(grep -c ' listens$' "$scratch/out")" -eq 1 ] || fail "not exactly one inherits the socket"
grep -q '^\[rank 0\] .* listens$' "$scratch/out" || fail "rank 0 doesn't inherit the socket"

# Two jobs at once share neither key nor port.
for job in 1 2; do
  # shellcheck disable=SC2016
  "$troupe" run --ranks 2 -- sh -c 'cat "$TROUPE_KEY_FILE"; echo " $TROUPE_SEED"' |
    cut -d' ' -f3- | sort -u >"$scratch/job$job"
  [ "$(wc -l <"$scratch/job$job")" -eq 1 ] || fail "job $job: $(cat "$scratch/job$job")"
done
[ "$(cut -d' ' -f1 "$scratch/job1")" != "$(cut -d' ' -f1 "$scratch/job2")" ] || fail "equal keys"

#!/usr/bin/env bash
# troupe run ends as the first process that failed does, and names it; wrong usage is a sentence.
set -euo pipefail
troupe=$TROUPE_BUILD/troupe
[ -x "$troupe" ] || { echo "there is no $troupe"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "$1"
  exit 1
}

# ends STATUS SENTENCE ARGUMENT...: with this status, and the sentence on standard error.
ends() {
  local wanted=$1 sentence=$2 status=0
  shift 2
  "$troupe" "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
  [ "$status" -eq "$wanted" ] || fail "$*: status $status, wanted $wanted: $(cat "$scratch/err")"
  [ -z "$sentence" ] || grep -qF -- "$sentence" "$scratch/err" ||
    fail "$*: no '$sentence' in: $(cat "$scratch/err")"
}

ends 0 '' run --ranks 3 -- true
# shellcheck disable=SC2016
ends 3 'troupe run: node 2 (rank 2) ended with exit status 3; the others have 1ms to end' \
  run --ranks 4 --grace 1ms -- sh -c '[ "$TROUPE_NODE" = 2 ] && exit 3; exec tail -f /dev/null'
grep -qF 'ending 3 processes that went on' "$scratch/err" || fail "the others were not ended"
# shellcheck disable=SC2016
ends 139 'node 1 (ranks 2-3) was killed by signal 11 (SIGSEGV' \
  run --ranks 4 --nodes 2 --grace 1ms -- \
  sh -c 'ulimit -c 0; [ "$TROUPE_NODE" = 1 ] && kill -SEGV $$; exec tail -f /dev/null'
# One that ignores SIGTERM is killed. It says that it does before the other fails.
mkfifo "$scratch/ready"
# shellcheck disable=SC2016
ends 4 'killing 1 process that did not end when asked to' run --ranks 2 --grace 1ms -- sh -c '
  if [ "$TROUPE_NODE" = 0 ]; then read -r _ <"$0"; exit 4; fi
  trap "" TERM; echo ready >"$0"; exec tail -f /dev/null' "$scratch/ready"
ends 1 'node 0 (rank 0) ended with exit status 1' run --ranks 1 -- false

ends 127 "cannot start 'no-such-program': no directory of PATH has such a program" \
  run --ranks 2 -- no-such-program
ends 127 "cannot start './no-such-program'; check the path" run --ranks 2 -- ./no-such-program
ends 126 "cannot start '$scratch'" run --ranks 2 -- "$scratch"
ends 2 'no program to start is given; write it after --' run --ranks 2
ends 2 "--ranks is '0', wanted a whole number from 1" run --ranks 0 -- true
ends 2 'there are 3 nodes for 2 ranks, wanted a rank for each' run --ranks 2 --nodes 3 -- true
ends 2 "the link in-process can't join 2 nodes" run --ranks 2 --nodes 2 --link in-process -- true
ends 2 'did you mean tcp?' run --ranks 2 --link tpc -- true
ends 2 "--grace is '5', wanted a duration" run --ranks 2 --grace 5 -- true
ends 2 '' run --rnaks 2 -- true
ends 2 '' no-such-command

for words in --help 'run --help' 'node --help'; do
  # shellcheck disable=SC2086
  "$troupe" $words >"$scratch/out"
  grep -q 'troupe .*-- \./train' "$scratch/out" || fail "troupe $words shows no example"
done
"$troupe" version | grep -q '^troupe [0-9]*\.[0-9]*\.[0-9]* ' || fail "no version"

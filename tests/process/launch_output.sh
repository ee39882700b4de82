#!/usr/bin/env bash
# troupe run passes output on in whole lines that say whose they are, and as it is where asked to.
set -euo pipefail
troupe=$TROUPE_BUILD/troupe
[ -x "$troupe" ] || { echo "there is no $troupe"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "$1"
  exit 1
}

# same WANTED FOUND WHAT: two files hold the same bytes.
same() {
  cmp -s "$1" "$2" || fail "$3: $(diff "$1" "$2" | head -n 6)"
}

# shellcheck disable=SC2016
"$troupe" run --ranks 2 -- sh -c 'echo "line of $TROUPE_NODE"; printf tail' >"$scratch/raw"
sort "$scratch/raw" >"$scratch/out"
printf '%s\n' '[rank 0] line of 0' '[rank 0] tail' '[rank 1] line of 1' '[rank 1] tail' \
  >"$scratch/wanted"
same "$scratch/wanted" "$scratch/out" "lines, and a last one without an end"

# shellcheck disable=SC2016
"$troupe" run --ranks 5 --nodes 2 -- sh -c \
  'echo "$TROUPE_FIRST_RANK $TROUPE_RANKS $TROUPE_NODES $TROUPE_LOCAL_RANKS"' | sort >"$scratch/out"
printf '%s\n' '[ranks 0-2] 0 3 2 5' '[ranks 3-4] 3 2 2 5' >"$scratch/wanted"
same "$scratch/wanted" "$scratch/out" "ranks shared out"

# shellcheck disable=SC2016
"$troupe" run --ranks 3 --link in-process -- sh -c 'printf "$TROUPE_RANKS/$TROUPE_NODES"' \
  >"$scratch/out"
printf '3/1' >"$scratch/wanted"
same "$scratch/wanted" "$scratch/out" "one process"

printf 'a\0b\377\r\n' >"$scratch/binary"
"$troupe" run --ranks 2 --no-prefix -- cat "$scratch/binary" >"$scratch/out"
cat "$scratch/binary" "$scratch/binary" >"$scratch/wanted"
same "$scratch/wanted" "$scratch/out" "bytes that are no text"

# Two streams of long lines, which pipes can't take at once: none is torn.
# shellcheck disable=SC2016
"$troupe" run --ranks 8 -- sh -c '
  line=$(printf %020000d 0 | tr 0 "$TROUPE_NODE")
  for i in 1 2 3 4 5; do echo "$line"; echo "$line" >&2; done' >"$scratch/raw" 2>&1
awk '{ text = substr($0, 10); gsub(substr($0, 7, 1), "", text)
       if (/^\[rank [0-7]\] / && length($0) == 20009 && text == "") ++whole }
     END { print whole + 0 }' "$scratch/raw" >"$scratch/out"
echo 80 >"$scratch/wanted"
same "$scratch/wanted" "$scratch/out" "whole lines"

# shellcheck disable=SC2016
"$troupe" run --ranks 2 --output-dir "$scratch/dir" -- \
  sh -c 'echo "out $TROUPE_NODE"; echo "err $TROUPE_NODE" >&2' >"$scratch/out" 2>"$scratch/err"
[ "$(cat "$scratch/dir/node-1.out" "$scratch/dir/node-0.err")" = $'out 1\nerr 0' ] ||
  fail "files of output: $(head "$scratch"/dir/*)"
[ "$(sort "$scratch/err")" = $'[rank 0] err 0\n[rank 1] err 1' ] || fail "standard error"

# Standard input goes to the first process.
printf 'a word\n' | "$troupe" run --ranks 2 -- sh -c 'read -r word; echo "got ${word:-nothing}"' |
  sort >"$scratch/out"
printf '%s\n' '[rank 0] got a word' '[rank 1] got nothing' >"$scratch/wanted"
same "$scratch/wanted" "$scratch/out" "standard input"

# A reader that goes away ends the job.
status=0
{ "$troupe" run --ranks 2 -- yes 2>"$scratch/err" || echo $? >"$scratch/status"; } |
  head -n 1 >/dev/null
status=$(cat "$scratch/status")
[ "$status" -eq 141 ] || fail "status $status after the reader left, wanted 141: $(cat "$scratch/err")"

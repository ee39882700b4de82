#!/usr/bin/env bash
# Signals reach all processes of a job, and none is left behind, however the launcher ends.
set -euo pipefail
troupe=$TROUPE_BUILD/troupe
[ -x "$troupe" ] || { echo "there is no $troupe"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkfifo "$scratch/up" "$scratch/alive"

fail() {
  echo "$1: $(cat "$scratch/log")"
  exit 1
}

# begin PROGRAM: as a job of two processes, which hold $alive open and have said "up" on return.
# A shell ignores SIGINT in what it starts in the background, so that is undone.
begin() {
  exec 4<>"$scratch/up"
  env --default-signal=INT "$troupe" run --ranks 2 --grace 30s -- sh -c "$1" "$scratch" \
    >"$scratch/log" 2>&1 3>"$scratch/alive" 4>&- &
  launcher=$!
  # Opening waits for the writer; reading ends when the last process that inherited it is gone.
  exec 5<"$scratch/alive"
  read -r _ <&4
  read -r _ <&4
}

# over STATUS WHAT
over() {
  local status=0
  wait $launcher 2>/dev/null || status=$?
  [ "$status" -eq "$1" ] || fail "$2: status $status, wanted $1"
  timeout 20 cat <&5 || fail "$2: somebody is left behind"
}

for name in INT TERM HUP USR1 USR2; do
  begin "trap 'echo got $name; exit 7' $name; tail -f /dev/null & echo up >\$0/up; wait"
  kill -s $name $launcher
  over 7 "$name"
  [ "$(grep -cx "\[rank [01]\] got $name" "$scratch/log")" -eq 2 ] || fail "$name didn't reach both"
done

# A second SIGINT doesn't wait for those that go on after the first.
begin 'trap "echo up >$0/up" INT; tail -f /dev/null & echo up >$0/up; while :; do wait; done'
kill -INT $launcher
read -r _ <&4
read -r _ <&4
kill -INT $launcher
over 137 "two SIGINTs"

# What a process leaves behind ends with the job, even in a session of its own.
begin 'setsid tail -f /dev/null & echo up >$0/up; exit 0'
over 0 "daemons"

# A launcher that is killed takes along children and grandchildren.
begin 'tail -f /dev/null & echo up >$0/up; wait'
kill -KILL $launcher
over 137 "kill -9"

# Killing the launcher's guard as well leaves the children to the kernel.
begin 'echo up >$0/up; exec tail -f /dev/null'
kill -KILL "$(pgrep -P $launcher -x troupe-guard)"
kill -KILL $launcher
over 137 "kill -9 of both"

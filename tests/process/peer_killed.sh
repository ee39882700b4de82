#!/usr/bin/env bash
# A rank that is killed: the others get peer_failed that names it, within 2 s, and troupe run says
# which one it was.
set -euo pipefail
troupe=$TROUPE_BUILD/troupe
program=$TROUPE_BUILD/examples/train
[ -x "$troupe" ] && [ -x "$program" ] || { echo "there is no $troupe or $program"; exit 77; }
[ -r /usr/share/datasets/fashion-mnist/train-images-idx3-ubyte.gz ] ||
  { echo "dataset-fashion-mnist is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Each node writes its process id down, then becomes the program.
mkfifo "$scratch/epochs"
# shellcheck disable=SC2016
timeout 100 "$troupe" run --ranks 3 --link tcp --grace 10s -- \
  sh -c 'echo $$ >"$0/pid.$TROUPE_NODE"; exec "$1" --epochs 1000' "$scratch" "$program" \
  >"$scratch/epochs" 2>"$scratch/err" &
job=$!
exec 3<"$scratch/epochs"
read -r line <&3 || { cat "$scratch/err"; exit 1; }  # the first epoch is over: all are at work
echo "$line"
cat <&3 >/dev/null &
kill -KILL "$(cat "$scratch/pid.1")"
began=$(date +%s%N)
status=0
wait "$job" || status=$?
took=$((($(date +%s%N) - began) / 1000000))
echo "status $status after $took ms"
cat "$scratch/err"
[ "$status" -eq 137 ] || { echo "wanted status 137"; exit 1; }
[ "$took" -lt 4000 ] || { echo "that took too long"; exit 1; }
grep -q "rank 0: peer_failed.*rank 1" "$scratch/err" || { echo "rank 0 was not told"; exit 1; }
grep -q "rank 2: peer_failed.*rank 1" "$scratch/err" || { echo "rank 2 was not told"; exit 1; }
grep -q "(rank 1) was killed by signal 9" "$scratch/err" || { echo "the first failure is not named"; exit 1; }

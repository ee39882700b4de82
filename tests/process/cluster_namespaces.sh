#!/usr/bin/env bash
# Four nodes in four network namespaces, from one cluster file, as on four machines; and a stranger
# who throws bytes at the seed's port meanwhile.
set -euo pipefail
troupe=$TROUPE_BUILD/troupe
program=$TROUPE_BUILD/examples/cluster
for needed in "$troupe" "$program"; do
  [ -x "$needed" ] || { echo "there is no $needed"; exit 77; }
done
[ "$(id -u)" -eq 0 ] && command -v ip >/dev/null || { echo "namespaces want root and ip"; exit 77; }

scratch=$(mktemp -d)
tag=tr$$
bridge=$tag-br
clean() {
  local i
  for i in 1 2 3 4; do ip netns del "$tag-$i" 2>/dev/null || true; done
  ip link del "$bridge" 2>/dev/null || true
  rm -rf "$scratch"
}
trap clean EXIT
ip link add "$bridge" type bridge 2>/dev/null || { echo "no bridge can be made here"; exit 77; }
ip link set "$bridge" up
for i in 1 2 3 4; do
  ip netns add "$tag-$i" 2>/dev/null || { echo "no namespace can be made here"; exit 77; }
  ip link add "$tag-v$i" type veth peer name eth0 netns "$tag-$i"
  ip link set "$tag-v$i" master "$bridge" up
  ip -n "$tag-$i" addr add "10.231.7.$i/24" dev eth0
  ip -n "$tag-$i" link set eth0 up
  ip -n "$tag-$i" link set lo up
done

(umask 077 && openssl rand -hex 32 >"$scratch/job.key")
cat >"$scratch/cluster.ini" <<'END'
[troupe]
job = "namespaces"
key-file = "job.key"
ready-timeout = 30s
nodes = [
  { name = "one",   listen = "10.231.7.1:4300", ranks = 1 },
  { name = "two",   listen = "10.231.7.2:0",    ranks = 2 },
  { name = "three", listen = "10.231.7.3:0",    ranks = 1 },
  { name = "four",  listen = "10.231.7.4:0",    ranks = 1 }
]
END

pids=()
i=0
for name in one two three four; do
  i=$((i + 1))
  ip netns exec "$tag-$i" timeout 60 "$troupe" node --config "$scratch/cluster.ini" --node "$name" \
    -- "$program" >"$scratch/$name.out" 2>&1 &
  pids+=($!)
  if [ $i -eq 2 ]; then
    # The seed is waiting for the others: bytes from somebody who knows nothing.
    # shellcheck disable=SC2016
    ip netns exec "$tag-2" timeout 20 bash -c '
      seed=/dev/tcp/10.231.7.1/4300
      until (: >$seed) 2>/dev/null; do :; done
      head -c 100000 /dev/urandom >$seed' 2>/dev/null || true
  fi
done
for pid in "${pids[@]}"; do
  wait "$pid" || { echo "a node failed:"; cat "$scratch"/*.out; exit 1; }
done
grep -qx "the ranks' numbers add up to 15" "$scratch/one.out" || { cat "$scratch"/*.out; exit 1; }
[ "$(cat "$scratch"/*.out | grep -c '^rank [0-4] of 5: process')" -eq 5 ] ||
  { cat "$scratch"/*.out; exit 1; }

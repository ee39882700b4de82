#!/usr/bin/env bash
# troupe run starts the nodes of a cluster file, troupe node one of them, and both refuse wrong files
# in a sentence.
set -euo pipefail
troupe=$TROUPE_BUILD/troupe
[ -x "$troupe" ] || { echo "there is no $troupe"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
file=$scratch/cluster.ini

fail() {
  echo "$1"
  exit 1
}

# refused SENTENCE ARGUMENT...: status 2, with the sentence.
refused() {
  local sentence=$1 status=0
  shift
  "$troupe" "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
  [ "$status" -eq 2 ] || fail "$*: status $status, wanted 2: $(cat "$scratch/err")"
  grep -qF -- "$sentence" "$scratch/err" || fail "$*: no '$sentence' in: $(cat "$scratch/err")"
}

cat >"$file" <<'END'
[troupe]
job = "trial"
link = "tcp"
nodes = [
  { name = "alpha", listen = "127.0.0.1:24317", ranks = 2 },
  { name = "beta", listen = "localhost:0" }
]
[troupe.defaults]
deadline = 250ms
[scheduler]
max-threads = 2
END
# shellcheck disable=SC2016
show='echo "$TROUPE_JOB $TROUPE_FIRST_RANK $TROUPE_RANKS $TROUPE_SEED $TROUPE_LINK $TROUPE_DEADLINE"'
"$troupe" run "$file" -- sh -c "$show" | sort >"$scratch/out"
printf '%s\n' '[alpha] trial 0 2 127.0.0.1:24317 tcp 250ms' \
  '[beta] trial 2 1 127.0.0.1:24317 tcp 250ms' >"$scratch/wanted"
cmp -s "$scratch/out" "$scratch/wanted" || fail "the cluster: $(cat "$scratch/out")"

found=$("$troupe" node --config "$file" --node beta -- sh -c "$show")
[ "$found" = "trial 2 1 127.0.0.1:24317 tcp 250ms" ] || fail "the node: $found"

# A node that ssh started ends when its standard input does.
status=0
"$troupe" node --config "$file" --node beta --end-with-stdin -- tail -f /dev/null </dev/null ||
  status=$?
[ "$status" -eq 143 ] || fail "status $status when standard input ended, wanted 143"

refused "the node's name is 'betta', wanted one of alpha, beta" \
  node --config "$file" --node betta -- true
refused '--ranks, --nodes and --link' run --ranks 2 "$file" -- true
refused "the cluster file '$scratch/none' can't be read" run "$scratch/none" -- true

# Another machine, by an ssh that runs the command here.
printf 'secret\n' >"$scratch/key"
chmod 600 "$scratch/key"
sed -i 's/localhost:0/192.0.2.9:0/; s/^job.*/&\nkey-file = "key"/' "$file"
refused "node beta is on another machine, 192.0.2.9; start 'troupe node --config $file --node beta" \
  run "$file" -- true
cat >"$scratch/ssh" <<'END'
#!/bin/sh
[ "$3" = 192.0.2.9 ] || exit 99
exec sh -c "$4"
END
chmod +x "$scratch/ssh"
"$troupe" run "$file" --ssh "$scratch/ssh -o batch" -- sh -c "$show" "it's" | sort >"$scratch/out"
cmp -s "$scratch/out" "$scratch/wanted" || fail "with ssh: $(cat "$scratch/out")"

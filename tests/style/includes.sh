#!/usr/bin/env bash
# Each folder includes only what includes.txt grants it, and collectives/ touches neither sockets nor
# clocks: its machines run in the simulation, where both are given to them.
set -euo pipefail
. "$(dirname "$0")/sources.sh"

bad=$(sources '*.hpp' '*.cpp' | xargs awk '
  FNR == 1 && FILENAME == "tests/style/includes.txt" { reading = 1 }
  FNR == 1 && FILENAME != "tests/style/includes.txt" {
    reading = 0
    split(FILENAME, part, "/")
    folder = part[1]
  }
  reading {
    if ($0 !~ /^#/ && NF > 0)
      for (i = 2; i <= NF; ++i) rules[$1] = rules[$1] " " $i
    next
  }
  function may(name,    n, word, i) {
    if (name ~ /^troupe\// || name !~ /[\/.]/) return 1
    n = split(rules[folder], word, " ")
    for (i = 1; i <= n; ++i) {
      if (word[i] == "system") {
        if (name ~ /^(sys|linux|netinet|net|arpa|asm)\// || name ~ /^[a-z0-9_]+\.h$/) return 1
      } else if (index(name, word[i]) == 1) return 1
    }
    return 0
  }
  !(folder in rules) { next }
  /^[ \t]*#[ \t]*include[ \t]*</ {
    name = $0
    sub(/^[^<]*</, "", name)
    sub(/>.*/, "", name)
    if (!may(name)) printf "%s:%d: %s/ may not include <%s>\n", FILENAME, FNR, folder, name
  }
  folder == "collectives" {
    line = $0
    sub(/\/\/.*/, "", line)
    if (line ~ /(steady|system|high_resolution)_clock::now|clock_gettime|gettimeofday/)
      printf "%s:%d: collectives/ may not read a clock; take the time as an argument\n", FILENAME, FNR
    if (line ~ /sleep_(for|until)|[^_a-z]u?sleep\(/)
      printf "%s:%d: collectives/ may not sleep; wait for an event\n", FILENAME, FNR
  }
' tests/style/includes.txt)

if [ -n "$bad" ]; then
  echo "$bad"
  echo "move the code to a folder that may, or grant the include in tests/style/includes.txt"
  exit 1
fi

#!/usr/bin/env bash
# Files stay short enough to be read at once and are named for their subject.
set -euo pipefail
. "$(dirname "$0")/sources.sh"

bad=$(
  sources '*.hpp' '*.cpp' '*.cu' '*.sh' '*.cmake' | while IFS= read -r file; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 400 ] || echo "$file:401: $lines lines; above 400 it is two files"
  done
  sources '*' | { grep -nEi '(^|[/_.-])(utils?|helpers?|common|misc|managers?)([/_.-]|$)' || true; } |
    sed 's/^[0-9]*:\(.*\)/\1:1: says nothing of its subject; name the file or folder for what it holds/'
  sources '*.hpp' | while IFS= read -r file; do
    head -n 1 "$file" | grep -q '^#pragma once$' || echo "$file:1: begin a header with #pragma once"
  done
)
if [ -n "$bad" ]; then
  echo "$bad"
  exit 1
fi

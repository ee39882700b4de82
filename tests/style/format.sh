#!/usr/bin/env bash
# clang-format finds nothing to change. Other versions lay lines out differently: 14 or skip (77).
# format.sh --fix changes the files instead.
set -euo pipefail
. "$(dirname "$0")/sources.sh"

for clang_format in clang-format-14 clang-format none; do
  if "$clang_format" --version 2>/dev/null | grep -q 'version 14\.'; then break; fi
done
if [ "$clang_format" = none ]; then
  echo "clang-format 14 is missing, so the layout is not checked; on Debian 12: apt install clang-format"
  exit 77
fi
if [ "${1:-}" = --fix ]; then
  sources '*.hpp' '*.cpp' | xargs "$clang_format" -i
elif ! sources '*.hpp' '*.cpp' | xargs "$clang_format" --dry-run --Werror; then
  echo "to lay out the files above: bash tests/style/format.sh --fix"
  exit 1
fi

#!/usr/bin/env bash
# Shell scripts hold no trap that shellcheck knows; without shellcheck: skip (77).
set -euo pipefail
. "$(dirname "$0")/sources.sh"

if ! command -v shellcheck >/dev/null; then
  echo "shellcheck is missing, so scripts are not checked; on Debian: apt install shellcheck"
  exit 77
fi
{ sources '*.sh'; sources '.ci/*'; } | sort -u | xargs shellcheck --shell=bash --severity=warning

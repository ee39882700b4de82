#!/usr/bin/env bash
# All checks that need no build. `ctest --preset dev -L style` runs these and those that do.
cd "$(dirname "$0")" || exit 1
passed=0
failed=0
for check in format includes names scripts; do
  bash $check.sh
  case $? in
    0) passed=$((passed + 1)) ;;
    77) ;;
    *) failed=$((failed + 1)) && echo "style.$check failed" ;;
  esac
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]

#!/usr/bin/env bash
# From a fresh clone to a tested build: installs what is missing, builds everything, runs all tests
# but the nightly ones. Safe to run again.
#   tests/run.sh [--preset dev|release|clang] [ctest option]...      for example: -L collectives
. "$(dirname "$0")/../deploy/packages/install.sh"

preset=dev
if [ "${1:-}" = --preset ]; then
  preset=${2:?"--preset wants a name from CMakePresets.json"}
  shift 2
fi

need_packages debian.txt debian-tests.txt
configure_preset "$preset" -DBUILD_TESTING=ON
begin_step "read the compiler's first error above; if memory ran out, run 'cmake --build build/$preset -j1' first" \
  "building build/$preset"
cmake --build --preset "$preset"
begin_step "read the output of the tests listed above; 'ctest --preset $preset --rerun-failed' repeats those alone" \
  "running the tests"
ctest --preset "$preset" --no-tests=error -LE nightly -j "$(nproc)" "$@"

#!/usr/bin/env bash
# From a fresh clone to a trained network: installs what is missing, builds what is needed, trains
# with four ranks on this machine. Arguments go to the training program. Safe to run again.
. "$(dirname "$0")/../deploy/packages/install.sh"

need_packages debian.txt
configure_preset release
begin_step "read the compiler's first error above; if memory ran out, run 'cmake --build build/release -j1' first" \
  "building the tool and examples/train"
cmake --build --preset release --target troupe_tool example_train
begin_step "run 'build/release/troupe run --ranks 4 -- build/release/examples/train --help' and check the arguments" \
  "training with 4 ranks"
build/release/troupe run --ranks 4 -- build/release/examples/train --epochs 5 "$@"

#!/usr/bin/env bash
# check.sh install|find_package|pkg_config <build dir>: what a user does after `cmake --install`.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$2
work=$build/tests/consumer
prefix=$work/moved
cxx=${CXX:-c++}

case $1 in
  install)
    rm -rf "$work"
    mkdir -p "$work"
    cmake --install "$build" --prefix "$work/first" >"$work/install.log"
    # Nothing may remember where it was installed.
    mv "$work/first" "$prefix"
    if grep -rIl --include='*.cmake' --include='*.pc' -e "$work" -e "$build/layers" "$prefix"; then
      echo "the files above name the build folder or the first prefix; make their paths relative"
      exit 1
    fi
    ;;
  find_package)
    cmake -S "$here" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_CXX_COMPILER="$cxx"
    cmake --build "$work/cmake"
    "$work/cmake/consumer"
    ;;
  pkg_config)
    pc=$(find "$prefix" -name troupe.pc)
    export PKG_CONFIG_PATH=${pc%/*}
    read -ra flags <<<"$(pkg-config --cflags troupe)"
    read -ra libraries <<<"$(pkg-config --libs troupe)"
    "$cxx" -std=c++20 "${flags[@]}" "$here/main.cpp" "${libraries[@]}" -o "$work/by_pkg_config"
    LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH") "$work/by_pkg_config"
    ;;
  *)
    echo "usage: check.sh install|find_package|pkg_config <build dir>"
    exit 2
    ;;
esac

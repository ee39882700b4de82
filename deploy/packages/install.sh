# Sourced by examples/run.sh, tests/run.sh and .ci/: set-up that is safe to repeat, and steps that
# fail with one sentence which says what to do. The root becomes the directory.
#   begin_step <what to do if it fails> <name>
#   need_packages <list>...      the lists stand beside this file
#   configure_preset <preset> [cmake option]...

packages_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$packages_dir/../.." || exit 1
step_name="start"
step_advice="run it again with 'bash -x' to see where it stops"

set -Eeuo pipefail
trap 'step_failed $?' ERR

step_failed() {
  trap - ERR
  printf '\nFAILED while: %s (exit code %s). What to do: %s.\n' \
    "$step_name" "$1" "$step_advice" >&2
  exit "$1"
}

begin_step() {
  step_advice=$1
  step_name=$2
  printf '\n== %s\n' "$step_name"
}

# The packages of the named lists that are not installed.
missing_packages() {
  local list package
  for list in "$@"; do
    while read -r package _; do
      case $package in '' | '#'*) continue ;; esac
      case $(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null || true) in
        ii* | hi*) ;;
        *) printf '%s\n' "$package" ;;
      esac
    done <"$packages_dir/$list"
  done
}

need_packages() {
  begin_step "see the lines above" "looking for packages ($*)"
  if [ -n "${TROUPE_SKIP_PACKAGES:-}" ]; then
    echo "TROUPE_SKIP_PACKAGES is set: taking it that all is there"
    return
  fi
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    step_advice="this system has no apt, so install the counterparts of the packages in \
deploy/packages/${*// / and } yourself, then run again with TROUPE_SKIP_PACKAGES=1"
    step_failed 1
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  if [ ${#missing[@]} -eq 0 ]; then
    echo "all there"
    return
  fi
  echo "missing: ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      step_advice="you are not root and there is no sudo, so as root run \
'apt-get install ${missing[*]}', then run this again"
      step_failed 1
    fi
    as_root=(sudo)
    echo "installing the packages above by sudo, which may ask for your password"
  fi
  step_advice="check the network and the machine's package sources, or install by hand: \
apt-get install ${missing[*]}"
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends "${missing[@]}"
}

configure_preset() {
  local preset=$1
  shift
  begin_step "read CMake's message above; if it names an old path, remove build/$preset and run again" \
    "configuring build/$preset"
  cmake --preset "$preset" "$@" | tail -n 3
}

# Sourced by the checks: `sources <pattern>...` lists the files under version control, or all files
# where there is no git (a source archive), as paths from the root, which becomes the directory.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1

sources() {
  local list
  if list=$(git ls-files -- "$@" 2>/dev/null) && [ -n "$list" ]; then
    # A file that is deleted but not committed is still in git's list.
    while IFS= read -r file; do [ ! -f "$file" ] || echo "$file"; done <<<"$list"
  else
    local pattern
    for pattern in "$@"; do
      find . -path ./build -prune -o -type f -name "$pattern" -print | sed 's|^\./||'
    done
  fi
}

# shellcheck shell=bash
# What differs from the last landed commit, and what survives from one run of the checks to the next. Sourced by dev.
# shellcheck disable=SC2154  # $steps_failed is of tools/steps.sh

# Beside the clone, as continuous integration has a fresh one each time: the commit that passed last, and what there was
# no time for. Where it is lost, the order of the rest still changes from day to day.
changed_record=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/lenslet-checks

# Prints the last landed commit as far as it can be known, then why it is that one; nothing where there is no history.
changed_base() {
  local commit
  git rev-parse --verify --quiet HEAD >/dev/null || return 0
  if commit=$(git merge-base HEAD origin/main 2>/dev/null) && [ "$commit" != "$(git rev-parse HEAD)" ]; then
    echo "$commit, where origin/main is"
  elif commit=$(cat "$changed_record/landed" 2>/dev/null) && git merge-base --is-ancestor "$commit" HEAD 2>/dev/null; then
    echo "$commit, which passed here last"
  else
    commit=$(git rev-list -1 --before="$(($(git log -1 --format=%ct) - 86400))" HEAD)
    [ -z "$commit" ] || echo "$commit, the last one of a day before this one, as no landing is known"
  fi
}

# Writes the paths that differ from it, committed or not, to build/changed.txt.
changed_find() {
  local base commit
  base=$(changed_base) && commit=${base%%,*}
  mkdir -p build
  if [ -z "$base" ]; then
    : >build/changed.txt
    say "No commit is known to have landed: no test belongs to a change"
  else
    { git diff --name-only "$commit" && git ls-files --others --exclude-standard; } | sort -u >build/changed.txt
    say "$(wc -l <build/changed.txt) files differ from ${base}: their tests run first"
  fi
}

# The ops that have changed, by the names of their folders.
changed_ops() { sed -n 's,^core/ops/\([^/]*\)/.*,\1,p' build/changed.txt | sort -u | tr '\n' ' '; }

# Whether what makes a machine ready, or says what is compiled, has changed.
changed_setup() { grep -qE '^(dev|tools/(setup|checks|steps|progress)[.]sh|CMakePresets[.]json|(.*/)?CMakeLists[.]txt|.*[.]cmake)$' build/changed.txt; }

# Keeps for the next run LINE... for what was left out and, in continuous integration, the commit where all has passed: it
# lands then, which no other run can know.
changed_keep() {
  mkdir -p "$changed_record"
  { [ $# = 0 ] || printf '%s\n' "$@"; } >"$changed_record/left.new"
  mv "$changed_record/left.new" "$changed_record/left"
  if [ "$steps_failed" = 0 ] && [ "${CI:-}" = true ]; then git rev-parse HEAD >"$changed_record/landed"; fi
}

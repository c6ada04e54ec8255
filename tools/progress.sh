# shellcheck shell=bash
# One line that says what a long command does and how far it is; what the command prints goes to a file. Sourced by dev.

# Asked once: later a step's output goes through a pipe, and on to the same terminal.
progress_terminal=no
[ ! -t 1 ] || progress_terminal=yes

# Sets `percent` to how far a line of ninja's, or of apt-get's with APT::Status-Fd=1, says that it is.
progress_read() {
  if [[ $1 =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
    percent=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
  elif [[ $1 =~ ^dlstatus:[^:]*:([0-9]+) ]]; then
    percent=$((BASH_REMATCH[1] / 2))  # downloads are the first half of an installation
  elif [[ $1 =~ ^pmstatus:[^:]*:([0-9]+) ]]; then
    percent=$((50 + BASH_REMATCH[1] / 2))
  else
    return 1
  fi
}

# On a terminal the line is written over; elsewhere each quarter has a line, so that a log stays short.
progress_show() {
  local what=$1 line percent=0 shown=0
  if [ $progress_terminal = yes ]; then printf -- '-- %s' "$what"; else printf -- '-- %s\n' "$what"; fi
  while IFS= read -r line; do
    progress_read "$line" || continue
    if [ $progress_terminal = yes ]; then
      [ "$percent" = "$shown" ] || printf '\r\033[K-- %s: %s%%' "$what" "$percent"
      shown=$percent
    elif [ "$percent" -ge $((shown + 25)) ] && [ "$percent" -lt 100 ]; then
      shown=$((percent / 25 * 25))
      printf -- '-- %s: %s%%\n' "$what" "$shown"
    fi
  done
  [ $progress_terminal = no ] || printf '\r\033[K'
}

# The part of a log that says what went wrong: from the first command of a build that failed, else the end.
progress_last_words() {
  local first
  first=$(grep -n -m 1 '^FAILED: ' "$1" | cut -d : -f 1) || true
  if [ -n "$first" ]; then sed -n "$first,$((first + 39))p" "$1"; else tail -n 20 "$1"; fi | cut -c 1-400
}

# progress WHAT LOG COMMAND...: its exit status is the command's.
progress() {
  local what=$1 log=$2 begin=$SECONDS status=0
  shift 2
  mkdir -p "$(dirname "$log")"
  "$@" 2>&1 | tee "$log" | progress_show "$what" || status=${PIPESTATUS[0]}
  if [ "$status" = 0 ]; then
    printf -- '-- %s: done in %s s\n' "$what" $((SECONDS - begin))
  else
    progress_last_words "$log" >&2
    printf -- '-- %s: FAILED after %s s with exit status %s; all that it said: %s\n' "$what" $((SECONDS - begin)) "$status" "$log" >&2
  fi
  return "$status"
}

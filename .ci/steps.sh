#!/usr/bin/env bash
# Steps and the table of their times. `.ci/run`, `.ci/nightly` and `.ci/quick` source this file.

# The output of `time` for a step: how busy it kept the processors.
export TIMEFORMAT="=== processor time: %0U s of programs, %0S s of the system"
table=""
commit=""
summary=""
failed=""

# Begins a run and names the file for its table. Deletes the table of an earlier run: it would be misleading if this run
# is interrupted.
begin() {
    local changes
    table=$1
    mkdir -p "$(dirname "$table")"
    rm -f "$table"
    commit=$(git rev-parse HEAD)
    changes=$(git status --porcelain)
    [ -z "$changes" ] || commit+=" with uncommitted changes"
}

# Runs a command under a name. If the command fails, the run continues.
step() {
    local name=$1 begin=$SECONDS result=passed code
    shift
    printf '\n=== %s: %s\n' "$name" "$*"
    # Bash ignores `-e` in a command whose result is tested with `if` or `||`.
    set +e
    time (
        set -e
        "$@"
    )
    code=$?
    [ "$code" -eq 0 ] || {
        result=FAILED
        failed=yes
    }
    set -e
    local took=$((SECONDS - begin))
    printf '=== %s %s after %d s\n' "$name" "$result" "$took"
    summary+=$(printf '%6d s  %s  %s' "$took" "$result" "$name")$'\n'
}

# Writes and prints the table. Fails if a step has failed.
finish() {
    local result=passed
    [ -z "$failed" ] || result=FAILED
    printf '%s %s\n%s%6d s  total\n' "$result" "$commit" "$summary" "$SECONDS" >"$table"
    printf '\n'
    cat "$table"
    [ -z "$failed" ]
}

# Prints the files that differ from this commit. Includes uncommitted changes, and new files that git does not ignore.
changed_since() {
    git rev-parse --verify --quiet "$1^{commit}" >/dev/null || {
        echo "failed: $1 is not a commit" >&2
        exit 2
    }
    git -c core.quotePath=false diff --name-only --no-renames "$1" --
    git -c core.quotePath=false ls-files --others --exclude-standard
}

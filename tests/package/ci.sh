#!/bin/sh
# What action.yml and ci/gitlab.yml run.
root=$PWD
. tests/cli/check.inc
mkdir src && cp bad.cu good.cu src/

# ---- GitHub -------------------------------------------------------------------------------------

grep -q 'ci/github"' "$root/action.yml" || fail "action.yml does not run ci/github"
github() { # EXPECTED NAME=VALUE...
    expected=$1
    shift
    env "$@" CUDASYNCLINT="$tool" GITHUB_STEP_SUMMARY="$scratch/summary.md" "$root/ci/github" \
        >out 2>err
    code=$?
    [ $code -eq "$expected" ] || fail "exit code $code, not $expected: ci/github with $*: $(cat err)"
}
github 1 CUDASYNCLINT_PATHS="src/bad.cu src/good.cu" CUDASYNCLINT_SARIF=report.sarif
has out "::error "
has out "file=src/bad.cu"
has summary.md "Errors: 1, warnings: 0"
json report.sarif version=2.1.0
github 0 CUDASYNCLINT_PATHS=src CUDASYNCLINT_ARGS="--fail-on=never --quiet"
github 0 CUDASYNCLINT_PATHS=src/good.cu
github 2 CUDASYNCLINT_ARGS="--no-such-option"
github 3 CUDASYNCLINT_PATHS='src/*'

# A release: what looks like a bundle, at the places where the bundles of a release are.
. "$root/ci/release"
machine=$(uname -m)
mkdir -p "release/v$version" bundle/bin
name=cudasynclint-$version-linux-$machine
mkdir -p "bundle/$name/bin" && ln -s "$tool" "bundle/$name/bin/cudasynclint"
tar -cJf "release/v$version/$name.tar.xz" -C bundle "$name"
sha256=$(sha256sum <"release/v$version/$name.tar.xz" | cut -d' ' -f1)
url=file://$scratch/release

# The action as a whole: its steps, one after the other, as a runner runs them.
if ! command -v python3 >/dev/null || ! command -v curl >/dev/null; then
    echo "the steps of action.yml and ci/gitlab.yml are not run: no python3 or no curl"
    finish
fi
export RUNNER_TEMP="$scratch/runner"
mkdir action "$RUNNER_TEMP" && cd action && cp -r ../src . || exit 1
action() { # EXPECTED INPUT=VALUE...
    expected=$1
    shift
    python3 "$root/tests/package/run_action.py" "$root" paths=src sarif=action.sarif "$@" \
        >../out 2>../err
    code=$?
    [ $code -eq "$expected" ] || fail "the action ($*): exit code $code: $(cat ../err)"
}
action 1 "version=$version" "sha256=$sha256" "url=$url"
has ../out "::error "
json action.sarif version=2.1.0
action 2 "version=$version" "sha256=$(echo "$sha256" | tr 0-9a-f 1-9a-f0)" "url=$url"
has ../err "is not what was released"
[ ! -e "$RUNNER_TEMP/cudasynclint/$name.tar.xz" ] || fail "a bundle with another checksum is kept"
action 2 version=9.9.9 "url=$url"
has ../err "no checksum of 9.9.9"
cd ..

# ---- GitLab -------------------------------------------------------------------------------------

# The script of the job: one command an item, as a runner passes them to a shell.
sed -n '/^  script:/,/^  artifacts:/p' "$root/ci/gitlab.yml" | sed '1d;$d' |
    awk '/^    - / { if (n++) print ""; sub(/^    - /, "") } { sub(/^ +/, " "); printf "%s", $0 }' |
    sed "s/^'\\(.*\\)'\$/\\1/" >job
grep -q '^name=cudasynclint-' job || fail "no script in ci/gitlab.yml"
job() { # EXPECTED SHA256
    env HOME="$scratch" CUDASYNCLINT_VERSION="$version" CUDASYNCLINT_URL="$url" \
        CUDASYNCLINT_ARGS=src CUDASYNCLINT_SHA256="$2" sh -e ./job >out 2>err
    code=$?
    [ $code -eq "$1" ] || fail "the job of ci/gitlab.yml: exit code $code: $(cat out err)"
}
job 1 "$(echo "$sha256" | tr 0-9a-f 1-9a-f0)"
lacks out "barrier-divergence"
if [ "$machine" = x86_64 ]; then
    job 1 "$sha256"
    for report in $(sed -n 's/^ *\(codequality\|junit\): //p' "$root/ci/gitlab.yml"); do
        [ -s "$report" ] || fail "no $report"
    done
    has gl-code-quality-report.json '"check_name"'
    has cudasynclint.xml "<testsuite"
    has out "[barrier-divergence]"
fi

finish

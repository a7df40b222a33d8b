#!/bin/sh
# What action.yml and ci/gitlab.yml run.
root=$PWD
. tests/cli/check.inc
mkdir src bin && cp bad.cu good.cu src/
ln -s "$tool" bin/cudasynclint
PATH=$scratch/bin:$PATH

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

# The action as a whole: its steps, one after the other, as a runner runs them.
python=$(command -v python3) || python=
if [ -n "$python" ] && [ -e "$root/build/setup.done" ]; then
    mkdir action && cd action && cp -r ../src . || exit 1
    "$python" "$root/tests/package/run_action.py" "$root" paths=src sarif=action.sarif \
        >../out 2>../err
    [ $? -eq 1 ] || fail "the action: $(cat ../err)"
    cd ..
    has out "::error "
    json action/action.sarif version=2.1.0
else
    echo "the steps of action.yml are not run: no python3, or not built by ./dev"
fi

# ---- GitLab -------------------------------------------------------------------------------------

# The script of the job: from its dash to the next key.
sed -n '/^  script:/,/^  artifacts:/p' "$root/ci/gitlab.yml" | sed '1d;$d;s/^ *- //' | tr '\n' ' ' >job
grep -q '^cudasynclint ' job || fail "no script in ci/gitlab.yml"
CUDASYNCLINT_ARGS=src sh ./job >out 2>err
[ $? -eq 1 ] || fail "the job of ci/gitlab.yml"
for report in $(sed -n 's/^ *\(codequality\|junit\): //p' "$root/ci/gitlab.yml"); do
    [ -s "$report" ] || fail "no $report"
done
has gl-code-quality-report.json '"check_name"'
has cudasynclint.xml "<testsuite"
has out "[barrier-divergence]"

finish

#!/bin/sh
# The hook of .pre-commit-hooks.yaml, run by pre-commit itself in a scratch repository: a bad file
# stops the commit, a good one passes. Needs pre-commit; no network.
command -v pre-commit >/dev/null || {
    echo "skipped: pre-commit is not installed"
    exit 77
}
manifest=$PWD/.pre-commit-hooks.yaml
. tests/cli/check.inc

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_ALLOW_PROTOCOL=file
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
export PRE_COMMIT_HOME="$scratch/cache" HOME="$scratch"
mkdir bin && ln -s "$tool" bin/cudasynclint
PATH=$scratch/bin:$PATH

pre-commit validate-manifest "$manifest" || fail "the manifest"
git init -q hooks && cp "$manifest" hooks/ && git -C hooks add . && git -C hooks commit -qm hooks ||
    exit 1
revision=$(git -C hooks rev-parse HEAD)

git init -q repository && cd repository || exit 1
cat >.pre-commit-config.yaml <<END
repos:
  - repo: $scratch/hooks
    rev: $revision
    hooks:
      - id: cudasynclint-system
END
pre-commit install >/dev/null || fail "pre-commit install"
git add .pre-commit-config.yaml
git commit -qm configuration >log 2>&1 || fail "a commit without CUDA files: $(cat log)"

cp ../good.cu .
git add good.cu
git commit -qm good >log 2>&1 || fail "the good file was stopped: $(cat log)"

cp ../bad.cu .
git add bad.cu
if git commit -qm bad >log 2>&1; then
    fail "the bad file was committed"
fi
has log "bad.cu:3:9: error:"
has log "[barrier-divergence]"
[ "$(git log --format=%s | head -n 1)" = good ] || fail "the bad file is in the history"

# A header, and a file that is none of ours.
git rm -qf --cached bad.cu
sed 's/bad/other/' bad.cu >other.cuh
git add other.cuh
git commit -qm header >log 2>&1 && fail "the bad header was committed"
has log "other.cuh:3:9: error:"
git rm -qf --cached other.cuh
cp bad.cu notes.txt
git add notes.txt
git commit -qm text >log 2>&1 || fail "a text file was checked: $(cat log)"

# Without the tool the hook fails, and says so.
rm ../bin/cudasynclint
sed 's/good/better/' good.cu >better.cu
git add better.cu
git commit -qm better >log 2>&1 && fail "a commit passed without the tool"
has log "cudasynclint"

finish

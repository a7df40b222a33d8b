#!/bin/sh
# The hook that installs itself, run by pre-commit in a scratch repository with local packages only:
# no cudasynclint is on the PATH, and a bad file stops the commit.
root=$PWD
command -v pre-commit >/dev/null || {
    echo "skipped: pre-commit is not installed"
    exit 77
}
. tests/cli/check.inc
. "$root/tests/package/thin_bundle.inc"
[ -e "$(echo "$dist"/*.whl)" ] || {
    echo "skipped: no setuptools or no wheel to make the package with"
    exit 77
}
[ -n "$(find /usr/share/python-wheels -name 'setuptools-*' 2>/dev/null)" ] || {
    echo "skipped: no wheel of setuptools to install offline (python3-setuptools-whl, python3-wheel-whl)"
    exit 77
}
command -v cudasynclint >/dev/null && fail "there is a cudasynclint already"
grep -q "cudasynclint==$version\"" "$root/pyproject.toml" || fail "pyproject.toml: not version $version"
grep -q "^version = \"$version\"" "$root/pyproject.toml" || fail "pyproject.toml: not version $version"

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_ALLOW_PROTOCOL=file
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
export PRE_COMMIT_HOME="$scratch/cache"
git init -q hooks && cp "$root/.pre-commit-hooks.yaml" "$root/pyproject.toml" hooks/ &&
    git -C hooks add . && git -C hooks commit -qm hooks && git -C hooks tag "v$version" || exit 1

git init -q repository && cd repository || exit 1
cat >.pre-commit-config.yaml <<END
repos:
  - repo: $scratch/hooks
    rev: v$version
    hooks:
      - id: cudasynclint
END
pre-commit install >/dev/null || fail "pre-commit install"
cp ../good.cu .
git add .
git commit -qm good >log 2>&1 || fail "the good file was stopped: $(cat log "$PRE_COMMIT_HOME"/*.log)"
cp ../bad.cu .
git add bad.cu
if git commit -qm bad >log 2>&1; then
    fail "the bad file was committed"
fi
has log "bad.cu:3:9: error:"
finish

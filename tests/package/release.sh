#!/bin/sh
# ./dev release VERSION: what it refuses, and what it leaves in dist/. Tests and packages are stand-ins
# here; nothing may leave the machine.
root=$PWD
command -v git >/dev/null || {
    echo "skipped: git is not installed"
    exit 77
}
. tests/cli/check.inc
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 HOME="$scratch"
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org

version=$(sed -n 's/^project(cudasynclint VERSION \([0-9.]*\) .*/\1/p' "$root/CMakeLists.txt")
machine=$(uname -m)
mkdir tree bin && cd tree || exit 1
for name in packaging ci docs README.md CHANGELOG.md CMakeLists.txt pyproject.toml action.yml .gitignore; do
    cp -r "$root/$name" .
done
cat >dev <<END
#!/bin/sh
echo "\$1" >>"$scratch/steps"
[ "\$1" = package ] || exit 0
mkdir -p dist && cd dist
echo bundle >cudasynclint-$version-linux-$machine.tar.xz
sha256sum cudasynclint* >SHA256SUMS
END
chmod +x dev
for name in gh twine npm curl docker; do
    printf '#!/bin/sh\ntouch "%s"\nexit 1\n' "$scratch/left-$name" >../bin/$name
    chmod +x ../bin/$name
done
rm ../bin/docker # only asked about what is on this machine
PATH=$scratch/bin:$PATH
sed -i "/^## $version /d" CHANGELOG.md
git init -q . && git add . && git commit -qm all || exit 1

release() { # EXPECTED VERSION [TEXT in what it says]
    packaging/release "$2" >../out 2>../err </dev/null
    code=$?
    [ $code -eq "$1" ] || fail "exit code $code of release $2: $(cat ../err)"
    [ -z "${3-}" ] || has ../err "$3"
}
release 2 one "MAJOR.MINOR.PATCH"
release 2 9.9.9 "CMakeLists.txt has another version"
release 2 "$version" "CHANGELOG.md has no section"
sed -i "0,/^## /s//## $version (2026-11-22)\n\n- Something new.\n\n## /" CHANGELOG.md
release 2 "$version" "not committed"
git commit -qam changes
echo 'uses: OWNER/cudasynclint@main' >>docs/tutorial.md && git commit -qam branch
release 2 "$version" "a branch where a version belongs"
git reset -q --hard HEAD~1
git tag "v$version"
release 2 "$version" "exists"
git tag -d "v$version" >/dev/null
[ ! -e ../steps ] || fail "something was made before the checks were done"

release 0 "$version"
printf 'test\nnightly\npackage\n' >../wanted
cmp -s ../wanted ../steps || fail "the steps: $(cat ../steps)"
has dist/NOTES.md "- Something new."
lacks dist/NOTES.md "## "
has dist/Dockerfile "ARG BASE=debian:bookworm-slim"
sha256=$(sha256sum <"dist/cudasynclint-$version-linux-$machine.tar.xz" | cut -d' ' -f1)
has ci/release "version=$version"
has ci/release "sha256_$machine=$sha256"
has ci/gitlab.yml "CUDASYNCLINT_VERSION: \"$version\""
has ci/gitlab.yml "CUDASYNCLINT_SHA256: \"$sha256\""
has ../out "git tag -s v$version"
cd ..
[ -z "$(find . -maxdepth 1 -name 'left-*')" ] || fail "it reached out: $(ls)"
[ -z "$(git -C tree tag)" ] || fail "it made a tag"
finish

#!/bin/sh
# --changed and --changed-lines cannot be talked out of a finding: not by attributes, bytes that are
# no text, links or names of the change, and no command of the repository runs.
. tests/cli/check.inc
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a
export GIT_COMMITTER_EMAIL=a@example.org

race_and_right

# start NAME: a repository with right.cu as z.cu.
start() {
    cd "$scratch" && mkdir "$1" && cd "$1" && git init -q . || exit 1
    cp ../right.cu z.cu
    git add z.cu && git commit -qm one || exit 1
}
commit() {
    git add -A && git commit -qm two || exit 1
}

# ---- attributes and bytes -----------------------------------------------------------------------

start attribute
cp ../race.cu z.cu
echo '*.cu -diff' >.gitattributes
lint 1 --changed=HEAD .
commit
lint 1 --changed=HEAD~1 .
has out "[shared-race]"
has err "also decides what counts: .gitattributes"
git diff HEAD~1 >../binary.diff
has ../binary.diff "Binary files"
lint 1 --changed-lines=../binary.diff z.cu
git -c core.quotePath=true diff --binary HEAD~1 >../patch.diff
has ../patch.diff "GIT binary patch"
lint 1 --changed-lines=../patch.diff z.cu
printf 'Binary files x/z.cu and z.cu differ\n' >../plain.diff
lint 1 --changed-lines=../plain.diff z.cu
printf 'diff --git a/y.cu b/z.cu\nrename from y.cu\nrename to z.cu\nGIT binary patch\n' >../renamed.diff
lint 1 --changed-lines=../renamed.diff z.cu
printf 'diff --git a/y.cu b/x.cu\nGIT binary patch\n' >../which.diff
lint 2 --changed-lines=../which.diff z.cu

start nul
cp ../race.cu z.cu
echo '*.txt diff' >.gitattributes
printf 'a\0b\n' >aa.txt
lint 1 --changed=HEAD .
commit
lint 1 --changed=HEAD~1 .
git diff HEAD~1 >../nul.diff
lint 1 --changed-lines=../nul.diff z.cu
head -c 300000 /dev/zero | "$tool" --changed-lines=- z.cu >out 2>err
[ $? -eq 2 ] || fail "NULs are a diff"
has err "this is no unified diff"

# A file that git sees no change in.
start hidden
git update-index --assume-unchanged z.cu
cp ../race.cu z.cu
lint 1 --changed=HEAD .
git update-index --no-assume-unchanged --skip-worktree z.cu
lint 1 --changed=HEAD .

# Line ends alone change nothing; a file that was no text is new.
start ends
cp ../race.cu z.cu && commit
sed 's/$/\r/' ../race.cu >z.cu
lint 0 --changed=HEAD .
has err "1 not of this change"
printf '\0' >z.cu && commit
cp ../race.cu z.cu
lint 1 --changed=HEAD .

# New files, ignored ones, renamed ones, links.
start names
cp ../race.cu new.cu
lint 1 --changed=HEAD .
mkdir generated && mv new.cu generated/
echo generated/ >.gitignore
lint 0 --changed=HEAD .
rm -r generated
cp ../race.cu old.cu && commit
git mv old.cu moved.cu
lint 0 --changed=HEAD .
ln -s z.cu link.cu && commit
lint 0 --changed=HEAD link.cu
ln -sf moved.cu link.cu
lint 1 --changed=HEAD link.cu
cd .. && mkdir beside && cd beside && git init -q . && cp ../race.cu in.cu && git add in.cu &&
    git commit -qm inner || exit 1
cd ../names && mkdir part && cp -r ../beside part/inner && git add part 2>/dev/null && git commit -qm sub -q || exit 1
lint 0 --changed=HEAD part/inner/in.cu
# Its own index and commits count for nothing: what differs from the commit that the base holds does.
cp part/inner/in.cu ../in.cu && sed 's/255/254/' ../in.cu >part/inner/in.cu
lint 1 --changed=HEAD part/inner/in.cu
git -C part/inner commit -qam other
lint 1 --changed=HEAD part/inner/in.cu
git -C part/inner reset -q --hard HEAD~1
lint 0 --changed=HEAD part/inner/in.cu
cp ../in.cu part/inner/new.cu
lint 1 --changed=HEAD part/inner/new.cu
rm part/inner/new.cu
cp -r ../beside part/inner/deep && git -C part/inner add deep 2>/dev/null && git -C part/inner commit -qm deep &&
    git add part && git commit -qm deep || exit 1
lint 0 --changed=HEAD part/inner/deep/in.cu
echo >>part/inner/deep/in.cu && sed -i 's/255/254/' part/inner/deep/in.cu
lint 1 --changed=HEAD part/inner/deep/in.cu
git -C part/inner/deep checkout -q .
mv part/inner/.git part/inner/.gone # a commit that cannot be read makes all new
lint 1 --changed=HEAD part/inner/in.cu
mv part/inner/.gone part/inner/.git
git -C part/inner commit -q --allow-empty -m more && git add part
lint 1 --changed=HEAD part/inner/in.cu

# ---- the gate itself ----------------------------------------------------------------------------

start gate
cp ../race.cu z.cu && commit
"$tool" -q --baseline=base.json --write-baseline z.cu >out 2>err
echo 'baseline: base.json' >.cudasynclint.yaml
lint 0 --changed=HEAD z.cu
has err "decides what counts: .cudasynclint.yaml, base.json"
commit
lint 0 --changed=HEAD z.cu
lacks err "decides what counts"

# ---- nothing of the repository runs -------------------------------------------------------------

mkdir "$scratch/outer" && cd "$scratch/outer" && git init -q . || exit 1
cp -r "$scratch/attribute/.git" sub
git --git-dir=sub config core.bare false
git --git-dir=sub config core.worktree .
git --git-dir=sub config core.fsmonitor "touch $scratch/PWNED; false"
cp ../right.cu sub/z.cu
git add -A && git commit -qm outer
cd "$scratch" && git clone -q outer clone && cd clone/sub || exit 1
echo >>z.cu
lint 2 --changed=HEAD z.cu
has err "a repository inside of another one"
[ ! -e "$scratch/PWNED" ] || fail "a command of an embedded repository ran"

start archive
echo '*.cu diff=evil filter=evil' >.gitattributes
commit
for key in core.fsmonitor diff.evil.textconv diff.evil.command filter.evil.clean filter.evil.smudge \
    filter.evil.process diff.external core.pager core.sshCommand core.alternateRefsCommand; do
    git config "$key" "touch $scratch/PWNED; cat"
done
git config filter.evil.required true
for hook in post-index-change fsmonitor-watchman pre-commit; do
    printf '#!/bin/sh\ntouch %s\n' "$scratch/PWNED" >.git/hooks/$hook
    chmod +x .git/hooks/$hook
done
cp ../race.cu z.cu
lint 1 --changed=HEAD .
lint 1 --changed=HEAD~1 .
[ ! -e "$scratch/PWNED" ] || fail "a command of a shipped configuration ran"

# ---- clear errors -------------------------------------------------------------------------------

lint 2 --changed=no-such z.cu
has err 'there is no commit `no-such` here'
mkdir "$scratch/none" && cd "$scratch/none" && cp ../race.cu . || exit 1
GIT_CEILING_DIRECTORIES=$scratch lint 2 --changed=HEAD race.cu
has err "the current folder is in no git repository"
start orphan
git checkout -q --orphan other && cp ../race.cu z.cu && commit
lint 2 --changed=master z.cu
start elsewhere
git config core.worktree "$scratch/none"
cp ../race.cu z.cu
lint 2 --changed=HEAD z.cu
if [ "$(id -u)" -eq 0 ]; then
    start owner
    cp ../race.cu z.cu
    chown -R 65534:65534 .
    lint 2 --changed=HEAD z.cu
    has err "belongs to another user"
fi
finish

#!/bin/sh
# The walk of a new user, in a scratch repository: install the package, look, accept the old, break
# something, be stopped, see it in the reports, mend it, suppress what is meant that way.
build=$(dirname "$CUDASYNCLINT")
manifest=$PWD/.pre-commit-hooks.yaml
. tests/cli/check.inc

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_ALLOW_PROTOCOL=file
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
export PRE_COMMIT_HOME="$scratch/cache" HOME="$scratch"

# ---- install ------------------------------------------------------------------------------------

if command -v dpkg-shlibdeps >/dev/null; then
    (cd "$build" && cpack -G DEB -D CPACK_PACKAGE_DIRECTORY="$scratch/packages") >pack.log 2>&1 ||
        fail "cpack: $(tail -n 3 pack.log)"
    mkdir -p installed/var/lib/dpkg/updates installed/var/lib/dpkg/info
    : >installed/var/lib/dpkg/status # the libraries it depends on are those of this machine
    dpkg --root="$scratch/installed" --log=/dev/null --force-not-root --force-depends \
        --force-bad-path -i packages/*.deb >dpkg.log 2>&1 || fail "dpkg -i: $(tail -n 3 dpkg.log)"
else
    echo "no dpkg-shlibdeps: walking with cmake --install"
    cmake --install "$build" --prefix "$scratch/installed/usr" >/dev/null || fail "cmake --install"
fi
PATH=$scratch/installed/usr/bin:$PATH
tool=cudasynclint
[ "$(command -v cudasynclint)" = "$scratch/installed/usr/bin/cudasynclint" ] || fail "not installed"

# ---- the repository -----------------------------------------------------------------------------

mkdir -p repository/src && cd repository && git init -q . || exit 1
cp ../bad.cu src/legacy.cu
cat >src/blur.cu <<'END'
__global__ void blur(float *out, const float *in, int n) {
    __shared__ float row[258];
    for (int base = 0; base < n; base += 256) {
        row[threadIdx.x + 1] = in[base + threadIdx.x];
        if (threadIdx.x == 0) {
            row[0] = in[base];
            row[257] = in[base + 255];
        }
        __syncthreads();
        out[base + threadIdx.x] = row[threadIdx.x] + row[threadIdx.x + 1] + row[threadIdx.x + 2];
        __syncthreads();
    }
}
void run(float *out, const float *in, int n) { blur<<<1, 256>>>(out, in, n); }
END
git add . && git commit -qm "before the tool"

# The first run finds the old bug, and that the other kernel is right.
lint 1 -v .
has out "src/legacy.cu:3:9: error:"
has out "blur: proved"
lint 0 --explain barrier-divergence
has out "# barrier-divergence"

# ---- accept the old, gate the new -----------------------------------------------------------------

echo "baseline: cuda-baseline.json" >.cudasynclint.yaml
lint 0 --write-baseline .
has err "baseline: 1 finding"
lint 0 .
lint 0 --dump-config src/blur.cu
has out "cuda-baseline.json"

if command -v pre-commit >/dev/null; then
    git init -q ../hooks && cp "$manifest" ../hooks/ && git -C ../hooks add . &&
        git -C ../hooks commit -qm hooks || exit 1
    cat >.pre-commit-config.yaml <<END
repos:
  - repo: $scratch/hooks
    rev: $(git -C ../hooks rev-parse HEAD)
    hooks:
      - id: cudasynclint-system
END
    git add . # pre-commit wants its configuration staged
    pre-commit install >/dev/null || fail "pre-commit install"
else
    echo "pre-commit is not installed: walking with a hook script"
    cat >.git/hooks/pre-commit <<'END'
#!/bin/sh
git diff --cached --name-only --diff-filter=d | grep '\.cuh*$' | xargs -r cudasynclint
END
    chmod +x .git/hooks/pre-commit
fi
git add .
git commit -qm "gate with cudasynclint" >log 2>&1 || fail "the hook stopped accepted findings: $(cat log)"

# ---- a new bug is stopped -----------------------------------------------------------------------

cp src/blur.cu ../blur.good
sed -i 11d src/blur.cu # the barrier at the end of the loop
git add src
if git commit -qm "one barrier less" >log 2>&1; then
    fail "a commit that deletes a barrier passed"
fi
has log "[shared-race]"
lint 1 --changed=HEAD .
has out "src/blur.cu:"
lacks out "legacy.cu"

lint 1 --format=text --format=sarif:r.sarif --format=html:r.html --format=json:r.json .
json r.sarif version=2.1.0
json r.json version=2
for report in r.sarif r.html r.json; do
    has $report "shared-race"
    has $report "blur"
    has $report "src/blur.cu"
done
has r.html 'class="lanes'
lacks r.html "legacy.cu:3"

# ---- mend it ------------------------------------------------------------------------------------

lint 1 --diff src/blur.cu
has out "+        __syncthreads();"
lint 0 --fix src/blur.cu
cmp src/blur.cu ../blur.good || fail "--fix did not bring the barrier back"
lint 0 .

# ---- what is meant that way ---------------------------------------------------------------------

cat >src/publish.cu <<'END'
__global__ void publish(int *flag) {
    __shared__ int s;
    s = threadIdx.x;
    __syncthreads();
    flag[0] = s;
}
END
git add src
git commit -qm "any thread may win" >log 2>&1 && fail "a race passed"
lint 0 --add-suppressions="any value will do" src/publish.cu
has src/publish.cu "any value will do"
lint 0 src/publish.cu
has err "suppressed"
lint 0 --show-suppressed src/publish.cu
has out "any value will do"
git add src
git commit -qm "any thread may win, and we say so" >log 2>&1 || fail "the hook: $(cat log)"

# ---- the old bug goes ---------------------------------------------------------------------------

sed -i '2d' src/legacy.cu
lint 0 .
has err "1 entry has no finding any more"
lint 0 --prune-baseline .
lint 0 --baseline-strict .
git add .
git commit -qm "legacy mended" >log 2>&1 || fail "the last commit: $(cat log)"
[ "$(git rev-list --count HEAD)" -eq 4 ] || fail "other commits than expected"

finish

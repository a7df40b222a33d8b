#!/bin/sh
# The Python package and the npm package, installed from their files: pip, npx. Offline. (nightly/packages.sh
# takes the whole ones.)
root=$PWD
. tests/cli/check.inc
. "$root/tests/package/thin_bundle.inc"
ran=0

# runs COMMAND...: it finds what the tool of the build finds
"$tool" bad.cu >expected 2>/dev/null
runs() {
    "$@" bad.cu >out 2>err </dev/null
    [ $? -eq 1 ] || fail "$*: $(cat err)"
    cmp -s out expected || fail "$*: other output: $(cat out)"
    ran=$((ran + 1))
}

# A Python with venv, and with pip for it.
for python in python3 /usr/bin/python3 none; do
    [ $python = none ] || ! $python -m venv venv 2>venv.err || break
done
wheel=$(echo "$dist"/*.whl)
if [ ! -e "$wheel" ]; then
    echo "the wheel is not tested: no setuptools or no wheel"
elif [ $python = none ]; then
    echo "pip is not tested: $(head -n 1 venv.err)"
else
    case $wheel in
    */cudasynclint-"$version"-py3-none-manylinux_2_*) ;;
    *) fail "the name of the wheel: $wheel" ;;
    esac
    find venv | sort >before
    venv/bin/pip install -q "$wheel" >log 2>&1 || fail "pip install: $(cat log)"
    runs venv/bin/cudasynclint
    runs venv/bin/python -m cudasynclint
    venv/bin/cudasynclint --version >out
    has out "cudasynclint $version"
    venv/bin/pip uninstall -qy cudasynclint >log 2>&1 || fail "pip uninstall: $(cat log)"
    find venv -name __pycache__ -prune -o -print | sort >after
    grep -v __pycache__ before >before.files
    cmp -s before.files after || fail "pip uninstall leaves: $(diff before.files after)"
fi

package=$(echo "$dist"/*.tgz)
if [ -e "$package" ] && command -v npx >/dev/null; then
    runs npx --offline --yes --package "$package" cudasynclint
else
    echo "the npm package is not tested: no npm"
fi

[ $ran -gt 0 ] || [ $failures -gt 0 ] || {
    echo "skipped: neither Python with venv, setuptools and wheel, nor npm"
    exit 77
}
finish

#!/bin/sh
# What users install, whole: the archive, the wheel and the npm package are as small as promised, and
# pip, pipx and npx install them from the files, offline.
root=$PWD
. tests/cli/check.inc
build=$(dirname "$CUDASYNCLINT")
bundle=$(BUNDLE_XZ=none python3 "$root/packaging/bundle.py" "$build" "$scratch/bundles") || exit 1
dist=$scratch/dist
PACKAGES_XZ=0 python3 "$root/packaging/packages.py" "$bundle" "$dist" || exit 1
tar -C "$bundle/.." -c "${bundle##*/}" | xz -6 --threads=1 >"$dist/bundle.tar.xz"

at_most() { # FILE MEGABYTES
    [ "$(wc -c <"$1")" -lt "$2"000000 ] || fail "$1 has $(wc -c <"$1") bytes"
}
wheel=$(echo "$dist"/*.whl) package=$(echo "$dist"/*.tgz)
at_most "$dist/bundle.tar.xz" 70

"$tool" bad.cu >expected 2>/dev/null
runs() { # COMMAND...: it finds what the tool of the build finds
    "$@" bad.cu >out 2>err </dev/null
    [ $? -eq 1 ] || fail "$*: $(cat err)"
    cmp -s out expected || fail "$*: other output: $(cat out)"
}
export HOME="$scratch/home" PIP_NO_INDEX=1 PIP_FIND_LINKS="$dist /usr/share/python-wheels"
mkdir -p "$HOME"
if [ -e "$wheel" ] && /usr/bin/python3 -m venv venv 2>err; then
    at_most "$wheel" 95
    venv/bin/pip install -q "$wheel" || fail "pip install"
    runs venv/bin/cudasynclint
    [ -n "$(find venv -name libclang*)" ] || fail "no libclang in the wheel"
else
    echo "not tested: the wheel (setuptools, wheel or venv is missing)"
fi
if [ -e "$wheel" ] && command -v pipx >/dev/null; then
    runs pipx run --spec "$wheel" cudasynclint
else
    echo "not tested: pipx"
fi
if [ -e "$package" ]; then
    at_most "$package" 95
    runs npx --offline --yes --package "$package" cudasynclint
else
    echo "not tested: the npm package"
fi
finish

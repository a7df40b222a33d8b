#!/bin/sh
# Packages made from this build: the .deb and the tarball, unpacked and run, and cmake --install.
. tests/cli/check.inc
build=$(dirname "$CUDASYNCLINT")

pack() { # GENERATOR
    (cd "$build" && cpack -G "$1" -D CPACK_PACKAGE_DIRECTORY="$scratch/packages") >pack.log 2>&1 || {
        tail pack.log
        fail "cpack -G $1"
    }
}

# complete PREFIX: the tool below it works, and what belongs to it is there.
complete_at() {
    tool=$1/bin/cudasynclint
    lint 1 bad.cu
    has out "[barrier-divergence]"
    lint 0 --explain shared-race
    for file in cudasynclint/cudasynclint.schema.json man/man1/cudasynclint.1 \
        cudasynclint/cmake/CudaSyncLint.cmake cudasynclint/cmake/CudaSyncLintEverywhere.cmake \
        cudasynclint/integrations/make/cudasynclint.mk \
        bash-completion/completions/cudasynclint zsh/vendor-completions/_cudasynclint \
        fish/vendor_completions.d/cudasynclint.fish doc/cudasynclint/copyright; do
        [ -s "$1/share/$file" ] || fail "no $file below $1"
    done
    json "$1/share/cudasynclint/cudasynclint.schema.json" type=object
}

if command -v dpkg-shlibdeps >/dev/null; then
    pack DEB
    deb=$(echo packages/*.deb)
    dpkg-deb -x "$deb" deb || fail "dpkg-deb -x $deb"
    complete_at deb/usr
    dpkg-deb -f "$deb" Depends >out.depends
    for library in libclang libjansson4 libyaml-0-2 libglib2.0-0; do
        has out.depends "$library"
    done
else
    echo "skipped: no dpkg-shlibdeps for the .deb"
fi

pack TGZ
mkdir tgz && tar -xzf packages/*.tar.gz -C tgz --strip-components=1 || fail "tar"
complete_at tgz

cmake --install "$build" --prefix "$scratch/installed" >install.log 2>&1 || fail "cmake --install"
complete_at installed

finish

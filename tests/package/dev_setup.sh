#!/bin/sh
# ./dev for a user who is not root: it says what is missing and the one line that installs it. Linting
# asks for nothing that only tests use. Stand-ins for dpkg, apt, id and sudo; nothing is installed.
root=$PWD
. tests/cli/check.inc
mkdir bin tree
for name in id sudo apt-get apt-cache dpkg-query; do
    printf '#!/bin/sh\n' >bin/$name
    chmod +x bin/$name
done
echo 'echo 1000' >>bin/id
echo 'exit 1' >>bin/sudo
echo 'exit 1' >>bin/dpkg-query # not installed, none of them
echo "touch '$scratch/installed'; exit 100" >>bin/apt-get
cp "$root/dev" tree/

refused() { # COMMAND
    PATH=$scratch/bin:$PATH tree/dev "$1" good.cu >out 2>err </dev/null
    [ $? -eq 2 ] || fail "exit code of ./dev $1"
    lines err 1
    has err "As root: apt-get install -y --no-install-recommends gcc "
    has err "libyaml-dev"
}
refused lint
for package in check pre-commit clang-format python3-jsonschema; do
    lacks err " $package"
done
refused test
for package in " check" pre-commit libjansson-dev; do
    has err "$package"
done
[ ! -e installed ] || fail "apt-get was run"
finish

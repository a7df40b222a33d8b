#!/bin/sh
# On a bare Debian 12 and a bare Ubuntu 24.04, as an ordinary user: the bundle, the wheel and the .deb
# lint the README's example; uninstalling leaves nothing. Needs root, debootstrap and a mirror, which
# $DEBIAN_MIRROR and $UBUNTU_MIRROR name (else Debian's is that of this machine).
root=$PWD
. tests/cli/check.inc
for program in debootstrap chroot python3 dpkg-deb; do
    PATH=$PATH:/usr/sbin command -v $program >/dev/null || {
        echo "skipped: no $program"
        exit 77
    }
done
[ "$(id -u)" = 0 ] || {
    echo "skipped: not root"
    exit 77
}
PATH=$PATH:/usr/sbin
build=$(dirname "$CUDASYNCLINT")
bundle=$(BUNDLE_XZ=none python3 "$root/packaging/bundle.py" "$build" "$scratch/bundles") || exit 1
PACKAGES_XZ=0 python3 "$root/packaging/packages.py" "$bundle" "$scratch/dist" || exit 1
example=$(sed -n 's/^\$ cudasynclint \([^-].*\)/\1/p' "$root/README.md" | head -n 1)
(cd "$root" && "$tool" "$example") >expected 2>/dev/null
ran=0

as_user() { # COMMAND: in $bare, as an ordinary user
    chroot --userspec=1000:1000 "$bare" env -i HOME=/home/user PATH=/usr/bin:/bin sh -c "cd /src && $1"
}
lints() { # COMMAND
    as_user "$1 $example" >out 2>err
    [ $? -eq 1 ] || fail "$suite: $1: $(cat err)"
    cmp -s out expected || fail "$suite: $1: other output: $(cat out)"
    ran=$((ran + 1))
}
in_bare() {
    chroot "$bare" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@" \
        >log 2>&1 || fail "$suite: $*: $(tail -n 3 log)"
}
listed() { (cd "$bare" && find home src -type f | sort); }

check_suite() { # SUITE MIRROR
    suite=$1 bare=$scratch/$1
    scripts=/usr/share/debootstrap/scripts script=
    [ -e $scripts/"$suite" ] || script=$scripts/gutsy # what newer suites of Ubuntu are links to
    # shellcheck disable=SC2086 # may be nothing
    debootstrap --variant=minbase "$suite" "$bare" "$2" $script >bootstrap.log 2>&1 || {
        echo "not tested: $suite ($(tail -n 1 bootstrap.log))"
        return
    }
    mkdir -p "$bare/home/user" "$bare/src/${example%/*}"
    cp "$root/$example" "$bare/src/$example"
    cp "$root"/corpus/*.h "$bare/src/corpus/"
    chown -R 1000:1000 "$bare/home/user"
    mount --bind /proc "$bare/proc"
    mounted="$mounted $bare/proc"
    listed >before

    cp -r "$bundle" "$bare/opt/bundle"
    lints "/opt/bundle/bin/cudasynclint --no-cache"
    rm -r "$bare/opt/bundle"

    cp /etc/resolv.conf "$bare/etc/"
    if [ "$suite" = bookworm ]; then # Debian's packages come the way they do here
        cp -r /etc/apt/apt.conf.d/. "$bare/etc/apt/apt.conf.d/" 2>/dev/null
        cp /etc/apt/sources.list.d/debian.sources "$bare/etc/apt/sources.list.d/" 2>/dev/null
    fi
    [ "$suite" = bookworm ] || # Ubuntu's part with python3-venv
        sed -i 's/ main$/ main universe/' "$bare/etc/apt/sources.list"
    in_bare apt-get update
    in_bare apt-get install -y --no-install-recommends python3-venv
    cp "$scratch"/dist/*.whl "$bare/tmp/"
    as_user "python3 -m venv ~/venv && ~/venv/bin/pip install -q --no-index /tmp/*.whl" >out 2>&1 ||
        fail "$suite: pip: $(cat out)"
    lints "~/venv/bin/cudasynclint --no-cache"
    as_user "rm -r ~/venv ~/.cache" 2>/dev/null

    cp "$scratch"/dist/*.deb "$bare/tmp/"
    in_bare sh -c "dpkg -i /tmp/*.deb"
    lints "cudasynclint --no-cache"
    [ -s "$bare/usr/share/man/man1/cudasynclint.1" ] || fail "$suite: no manual"
    in_bare dpkg -P cudasynclint
    left=$(find "$bare/usr" "$bare/etc" "$bare/var/lib/dpkg/info" -name '*cudasynclint*')
    [ -z "$left" ] || fail "$suite: dpkg -P leaves $left"
    listed >after
    cmp -s before after || fail "$suite: files are left: $(diff before after)"
}

mounted=
trap 'for m in $mounted; do umount "$m"; done; rm -rf "$scratch"' EXIT
debian=$(sed -n 's/^URIs: \(.*debian\)$/\1/p;s/^deb \([^ ]*debian\) .*/\1/p' /etc/apt/sources.list \
    /etc/apt/sources.list.d/*.sources 2>/dev/null | head -n 1)
check_suite bookworm "${DEBIAN_MIRROR:-${debian:-http://deb.debian.org/debian}}"
check_suite noble "${UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu}"
[ $ran -gt 0 ] || [ $failures -gt 0 ] || {
    echo "skipped: no suite could be had"
    exit 77
}
finish

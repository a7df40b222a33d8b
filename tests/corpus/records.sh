#!/bin/sh
# Every record of a GPU run is that of a case that is there.
set -u
orphans=$(cd runtime_tests/records && find . -type f | sort | while read -r record; do
    [ -e "../../corpus/${record%.json}.cu" ] || echo "runtime_tests/records/$record"
done)
[ -z "$orphans" ] || {
    echo "records without a case:"
    echo "$orphans"
    exit 1
}

#!/bin/sh
# Instances that an explicit instantiation makes are found where a macro writes it, and in namespaces,
# whether or not a comment stands before.
sources=$PWD/tests/frontend/macro_uses
. tests/cli/check.inc
"$tool" --no-cache --isolated -v "$sources" >out 2>&1
for instance in '<float, 64>' '<float, 128>' '<int, 64>' '<unsigned int, 128>' '<double, 96>' '<short, 32>' '<char, 160>'; do
    has out "$instance"
done
lacks out "note: $sources"
finish

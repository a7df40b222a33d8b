#!/bin/sh
# Instances that an explicit instantiation makes are found where a macro writes it, and in namespaces.
sources=$PWD/tests/frontend/macro_uses
. tests/cli/check.inc
"$tool" --no-cache --isolated -v "$sources" >out 2>&1
for instance in '<float, 64>' '<float, 128>' '<int, 64>' '<unsigned int, 128>' '<double, 96>' '<short, 32>'; do
    has out "$instance"
done
lacks out "note: $sources"
finish

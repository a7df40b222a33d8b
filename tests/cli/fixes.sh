#!/bin/sh
# bench/fixes.py makes the trees before and after a fix from clones and says what the tool finds.
fixes=$PWD/bench/fixes.py
. tests/cli/check.inc
command -v python3 >/dev/null && command -v git >/dev/null || finish

commit() { git -C "$1" add . && git -C "$1" -c user.name=x -c user.email=x@y commit -qm "$2"; }

# A kernel in a header, with a barrier that the fix adds; the header's own header is a submodule.
mkdir -p clones/them/lib clones/them/app
git -C clones/them/lib init -q
echo '#define TILE 128' >clones/them/lib/tile.h
commit clones/them/lib one
app=clones/them/app
git -C $app init -q
printf '[submodule "lib"]\n\tpath = lib\n\turl = https://example.com/them/lib.git\n' >$app/.gitmodules
git -C $app update-index --add --cacheinfo "160000,$(git -C clones/them/lib rev-parse HEAD),lib"
mkdir $app/src
kernel() {
	cat <<-Y
	#include <tile.h>
	__global__ void turn(float *a)
	{
	    __shared__ float s[TILE];
	    s[threadIdx.x] = a[threadIdx.x];
	${1-}    a[threadIdx.x] = s[TILE - 1 - threadIdx.x];
	}
	__global__ void other(float *a) { a[0] = threadIdx.x; }
	Y
}
kernel >$app/src/turn.cuh
printf '#include "turn.cuh"\nvoid f(float *a) { turn<<<1, TILE>>>(a); other<<<1, 32>>>(a); }\n' >$app/src/main.cu
git -C $app add src .gitmodules
git -C $app -c user.name=x -c user.email=x@y commit -qm bad
parent=$(git -C $app rev-parse HEAD)
kernel "    __syncthreads();
" >$app/src/turn.cuh
git -C $app add src
git -C $app -c user.name=x -c user.email=x@y commit -qm fix
fix=$(git -C $app rev-parse HEAD)

{
	echo part,family,repository,fix,parent,file,units,flags,lines,kernel,class
	for family in a b c; do
		echo ",$family,them/app,$fix,$parent,src/turn.cuh,src/m*.cu,-I lib,5~6,turn,race"
	done
	echo ",d,them/app,$fix,$parent,src/turn.cuh,src/m*.cu,-I lib,8,turn,race"
	echo ",e,them/app,$fix,$parent,src/turn.cuh,src/m*.cu,-I lib,8~8,other,race"
	echo ",f,them/gone,$fix,$parent,src/turn.cuh,,,5,turn,race"
} >list
python3 "$fixes" draw 1 --list=list || fail "draw"
cp list once
python3 "$fixes" draw 1 --list=list
cmp -s list once || fail "the same seed draws another part"
[ "$(grep -c '^untouched' list)" = 2 ] || fail "not a third is untouched"
[ "$(grep -c '^practice' list)" = 4 ] || fail "not two thirds are for practice"

python3 "$fixes" run "$tool" clones --part=all --list=list --json=results >out || fail "run"
[ "$(grep -c '^found silent .* turn (race): findings' out)" = 3 ] || fail "the bug is found, and gone after the fix"
has out "not              them/app"
has out "found NOT SILENT them/app"
has out "no clone"
has out "6 pairs: 4 found, 0 low, 1 not, 1 no clone; 3 of 4 silent after the fix"
"$JSON_CHECK" results || fail "JSON"
python3 "$fixes" run "$tool" clones --list=list >out || fail "run"
has out "4 pairs"
finish

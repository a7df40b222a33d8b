#!/bin/sh
# The golden SARIF reports, and one of the tool, as Microsoft's multitool sees them (npm:
# @microsoft/sarif-multitool), with GitHub's rules.
command -v sarif-multitool >/dev/null || {
    echo "skipped: sarif-multitool is not installed"
    exit 77
}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# accepted KIND FILE: by the multitool's rules of this kind, as far as its errors go.
accepted() {
    said=$(DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 sarif-multitool validate "$2" \
        --rule-kind "$1" --level Error 2>&1)
    case $said in
    *': error '*) return 1 ;;
    *'completed successfully'*) return 0 ;;
    *) return 1 ;;
    esac
}

"$CUDASYNCLINT" --no-cache -q --format="sarif:$scratch/tool.sarif" \
    $(find corpus -name 'bad_a*.cu')
for report in tests/report/golden/*.sarif "$scratch/tool.sarif"; do
    for kind in Sarif Ghas; do
        accepted $kind "$report" || {
            echo "FAIL: $report: $kind: $said"
            exit 1
        }
    done
done
# It would say so: GitHub wants a place for every result.
sed 's/"locations": \[/"formerLocations": [/' tests/report/golden/plain.sarif >"$scratch/broken.sarif"
if accepted Ghas "$scratch/broken.sarif"; then
    echo "FAIL: the multitool accepts results without places"
    exit 1
fi

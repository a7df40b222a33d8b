"""apply_fixes.py REPORT SOURCE N: prints the source with the fix that a SARIF or rdjson report has
for result N; fails if it has none."""
import json
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        report = json.load(file)
    with open(sys.argv[2], encoding="utf-8", newline="") as file:
        lines = file.read().splitlines(keepends=True)
    n = int(sys.argv[3])
    if "runs" in report:
        fix = report["runs"][0]["results"][n]["fixes"][0]["artifactChanges"][0]
        assert fix["artifactLocation"]["uri"] == sys.argv[2]
        edits = [(r["deletedRegion"]["startLine"], r["deletedRegion"]["endLine"],
                  r["insertedContent"]["text"]) for r in fix["replacements"]]
    else:
        diagnostic = report["diagnostics"][n]
        assert diagnostic["location"]["path"] == sys.argv[2]
        edits = [(s["range"]["start"]["line"], s["range"]["end"]["line"], s["text"])
                 for s in diagnostic["suggestions"]]
    for start, end, text in sorted(edits, reverse=True):  # from column 1 to column 1
        lines[start - 1:end - 1] = [text]
    sys.stdout.write("".join(lines))


main()

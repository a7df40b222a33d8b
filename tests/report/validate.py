"""validate.py SCHEMA FILE...: checks JSON files against a JSON schema; 1 if one does not fit."""
import json
import sys

import jsonschema


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    validator = jsonschema.validators.validator_for(schema)(
        schema, format_checker=jsonschema.FormatChecker())
    failed = False
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        for error in validator.iter_errors(document):
            place = "/".join(str(part) for part in error.absolute_path)
            print(f"{path}: {place}: {error.message[:300]}")
            failed = True
    sys.exit(1 if failed else 0)


main()

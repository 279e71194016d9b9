"""Holds the forms of the datasets in the last build against the validators of others, as far as they can be imported:
frictionless (with jsonlines) the data package, mlcroissant the Croissant descriptions, feedvalidator (the `src` of
w3c/feedvalidator) the Atom feeds, jsonschema the documents.

`PYTHONPATH=<folders> python3 test/others/data_forms.py`, by hand; CONTRIBUTING.md has the last result. It ends with 1 when
one finds a fault, or when none is there.
"""

import importlib.util
import json
import os
import sys
from pathlib import Path

client = Path(__file__).resolve().parents[2] / "dist/client"
data = client / "data"
site = "http://localhost:4321"
datasets = [dataset["id"] for dataset in json.loads((data / "index.json").read_text())["datasets"]]


def with_frictionless():
    from frictionless import validate

    os.chdir(data)
    report = validate("datapackage.json")
    rows = sum(task.stats.get("rows", 0) for task in report.tasks)
    faults = [error.message for error in report.errors]
    faults += [f"{task.name}: {error.message}" for task in report.tasks for error in task.errors]
    return f"{len(report.tasks)} resources, {rows} rows", faults


def with_mlcroissant():
    import mlcroissant

    rows, faults = 0, []
    for dataset in datasets:
        described = json.loads((data / dataset / "croissant.json").read_text())
        files = {part["@id"]: part["contentUrl"].replace(site, str(client)) for part in described["distribution"]}
        try:
            loaded = mlcroissant.Dataset(jsonld=described, mapping=files)
            faults += [loaded.metadata.issues.report()] if loaded.metadata.issues.report() else []
            rows += sum(1 for part in described["recordSet"] for _ in loaded.records(part["@id"]))
        except Exception as error:  # Each of its faults ends the reading with an exception of some class.
            faults.append(f"{dataset}: {error}")
    return f"{len(datasets)} descriptions, {rows} rows", faults


def with_feedvalidator():
    import feedvalidator
    from feedvalidator.logging import Error, Warning

    faults = []
    for dataset in datasets:
        address = f"/data/{dataset}/feed.xml"
        events = feedvalidator.validateString(
            (client / address[1:]).read_text(encoding="utf-8"), firstOccurrenceOnly=0, base=site + address
        )["loggedEvents"]
        # It advises against entries of one time. Several records can change in a day, and the history has only days.
        known = ("DuplicateUpdated",)
        for event in events:
            if isinstance(event, (Error, Warning)) and type(event).__name__ not in known:
                faults.append(f"{dataset}: {type(event).__name__} {event.params}")
    return f"{len(datasets)} feeds", faults


def with_jsonschema():
    from jsonschema import Draft202012Validator

    lines, faults = 0, []
    for dataset in datasets:
        schema = json.loads((client / f"schemas/service.{dataset}-record.v1.json").read_text(encoding="utf-8"))
        Draft202012Validator.check_schema(schema)
        check = Draft202012Validator(schema)
        for line in (data / f"{dataset}.ndjson").read_text(encoding="utf-8").splitlines():
            lines += 1
            faults += [f"{dataset}: {error.message}" for error in check.iter_errors(json.loads(line))]
    return f"{lines} records", faults


ran = 0
failed = False
for name, run in {
    "frictionless": with_frictionless,
    "mlcroissant": with_mlcroissant,
    "feedvalidator": with_feedvalidator,
    "jsonschema": with_jsonschema,
}.items():
    if importlib.util.find_spec(name) is None:
        print(f"{name}: not installed, not run")
        continue
    ran += 1
    looked_at, faults = run()
    failed = failed or len(faults) > 0
    print(f"{name}: {looked_at}, {len(faults)} faults")
    for fault in faults[:20]:
        print(f"  {fault}")
sys.exit(1 if failed or ran == 0 else 0)

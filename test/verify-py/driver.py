"""Runs public/verify.py as often as lines of JSON come on standard input, all in one process.

A line with `args` is a command line, with `input` (base64) as its standard input; what it gives is `status`, `stdout`
and `stderr`. Another line is a document: `data` (base64), and where they are given `asked`, `keys` (base64),
`anchored_at`, `receipts` (each base64); what it gives is the result, or `crash` with the exception. With
`--without-cryptography` the package is missing, as it is on a machine that never had it.
"""

import base64
import contextlib
import importlib.util
import io
import json
import sys
import traceback
from pathlib import Path

if "--without-cryptography" in sys.argv:
    sys.modules["cryptography"] = None

program = Path(__file__).parents[2] / "public" / "verify.py"
spec = importlib.util.spec_from_file_location("verify", program)
verify = importlib.util.module_from_spec(spec)
sys.modules["verify"] = verify
spec.loader.exec_module(verify)
sys.argv = [str(program)]


def judged(asked):
    keys = verify.read_keys(base64.b64decode(asked["keys"]), "listed") or [] if "keys" in asked else []
    receipts = [base64.b64decode(receipt) for receipt in asked.get("receipts", [])]
    given = verify.Given(asked.get("asked"), keys, asked.get("anchored_at"), receipts)
    return verify.verify(base64.b64decode(asked["data"]), given)


def run(asked):
    sys.stdin = io.TextIOWrapper(io.BytesIO(base64.b64decode(asked["input"])))
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        status = verify.main(asked["args"])
    return {"status": status, "stdout": out.getvalue(), "stderr": err.getvalue()}


for line in sys.stdin:
    asked = json.loads(line)
    try:
        found = run(asked) if "args" in asked else judged(asked)
    except Exception:
        found = {"crash": traceback.format_exc()}
    print(json.dumps(found), flush=True)

"""Runs public/verify.py over the documents that are given on standard input, one JSON object per line, in one process.

Each line has `data` (base64), and where they are given `asked`, `keys` (base64), `anchored_at` and `text` (base64). Each
line of the output is the result of one, or `crash` with the exception. With `--without-cryptography` the package is
missing, as it is on a machine that never had it.
"""

import base64
import importlib.util
import json
import sys
import traceback
from pathlib import Path

if "--without-cryptography" in sys.argv:
    sys.modules["cryptography"] = None

spec = importlib.util.spec_from_file_location("verify", Path(__file__).parents[2] / "public" / "verify.py")
verify = importlib.util.module_from_spec(spec)
sys.modules["verify"] = verify
spec.loader.exec_module(verify)

for line in sys.stdin:
    asked = json.loads(line)
    try:
        keys = verify.read_keys(base64.b64decode(asked["keys"]), "listed") or [] if "keys" in asked else []
        text = base64.b64decode(asked["text"]) if "text" in asked else None
        given = verify.Given(asked.get("asked"), keys, asked.get("anchored_at"), text)
        found = verify.verify(base64.b64decode(asked["data"]), given)
    except Exception:
        found = {"crash": traceback.format_exc()}
    print(json.dumps(found))

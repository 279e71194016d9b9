#!/usr/bin/env python3
"""Verifies what is handed out by an instance of the Agent Accountability Service without asking the service.

Usage: python3 verify.py FILE... [--receipts RECEIPT...] [--keys KEYS.json] [--json]

FILE is a decision receipt, an intake receipt, an evidence pack, a work order pack, a runner receipt, an anchor record, an
agent card or the manifest of the datasets; - reads standard input. Of the further RECEIPTs, those of accepted decisions
under the same mandate count toward its budget. Nothing else is needed than Python 3.8. Signatures need the package
`cryptography`; without it they are `unverified`. This program never uses the network: an anchor is not looked up, so
nothing here says since when a document exists. Sections in the comments are those of SPEC.md, which the service publishes at /specification.

Exit codes: 0 intact, signed and anchored, 1 something failed, 2 something is unverified, 3 the input cannot be used.
2 does not mean signed: in the output of --json, answers.from_whom.result is "pass" only for a good signature.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import re
import sys
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Callable, Dict, Iterator, List, NoReturn, Optional, Sequence, Set, Tuple

Json = Any
Pointers = Iterator[str]

ed25519_holds: Optional[Callable[[bytes, bytes, bytes], bool]]
"""Whether a signature is that of a public key over a message; None where no Ed25519 is at hand."""
try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    ed25519_holds = None
else:

    def ed25519_holds(public_key: bytes, signature: bytes, message: bytes) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


# --- JSON that is accepted (SPEC.md §3.1) ---

LARGEST_INTEGER = 2**53 - 1
DEEPEST = 64
MOST_VALUES = 20_000
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
SIGN = re.compile(r'\\.|"|[\[{][ \t\n\r]*[\]}]|[\[\]{},]', re.DOTALL)
SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass
class Reading:
    """A JSON text that was read: its value, and the problems of SPEC.md §3.2 that it has."""

    value: Json
    problems: Set[str]
    """Problems by rules 1 to 7: with one of them the value is not to be used."""
    form_problems: Set[str]
    """Problems by rules 8 and 9."""


def read_json(data: bytes) -> Reading:
    """Reads a text in time and memory proportional to its length, however deep it is nested."""
    reading = Reading(None, set(), set())
    if data.startswith(BYTE_ORDER_MARK):
        reading.problems.add("byte_order_mark")
        data = data[len(BYTE_ORDER_MARK) :]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        reading.problems.add("not_utf8")
        return reading
    if too_much := find_too_much(text):
        reading.problems.add(too_much)
        return reading

    def number(literal: str) -> float:
        is_integer, value = literal.lstrip("-").isdigit(), float(literal)
        if value in (float("inf"), float("-inf")):
            reading.problems.add("not_finite")
        elif is_integer and abs(value) > LARGEST_INTEGER:
            reading.problems.add("unsafe_integer")
        elif not is_integer or literal == "-0":
            reading.form_problems.add("not_an_integer")
        return int(value) if abs(value) <= LARGEST_INTEGER and value.is_integer() else value

    def members(pairs: List[Tuple[str, Json]]) -> Json:
        names, value = [name for name, _ in pairs], dict(pairs)
        if len(value) < len(names):
            reading.problems.add("duplicate_key")
        if "__proto__" in names:
            reading.form_problems.add("reserved_key")
        look_at_strings(names, reading)
        return value

    try:
        reading.value = json.loads(
            text, object_pairs_hook=members, parse_int=number, parse_float=number,
            parse_constant=lambda _: reading.problems.add("not_json"),
        )
    except ValueError:
        reading.problems.add("not_json")
    look_at_strings(reading.value, reading)
    return reading


def find_too_much(text: str) -> str:
    """Whether a JSON text has more open arrays and objects, or more values in all, than are read; empty where it has not."""
    depth, values, in_string = 0, 1, False
    for found in SIGN.finditer(text):
        sign = found.group()
        if sign == '"':
            in_string = not in_string
        elif not in_string and sign[0] != "\\":
            depth += (sign in ("[", "{")) - (sign in ("]", "}"))
            values += sign in ("[", "{", ",")
            if depth + (len(sign) > 1) > DEEPEST:
                return "too_deep"
            if values > MOST_VALUES:
                return "too_many_values"
    return ""


def look_at_strings(value: Json, found: Reading) -> None:
    """Notes what strings must not hold. Names of members are looked at where their object ends."""
    if isinstance(value, str):
        if SURROGATE.search(value):
            found.problems.add("lone_surrogate")
        if "\0" in value:
            found.problems.add("nul_character")
    elif isinstance(value, (list, dict)):
        for one in value.values() if isinstance(value, dict) else value:
            look_at_strings(one, found)


# --- Canonical text and hash (SPEC.md §3.3, §3.4, RFC 8785) ---

def canonical(value: Json) -> str:
    """The RFC 8785 text of a value that `read_json` accepted."""
    if value is None or isinstance(value, (bool, str)):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (int, float)):
        return canonical_number(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"


def canonical_number(number: float) -> str:
    """A finite number as ECMAScript writes it (RFC 8785 §3.2.2.3). Python finds the same shortest digits."""
    mantissa, _, exponent = repr(float(abs(number))).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(digits) - len(fraction) + int(exponent or 0)
    digits = digits.rstrip("0")
    if not digits:
        return "0"
    sign = "-" if number < 0 else ""
    if len(digits) <= point <= 21:
        return sign + digits.ljust(point, "0")
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    rest = "." + digits[1:] if digits[1:] else ""
    return f"{sign}{digits[0]}{rest}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def preimage(document: Dict[str, Json], *left_out: Optional[str]) -> bytes:
    """What is hashed and signed of a document, without the members that are no part of it."""
    return canonical({name: value for name, value in document.items() if name not in left_out}).encode("utf-8")


def hash_of(document: Dict[str, Json], *left_out: Optional[str]) -> str:
    return hashlib.sha256(preimage(document, *left_out)).hexdigest()


def registered_bytes(hash_hex: str) -> str:
    """The bytes that an anchor registers for a hash, in hexadecimal (SPEC.md §10.1)."""
    return "7840" + hash_hex.encode("ascii").hex()


def decode_base64url(text: str) -> Optional[bytes]:
    """The bytes of a base64url text without padding, whose unused bits are zero (SPEC.md §17.2)."""
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        return None
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return data if encode_base64url(data) == text else None


def encode_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def instant(time: str) -> Optional[int]:
    """A time of SPEC.md §2.1 in milliseconds; None where the text is no time, or its day does not exist."""
    match = re.fullmatch(
        r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{3}))?Z", time
    )
    if not match:
        return None
    year, month, day, hour, minute, second, milliseconds = (int(part or 0) for part in match.groups())
    # 400 years of the calendar have 146,097 days; Python's years begin at 1.
    cycles, year = divmod(year, 400)
    try:
        days = date(year + 400, month, day).toordinal() + cycles * 146_097 - date(2370, 1, 1).toordinal()
    except ValueError:
        return None
    return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + milliseconds


# --- Shapes of documents: the published schemas (SPEC.md §2.17) and the rules between members (§11.2) ---

Shape = Callable[[Json, str], Pointers]
"""Yields the JSON Pointer of each place where a value does not fit."""


def fits(shape: Shape, value: Json) -> bool:
    return next(shape(value, ""), None) is None


def holds(test: Callable[[Json], object]) -> Shape:
    return lambda value, at: iter(() if test(value) else (at,))


def text(least: int = 0, most: float = float("inf"), like: str = "(?s:.*)") -> Shape:
    """A string of so many code points that matches an expression whole."""
    pattern = re.compile(like)
    return holds(lambda value: isinstance(value, str) and least <= len(value) <= most and pattern.fullmatch(value))


def one_of(*allowed: Json) -> Shape:
    return holds(lambda value: any(type(value) is type(one) and value == one for one in allowed))


def whole(least: int = -LARGEST_INTEGER, most: int = LARGEST_INTEGER) -> Shape:
    return holds(lambda value: type(value) is int and least <= value <= most)


time_shape = holds(lambda value: isinstance(value, str) and instant(value) is not None)
late_time = holds(lambda value: isinstance(value, str) and instant(value) is not None and value >= "2000")
"""A deadline of an order: in or after the year 2000 (SPEC.md §8.10)."""
day = holds(lambda value: isinstance(value, str) and instant(value + "T00:00:00Z") is not None)


def many(shape: Shape, least: int = 0, most: Optional[int] = None, once: Optional[str] = None) -> Shape:
    """An array; with `once`, no two entries have the same value of that member."""

    def check(value: Json, at: str) -> Pointers:
        if not isinstance(value, list) or len(value) < least or (most is not None and len(value) > most):
            yield at
            return
        for index, entry in enumerate(value):
            yield from shape(entry, f"{at}/{index}")
        texts = [entry[once] for entry in value if isinstance(entry, dict) and isinstance(entry.get(once), str)]
        if len(set(texts)) < len(texts):
            yield at

    return check


def record(members: Dict[str, Shape], closed: bool = False) -> Shape:
    """An object. A name that ends in `?` is that of an optional member. A closed one has no further members."""
    shapes = {name.rstrip("?"): shape for name, shape in members.items()}
    required = [name for name in members if not name.endswith("?")]

    def check(value: Json, at: str) -> Pointers:
        if not isinstance(value, dict):
            yield at
            return
        for name in required:
            if name not in value:
                yield f"{at}/{name}"
        for name, member in value.items():
            if name in shapes:
                yield from shapes[name](member, f"{at}/{name}")
            elif closed:
                yield at

    return check


def closed(members: Dict[str, Shape]) -> Shape:
    return record(members, closed=True)


def nullable(shape: Shape) -> Shape:
    return lambda value, at: iter(()) if value is None else shape(value, at)


def by_type(shapes: Dict[str, Dict[str, Shape]]) -> Shape:
    known = {name: closed({"type": STRING, **members}) for name, members in shapes.items()}

    def check(value: Json, at: str) -> Pointers:
        kind = value.get("type") if isinstance(value, dict) else None
        if isinstance(kind, str) and kind in known:
            yield from known[kind](value, at)
        else:
            yield at

    return check


def with_rules(shape: Shape, rules: Shape) -> Shape:
    """A shape whose rules between members are looked at only where every member fits."""

    def check(value: Json, at: str) -> Pointers:
        problems = list(shape(value, at))
        yield from problems or rules(value, at)

    return check


STRING = text()
STRINGS = many(STRING)
OPTIONAL_STRING = nullable(STRING)
FLAG = one_of(True, False)
NAME = text(1, 200)
PARTY_TEXT = text(1, 500)
HASH = text(like="[0-9a-f]{64}")
OPTIONAL_HASH = nullable(HASH)
IDENTIFIER = text(like="[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
ADDRESS = text(like="https?://[!-~]+")
KIND_WORD = text(like="[a-z][a-z0-9_.-]{0,63}")
CURRENCY = text(like="[A-Z]{3}")
ACCOUNT = text(like="[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}")
MEDIA_TOKEN = "[a-z0-9][a-z0-9!#$&^_.+-]{0,63}"
THUMBPRINT = text(like="[A-Za-z0-9_-]{43}")
PROVENANCE = one_of("attested", "supplied_by_party")
SUPPLIED_TEXT = record({"provenance": one_of("supplied_by_party"), "text": text(most=500)})
PARTY = closed({"name": NAME, "account": ACCOUNT, "registry_ref?": NAME})
SIGNATURES = many(closed({
    "protected": text(1, 1000, "[A-Za-z0-9_-]*"), "signature": text(like="[A-Za-z0-9_-]{85}[AQgw]"),
}), least=1, most=8)

DECISIONS = ("accepted", "rejected", "escalated")
OUTCOMES = ("uphold_acceptance", "reject_or_refund", "escalate_to_human", "insufficient_evidence")
CONFIDENCES = one_of("low", "medium", "high")

EVIDENCE_ITEM = {
    "id": IDENTIFIER, "kind": KIND_WORD, "sha256": HASH, "media_type?": text(like=f"{MEDIA_TOKEN}/{MEDIA_TOKEN}"),
    "uri?": text(most=500, like="(?:https://|ipfs://|urn:)[!-~]+"), "provenance": PROVENANCE,
}

MERCHANT = closed({"id": NAME, "website?": text(most=200, like="https://[!-~]+")})
MERCHANTS = many(MERCHANT, 1, 100)
LINE_ITEM = closed({
    "id": IDENTIFIER, "acceptable_items": many(closed({"id": NAME, "title": NAME}), 1, 100), "quantity": whole(1),
})
FREQUENCIES = ("ON_DEMAND", "DAILY", "WEEKLY", "BIWEEKLY", "MONTHLY", "QUARTERLY", "ANNUALLY")

# SPEC.md §7.2
CONSTRAINT = by_type({
    "checkout.allowed_merchants": {"allowed": MERCHANTS}, "checkout.line_items": {"items": many(LINE_ITEM, 1, 100)},
    "payment.amount_range": {"currency": CURRENCY, "min?": whole(0), "max": whole(0)},
    "payment.budget": {"currency": CURRENCY, "max_minor": whole(0)}, "payment.allowed_payees": {"allowed": MERCHANTS},
    "payment.allowed_payment_instruments": {"allowed_sha256": many(HASH, 1, 100)},
    "payment.allowed_pisps": {"allowed_sha256": many(HASH, 1, 100)},
    "payment.agent_recurrence": {"frequency": one_of(*FREQUENCIES), "max_occurrences?": whole(1)},
    "payment.execution_date": {"not_before?": time_shape, "not_after?": time_shape},
    "payment.reference": {"conditional_transaction_id": THUMBPRINT},
    "other.statement": {"name": IDENTIFIER, "statement": PARTY_TEXT},
})

# SPEC.md §7.1
DECISION_RECEIPT = closed({
    "schema": one_of("service.decision-receipt.schema.v1"), "receipt_id": IDENTIFIER, "decided_at": time_shape,
    "agent": PARTY, "decision": one_of(*DECISIONS),
    "subject": closed({"kind": KIND_WORD, "reference": NAME, "sha256": HASH}),
    "terms?": closed({"amount_minor": whole(0), "currency": CURRENCY, "payee": MERCHANT, "quantity?": whole(1)}),
    "mandate": closed({
        "format": one_of("ap2.v0.2", "ap2.v0.1", "other"), "sha256": HASH, "constraints": many(CONSTRAINT, most=100),
        "not_before?": time_shape, "not_after?": time_shape,
    }),
    "merchant_policy": closed({
        "reference": NAME, "sha256": HASH,
        "terms": many(closed({"id": IDENTIFIER, "text": PARTY_TEXT}), most=100, once="id"),
    }),
    "evidence_items": many(closed(EVIDENCE_ITEM), most=1000, once="id"), "reason": PARTY_TEXT,
    "receipt_hash_sha256?": HASH, "signatures?": SIGNATURES,
})

# SPEC.md §4.2
INTAKE_RECEIPT = record({
    "ok": one_of(True), "schema": one_of("service.intake-receipt.v1"), "id": text(like="[0-9a-hjkmnp-tv-z]{24}"),
    "status": one_of("received"),
    "kind": one_of("question", "governance", "technical", "invite", "media", "bug", "contact", "other"),
    "received_at": time_shape, "answer_by?": time_shape, "body_sha256": HASH, "receipt_hash_sha256": HASH,
    "status_url": ADDRESS, "signatures?": SIGNATURES,
})

# SPEC.md §8.3
EXPECTED_VERDICT = record({
    "schema": one_of("service.adjudicator-verdict.v1"),
    "json_schema": record({}),
    "only_supported_verdict": nullable(record({
        "accepted_correctly": one_of(None), "recommended_outcome": one_of("insufficient_evidence"), "because": STRING,
    })),
})

NETWORK = text(like="mainnet|testnet|(?:genesis|simulation):[0-9a-f]{64}")
ANCHOR_STATES = ("prepared", "submitted", "finalized", "failed", "expired")
COVERAGE = one_of("covered", "not_covered", "unknown")

# SPEC.md §8.5 to §8.7
EVIDENCE_PACK = record({
    "ok": one_of(True), "schema": one_of("service.adjudicator-evidence-pack.v1"), "side_effects": one_of("none"),
    "adjudication_question": record({
        "kind": one_of("acceptance", "dispute"),
        "case": one_of("receipt_and_finalized_anchor", "receipt_without_finalized_anchor", "historical_anchor_only"),
        "receipt_hash_sha256": HASH, "question": STRING,
        "dispute": nullable(record({
            "requested_outcome": one_of(*OUTCOMES), "claimant": SUPPLIED_TEXT, "claim": SUPPLIED_TEXT,
        })),
    }),
    "parties": many(record({
        "role": one_of("deciding_agent", "anchor_sender", "claimant"), "name": OPTIONAL_STRING,
        "account": nullable(ACCOUNT), "registry_ref": OPTIONAL_STRING, "provenance": PROVENANCE,
    })),
    "concordium_proofs": record({
        "anchor_state": one_of(*ANCHOR_STATES, "not_anchored"), "anchor_state_meaning": STRING,
        "anchor": nullable(record({
            "receipt_hash_sha256": HASH, "state": one_of(*ANCHOR_STATES), "seen_finalized": FLAG,
            "network": NETWORK, "transaction_hash": OPTIONAL_HASH, "block_hash": OPTIONAL_HASH, "sender": OPTIONAL_STRING,
            "registered_data_hex": nullable(text(like="(?:[0-9a-f]{2}){0,256}")), "finalized_at": nullable(time_shape),
        })),
        "how_to_check": STRINGS,
    }),
    "merchant_policy": nullable(record({
        "reference": STRING, "sha256": HASH, "terms": many(record({"id": STRING, "term": SUPPLIED_TEXT})),
    })),
    "acceptance_decision": nullable(record({
        "receipt_source": one_of("published_by_service", "supplied_by_party"), "demonstration": FLAG,
        "reason": SUPPLIED_TEXT, "receipt": DECISION_RECEIPT,
    })),
    "mandate_scope": nullable(record({
        "result": COVERAGE, "how_to_read": STRING,
        "constraints": many(record({
            "pointer": STRING, "type": STRING, "result": COVERAGE, "reason": STRING, "settled_by": OPTIONAL_STRING,
        })),
    })),
    "evidence_items": many(record({
        "id": STRING, "kind": STRING, "sha256": HASH, "media_type": OPTIONAL_STRING, "uri": OPTIONAL_STRING,
        "provenance": PROVENANCE, "named_by": one_of("service", "receipt", "claimant"), "proves": STRINGS,
        "does_not_prove": STRINGS, "statement": nullable(SUPPLIED_TEXT),
    })),
    "expected_verdict_schema": EXPECTED_VERDICT, "boundaries": STRINGS, "pack_hash_sha256": HASH,
    "signatures?": SIGNATURES,
})

# SPEC.md §10.3, §10.7
ANCHOR_PROBLEMS = (
    "node_unavailable", "node_answer_unusable", "node_refuses_call", "headers_file_unusable", "wrong_network",
    "account_busy", "wallet_not_set", "wallet_missing", "wallet_not_private", "wallet_malformed", "wallet_wrong_network",
    "wallet_unknown_account", "wallet_wrong_key", "clock_differs", "account_balance_too_low", "waiting_for_turn",
    "live_anchoring_disabled", "fee_above_reservation", "node_refused", "acknowledgement_lost",
    "not_seen_yet", "rejected_on_chain", "not_what_was_signed",
)
MICRO_CCD = text(like="[0-9]{1,19}")
OPTIONAL_TIME = nullable(time_shape)

# SPEC.md §10.9
ANCHOR_RECORD = record({
    "ok": one_of(True), "schema": one_of("service.agent-acceptance-anchor.record.v1"), "receipt_hash_sha256": HASH,
    "state": one_of(*ANCHOR_STATES), "state_meaning": STRING, "next_step": STRING,
    "problem": nullable(record({"code": one_of(*ANCHOR_PROBLEMS), "detail": STRING})),
    "origin": one_of("this_service", "imported"), "seen_finalized": FLAG, "network": NETWORK, "genesis_block": HASH,
    "simulation": FLAG, "transaction_hash": OPTIONAL_HASH, "block_hash": OPTIONAL_HASH, "sender": OPTIONAL_STRING,
    "registered_bytes_hex": text(like="[0-9a-f]{132}"), "energy": nullable(whole(0)),
    "cost": record({
        "estimated_microccd": nullable(MICRO_CCD), "reserved_microccd": MICRO_CCD,
        "charged_microccd": nullable(MICRO_CCD),
        "rate": nullable(record({"euro_per_energy": STRING, "microccd_per_euro": STRING, "at": time_shape})),
    }),
    "times": record({
        "claimed_at": time_shape, "signed_at": OPTIONAL_TIME, "submitted_at": OPTIONAL_TIME,
        "settled_at": OPTIONAL_TIME, "checked_at": OPTIONAL_TIME, "expires_at": OPTIONAL_TIME,
    }),
    "verify": record({"explorer": nullable(ADDRESS), "steps": STRINGS}), "boundaries": STRINGS,
})

# SPEC.md §6.14
HASHED_FILE = {"address": ADDRESS, "bytes": whole(1), "sha256": HASH}
DATA_MANIFEST = record({
    "ok": one_of(True), "schema": one_of("service.data-manifest.v1"), "version": day, "checksums": record(HASHED_FILE),
    "datasets": many(record({**HASHED_FILE, "id": STRING, "version": day}), least=1), "manifest_hash_sha256": HASH,
    "signatures?": SIGNATURES,
})

# SPEC.md §5.5
WORDS_OF_CARD = text(1)
LIST_OF_CARD = many(WORDS_OF_CARD, least=1)
AGENT_CARD = closed({
    "name": WORDS_OF_CARD, "description": WORDS_OF_CARD,
    "supportedInterfaces": many(closed({
        "url": ADDRESS, "protocolBinding": WORDS_OF_CARD, "protocolVersion": WORDS_OF_CARD,
    }), least=1),
    "provider": closed({"organization": WORDS_OF_CARD, "url": ADDRESS}), "version": WORDS_OF_CARD,
    "documentationUrl": ADDRESS,
    "capabilities": closed({
        "streaming": one_of(False), "pushNotifications": one_of(False), "extendedAgentCard": one_of(False),
    }),
    "defaultInputModes": LIST_OF_CARD, "defaultOutputModes": LIST_OF_CARD,
    "skills": many(closed({
        "id": WORDS_OF_CARD, "name": WORDS_OF_CARD, "description": WORDS_OF_CARD, "tags": LIST_OF_CARD,
        "examples?": LIST_OF_CARD,
    }), least=1),
    "signatures?": SIGNATURES,
})


@dataclass(frozen=True)
class Move:
    """A row of the table of moves (SPEC.md §9.2)."""

    before: str
    event: str
    after: str
    method: Optional[str]
    effect: Optional[str]
    guard: str
    guard_checks: Tuple[str, ...]
    named: Tuple[str, ...]


STATES = (
    "draft_preview", "pre_work_commitment_prepared", "work_started_after_acceptance", "evidence_submitted",
    "verdict_simulated", "release_refund_or_escalation_prepared_not_executed",
)
MOVES = (
    Move(
        STATES[0], "prepare_commitment", STATES[1], "openWorkOrder", "prepared_only_no_escrow_locked",
        "order valid, two distinct parties, every must criterion has an evidence rule",
        ("order_is_valid", "parties_are_distinct", "must_criteria_have_evidence_rules"),
        ("work_order_hash", "pre_work_commitment_hash"),
    ),
    Move(
        STATES[1], "accept_and_start", STATES[2], None, None,
        "acceptance names the same work_order_hash and pre_work_commitment_hash, before the deadline",
        ("acceptance_names_the_hashes", "acceptance_is_before_the_deadline"),
        ("work_order_hash", "pre_work_commitment_hash", "accepted_at"),
    ),
    Move(
        STATES[2], "submit_evidence", STATES[3], "submitEvidence", "hash_bound_evidence_attached_only",
        "items bound to the work order hash, kinds allowed by the rules (an empty list is allowed and judged insufficient)",
        ("items_are_bound_to_the_work_order", "item_kinds_are_allowed"), ("work_order_hash", "evidence_pack_hash"),
    ),
    Move(
        STATES[3], "simulate_verdict", STATES[4], "adjudicate", "simulated_verdict_only_no_validator_call",
        "evidence pack hash matches", ("evidence_pack_hash_matches",), ("work_order_hash", "evidence_pack_hash"),
    ),
    Move(
        STATES[4], "prepare_outcome", STATES[5], "releaseOrRefund",
        "prepared_release_refund_or_escalation_only_no_value_transfer", "verdict hash matches",
        ("verdict_hash_matches",), ("work_order_hash", "verdict_hash"),
    ),
)

# SPEC.md §9.6: accepted_correctly, confidence, recommended_outcome, what it prepares
VERDICT_RULES = {
    "no_evidence": (None, "low", "insufficient_evidence", "escalation"),
    "contradiction_on_a_must_criterion": (None, "low", "escalate_to_human", "escalation"),
    "must_criterion_failed": (False, "high", "reject_or_refund", "refund"),
    "all_must_criteria_met": (True, "high", "uphold_acceptance", "release"),
    "must_criterion_unproven": (None, "medium", "escalate_to_human", "escalation"),
}

STATE = one_of(*STATES)
EVENT = one_of(*(move.event for move in MOVES))
GUARD_CHECK = one_of(*(check for move in MOVES for check in move.guard_checks))
METHOD = one_of(*(move.method for move in MOVES if move.method))
RULE = one_of(*VERDICT_RULES)
PREPARES = one_of("release", "refund", "escalation")


def order_problems(order: Json, at: str) -> Pointers:
    """The rules of an order between its members (SPEC.md §8.10)."""
    ids = [criterion["id"] for criterion in order["acceptance_criteria"]]
    ruled = [rule["criterion_id"] for rule in order["evidence_rules"]]
    if len(set(ids)) < len(ids) or not any(criterion["must"] for criterion in order["acceptance_criteria"]):
        yield f"{at}/acceptance_criteria"
    if len(set(ruled)) < len(ruled) or not set(ruled) <= set(ids):
        yield f"{at}/evidence_rules"


WORK_ORDER = with_rules(closed({
    "schema": one_of("service.work-order.v1"), "title": NAME, "description": PARTY_TEXT, "reference?": NAME,
    "client": PARTY, "agent": PARTY,
    "escrow": closed({"amount_minor": whole(0), "currency": CURRENCY, "deadline": late_time}),
    "acceptance_criteria": many(closed({"id": IDENTIFIER, "text": PARTY_TEXT, "must": FLAG}), 1, 100),
    "evidence_rules": many(closed({"criterion_id": IDENTIFIER, "accepted_kinds": many(KIND_WORD, 1, 50)}), most=100),
}), order_problems)
COMMITMENT = closed({
    "schema": one_of("service.pre-work-commitment.v1"), "work_order_hash": HASH, "client": ACCOUNT, "agent": ACCOUNT,
    "deadline": time_shape,
})

# SPEC.md §8.11
WORK_ORDER_PACK = record({
    "ok": one_of(True), "schema": one_of("service.adjudicator-work-order-pack.v1"), "side_effects": one_of("none"),
    "work_order": record({"supplied_by_party": WORK_ORDER}),
    "parties": many(record({
        "role": one_of("client", "agent"), "name": NAME, "account": ACCOUNT, "registry_ref?": NAME,
    })),
    "escrow_terms": record({
        "amount_minor": whole(), "currency": STRING, "deadline": time_shape, "locked": one_of(False),
    }),
    "acceptance_criteria": many(record({"id": STRING, "must": FLAG, "criterion": SUPPLIED_TEXT})),
    "evidence_rules": record({
        "rules": many(record({"criterion_id": STRING, "accepted_kinds": STRINGS})), "binding": STRING,
    }),
    "concordium_commitments": record({
        "commitments": many(record({
            "name": one_of("work_order_hash", "pre_work_commitment_hash"), "sha256": HASH,
            "registered_data_hex": STRING,
        })),
        "pre_work_commitment": COMMITMENT,
    }),
    "genlayer_contract_interface": record({
        "name": STRING, "deployed": one_of(False),
        "methods": many(record({
            "method": METHOD, "payable": FLAG,
            "phase": one_of(
                "before_work", "during_or_after_work", "completion_or_dispute", "after_verdict_finality",
            ),
            "inputs": STRINGS, "effect_in_preview": STRING,
        })),
    }),
    "state_machine": record({
        "states": many(STATE), "initial_state": STATE, "terminal_state": STATE,
        "transitions": many(record({
            "from": STATE, "event": EVENT, "guard": STRING, "guard_checks": many(GUARD_CHECK), "to": STATE,
            "contract_method": nullable(METHOD),
        })),
        "refusals": STRING, "present_state": STATE,
    }),
    "release_refund_escalation_rules": record({
        "rules": many(record({
            "rule": RULE, "when": STRING, "accepted_correctly": one_of(True, False, None), "confidence": CONFIDENCES,
            "recommended_outcome": one_of(*OUTCOMES), "prepares": PREPARES,
        })),
        "execution": STRING,
    }),
    "expected_verdict_schema": EXPECTED_VERDICT, "boundaries": STRINGS, "work_order_hash": HASH,
    "pre_work_commitment_hash": HASH, "pack_hash_sha256": HASH,
})

VERDICT = {
    "accepted_correctly": one_of(True, False, None), "confidence": CONFIDENCES, "reason": text(1),
    "recommended_outcome": one_of(*OUTCOMES),
}
STEP = closed({
    "schema": one_of("service.work-order-step.v1"), "index": whole(0), "from": STATE, "event": EVENT, "to": STATE,
    "guard": STRING, "contract_method": nullable(METHOD), "effect": OPTIONAL_STRING,
    "named": closed({
        "work_order_hash?": HASH, "pre_work_commitment_hash?": HASH, "accepted_at?": time_shape,
        "evidence_pack_hash?": HASH, "verdict_hash?": HASH,
    }),
    "previous_step_hash": HASH, "step_hash": HASH,
})
RUN_EVIDENCE = closed({
    "schema": one_of("service.work-order-evidence.v1"), "work_order_hash": HASH,
    "items": many(closed({
        **EVIDENCE_ITEM, "criterion_id": IDENTIFIER, "shows": one_of("met", "failed", "inconclusive"),
        "statement?": PARTY_TEXT, "work_order_hash": HASH,
    }), most=1000),
})
JUDGMENT = closed({
    "schema": one_of("service.work-order-judgment.v1"), "work_order_hash": HASH, "evidence_pack_hash": HASH,
    "rule": RULE, "verdict": closed(VERDICT),
})

# SPEC.md §9.7, §9.8
RUNNER_RECEIPT = record({
    "ok": one_of(True), "schema": one_of("service.adjudicator-work-order-runner.receipt.v1"),
    "side_effects": one_of("none"), "note": STRING, "seed": STRING,
    "scenario": one_of("delivered_as_agreed", "criterion_failed", "conflicting_evidence", "no_evidence", None),
    "states_passed": many(STATE), "steps": many(STEP), "work_order_hash": HASH,
    "pre_work_commitment_hash": HASH, "evidence_pack_hash": OPTIONAL_HASH, "verdict": nullable(record(VERDICT)),
    "verdict_hash": OPTIONAL_HASH,
    "prepared_outcome": nullable(record({"action": PREPARES, "executed": one_of(False)})),
    "hashed_objects": record({
        "work_order": WORK_ORDER, "pre_work_commitment": COMMITMENT, "evidence": nullable(RUN_EVIDENCE),
        "judgment": nullable(JUDGMENT),
    }),
    "boundaries": STRINGS, "runner_receipt_hash": HASH,
})


# --- Keys and signatures (SPEC.md §17) ---


@dataclass(frozen=True)
class Key:
    """A public key at hand."""

    kid: str
    public_key: bytes
    known: str
    """How the key is known, to be read after "a key" (SPEC.md §17.5)."""
    use: str
    valid_from: int
    valid_until: Optional[int] = None
    revoked_at: Optional[int] = None
    revocation_reason: Optional[str] = None
    demonstration: bool = False


def key_problems(key: Json, at: str) -> Pointers:
    """The rules between members of a listed key (SPEC.md §17.1)."""
    if ("revoked_at" in key) != ("revocation_reason" in key):
        yield at
    if "valid_until" in key and not instant(key["valid_until"]) > instant(key["valid_from"]):  # type: ignore
        yield at


PUBLIC_KEY = {"kty": one_of("OKP"), "crv": one_of("Ed25519"), "x": THUMBPRINT}
LISTED_KEY = with_rules(closed({
    "kid": THUMBPRINT, "use": one_of("decisions", "service", "card"), "public_key": closed(PUBLIC_KEY),
    "valid_from": time_shape, "valid_until?": time_shape, "revoked_at?": time_shape,
    "revocation_reason?": one_of("superseded", "cessation", "compromised"), "demonstration?": FLAG,
    "note?": text(most=300),
}), key_problems)
KEY_LIST = record({"ok": one_of(True), "schema": one_of("service.keys.v1"), "about": STRING, "keys": many(LISTED_KEY)})


SMALL_ORDER = {bytes.fromhex(point) for point in (
    "00" * 32, "01" + "00" * 31, "ec" + "ff" * 30 + "7f", "ed" + "ff" * 30 + "7f", "ee" + "ff" * 30 + "7f",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
)}
"""Points for which anybody can make signatures that some verifiers accept, without the sign in their top bit."""


def read_keys(data: bytes, known: str) -> Optional[List[Key]]:
    """The keys of a keys document; None where the list has to be refused."""
    reading = read_json(data)
    if reading.problems or not fits(KEY_LIST, reading.value):
        return None
    keys = []
    for entry in reading.value["keys"]:
        x = entry["public_key"]["x"]
        public_key = decode_base64url(x)
        if public_key is None or entry["kid"] != thumbprint(x):
            return None
        if public_key[:31] + bytes([public_key[31] & 0x7F]) in SMALL_ORDER:
            return None
        times = {name: instant(entry[name]) for name in ("valid_from", "valid_until", "revoked_at") if name in entry}
        more = {name: entry[name] for name in ("revocation_reason", "demonstration") if name in entry}
        keys.append(Key(entry["kid"], public_key, known, entry["use"], **times, **more))
    return keys if len({key.kid for key in keys}) == len(keys) else None


def thumbprint(x: str) -> str:
    """The RFC 7638 thumbprint of an Ed25519 key."""
    return encode_base64url(hashlib.sha256(canonical({"crv": "Ed25519", "kty": "OKP", "x": x}).encode()).digest())


HEADER = {"alg": one_of("EdDSA"), "kid": THUMBPRINT, "typ": one_of("JOSE"), "iat": whole(0, 253_402_300_799)}
HEADERS = {"card": closed({**HEADER, "jku?": text(like="https?://[!-~]{1,500}")})}

SIGNATURE_WORDS = {
    "no_ed25519": "The signature was not checked: the Python package `cryptography` is missing.",
    "header_not_understood": "The protected header of the signature is not one that is understood.",
    "unknown_key": "The key {kid} is not among the keys at hand.",
    "does_not_verify": "The signature is not that of the key {kid} over this document.",
    "wrong_use": "The key {kid} is for another use.",
    "signed_before_document": "The signature states a time before that of the document.",
    "not_yet_valid": "The key {kid} was not yet valid when it signed.",
    "expired": "The key {kid} was no longer valid when it signed.",
    "revoked_before": "The key {kid} had been revoked when it signed.",
    "compromised_anchored_later": "The key {kid} was compromised before the document was anchored.",
    "compromised_not_anchored": "The key {kid} was revoked as compromised, and no anchor shows the document before that.",
    "compromised_anchored_before": "Signed by {signer}, compromised since the document was anchored{demonstration}.",
    "revoked_after": "Signed by {signer}, revoked since{demonstration}.", "signed": "Signed by {signer}{demonstration}.",
}
SIGNATURE_STEPS = {
    "no_ed25519": "Install the Python package `cryptography`, or use another verifier.",
    "unknown_key": "Get the keys of the signer in a way that you trust, for instance the /static/keys.json of its service,"
    " and give the verifier the list that has this key.",
    "compromised_not_anchored": "Ask a node whether the hash was anchored before the key was lost."
    " Without such an anchor nothing shows who signed.",
}
UNSIGNED = "The document carries no signature."
PREVIEW_STEP = "Nothing can show this, and nothing has to: a preview is not a decision."
UNSIGNED_STEP = "Ask the sender for a signed copy, or for another proof of who made it."
KEY_WORDS = {"decisions": "decision key", "service": "service key", "card": "card key"}


@dataclass(frozen=True)
class Check:
    """What one check came to: pass, fail or unverified (SPEC.md §11.1)."""

    id: str
    result: str
    reason: str
    words: str = ""
    """What the answer says about it, where that is shorter than the reason."""
    next_step: str = ""
    """What the reader can do where it is unverified."""


@dataclass(frozen=True)
class Given:
    """What a verifier is given beside the document (SPEC.md §11.1)."""

    hash_asked_for: Optional[str] = None
    keys: Sequence[Key] = ()
    anchored_at: Optional[str] = None
    """The block time of an anchor that was seen at a node on mainnet or testnet."""
    receipts: Sequence[bytes] = ()
    """Further receipts, of which those of the same mandate count toward its budget."""


Times = Tuple[Optional[int], Optional[int]]
"""The time that a document states, and that of its anchor, in milliseconds."""
Judged = Tuple[str, str, str, str]
"""What signatures came to, the reason, what the answer says about it (the same with thumbprints cut to 8 characters), and the
next step where they are unverified."""


def judge_signature(entry: Json, payload: bytes, use: str, times: Times, keys: Sequence[Key]) -> Judged:
    """What one signature came to (SPEC.md §17.3); the first rule that applies decides."""
    if ed25519_holds is None:
        return "unverified", SIGNATURE_WORDS["no_ed25519"], SIGNATURE_WORDS["no_ed25519"], SIGNATURE_STEPS["no_ed25519"]
    header = _header(entry["protected"], use)
    key = next((key for key in keys if header and key.kid == header["kid"]), None)
    rule, result = ("unknown_key", "unverified") if header else ("header_not_understood", "fail")
    if header is None or key is None:
        words = SIGNATURE_WORDS[rule].format(kid=header["kid"] if header else "")
        return result, words, words, SIGNATURE_STEPS.get(rule, "")
    signature = decode_base64url(entry["signature"])
    message = f"{entry['protected']}.{encode_base64url(payload)}".encode("ascii")
    rule, result = "does_not_verify", "fail"
    if signature is not None and ed25519_holds(key.public_key, signature, message):
        rule, result = _rule_of_key(key, use, header["iat"], times)
    reason, words = (_signature_words(rule, key, kid) for kid in (key.kid, f"{key.kid[:8]}\N{HORIZONTAL ELLIPSIS}"))
    signed_at = datetime(1970, 1, 1) + timedelta(seconds=header["iat"])
    return result, f"{reason} Stated time of signing: {signed_at.isoformat()}Z.", words, SIGNATURE_STEPS.get(rule, "")


def _signature_words(rule: str, key: Key, kid: str) -> str:
    """What a rule says about a key that is at hand, with its thumbprint written as `kid`."""
    return SIGNATURE_WORDS[rule].format(
        kid=kid,
        signer=f"{KEY_WORDS[key.use]} {kid}, a key {key.known}",
        demonstration="; a demonstration key" if key.demonstration else "",
    )


def _header(protected: str, use: str) -> Optional[Dict[str, Json]]:
    data = decode_base64url(protected)
    reading = read_json(data) if data is not None else None
    if reading is None or reading.problems or reading.form_problems or not fits(HEADERS.get(use, closed(HEADER)), reading.value):
        return None
    return reading.value


def _rule_of_key(key: Key, use: str, seconds: int, times: Times) -> Tuple[str, str]:
    signed_at, (stated, anchored) = seconds * 1000, times
    if key.use != use:
        return "wrong_use", "fail"
    if stated is not None and seconds < stated // 1000:
        return "signed_before_document", "fail"
    if seconds < key.valid_from // 1000:
        return "not_yet_valid", "fail"
    if key.valid_until is not None and signed_at > key.valid_until:
        return "expired", "fail"
    if key.revoked_at is None:
        return "signed", "pass"
    if signed_at >= key.revoked_at:
        return "revoked_before", "fail"
    if key.revocation_reason != "compromised":
        return "revoked_after", "pass"
    if anchored is None:
        return "compromised_not_anchored", "unverified"
    return ("compromised_anchored_before", "pass") if anchored < key.revoked_at else ("compromised_anchored_later", "fail")


WORST_FIRST = ("fail", "unverified", "pass")


def worst(results: Sequence[str]) -> str:
    return next(result for result in WORST_FIRST if result in results)


def judge_signatures(
    document: Json, own_hash: Optional[str], use: str, stated: Optional[str], anchored: Optional[str], keys: Sequence[Key]
) -> Judged:
    """What all signatures of one document came to (SPEC.md §17.3), with the reason that decided."""
    entries = document.get("signatures", [])
    if not entries:
        return "unverified", UNSIGNED, UNSIGNED, UNSIGNED_STEP
    payload = preimage(document, own_hash, "signatures")
    times = (stated and instant(stated), anchored and instant(anchored))
    judged = [judge_signature(entry, payload, use, times, keys) for entry in entries]
    return min(judged, key=lambda one: ("fail", "pass", "unverified").index(one[0]))


SIGNED = {
    "decision_receipt": ("decisions", "decided_at"), "intake_receipt": ("service", "received_at"),
    "data_manifest": ("card", "version"), "agent_card": ("card", None),
}
"""Documents with signatures of their own: the use of the key, and the member that states a time."""


def check_signature(kind: str, document: Json, given: Given) -> Judged:
    """SPEC.md §11.7."""
    keys, anchored = given.keys, given.anchored_at
    own, receipt_own = KINDS[kind].own_hash, KINDS["decision_receipt"].own_hash
    if kind in SIGNED:
        use, time = SIGNED[kind]
        stated = document[time] + "T00:00:00Z" * (time == "version") if time else None
        return judge_signatures(document, own, use, stated, anchored, keys)
    if kind == "anchor_record":
        step = "Nothing can show it, and nothing has to: what it says about the anchor is on the chain."
        return "unverified", "An anchor record is never signed: what it says is on the chain.", "", step
    if kind != "evidence_pack":
        return "unverified", "A preview is never signed.", "", PREVIEW_STEP
    decision, anchor = document["acceptance_decision"], document["concordium_proofs"]["anchor"]
    if decision is None:
        return judge_signatures(document, own, "service", anchor and anchor["finalized_at"], None, keys)
    receipt = decision["receipt"]
    stated = receipt["decided_at"]
    of_pack, *why_pack, pack_step = judge_signatures(document, own, "service", stated, None, keys)
    of_receipt, *why_receipt, receipt_step = judge_signatures(receipt, receipt_own, "decisions", stated, anchored, keys)
    reason, words = (f"The receipt inside: {one} The pack: {other}" for one, other in zip(why_receipt, why_pack))
    together = worst([of_pack, of_receipt])
    return together, reason, words, pack_step if of_pack == together else receipt_step


# --- Mandate held against the decision (SPEC.md §7.5) ---

WEB_ADDRESS = re.compile(r"https://([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)(?::([0-9]{1,5}))?(?:[/?#](?s:.*))?")


def host_and_port(address: str) -> Optional[Tuple[str, int]]:
    match = WEB_ADDRESS.fullmatch(address)
    return (match.group(1).lower(), int(match.group(2) or 443)) if match else None


def bounds(receipt: Json, others: Sequence[Json] = ()) -> List[Tuple[str, str, str]]:
    """Each bound of the mandate: its pointer, its type, and whether the decision keeps it, the others being known."""
    mandate, decided_at = receipt["mandate"], instant(receipt["decided_at"])
    uses = [one for one in (receipt, *others) if not why_no_use(receipt, one)]
    found = []
    for name in ("not_before", "not_after"):
        if name in mandate:
            limit = instant(mandate[name])
            kept = decided_at >= limit if name == "not_before" else decided_at <= limit  # type: ignore[operator]
            found.append((f"/mandate/{name}", name, "covered" if kept else "not_covered"))
    for index, one in enumerate(mandate["constraints"]):
        found.append((f"/mandate/constraints/{index}", one["type"], _bound(one, receipt, uses)))
    # A decision that accepts nothing breaks no bound.
    broken = "not_covered" if receipt["decision"] == "accepted" else "covered"
    return [(pointer, type, broken if result == "not_covered" else result) for pointer, type, result in found]


def why_no_use(receipt: Json, other: Json) -> str:
    """Why another receipt does not count toward what was used of the mandate of a receipt; empty where it does."""
    if other["mandate"]["sha256"] != receipt["mandate"]["sha256"]:
        return "It is of another mandate."
    if other["decision"] != "accepted":
        return "Its decision is not accepted, so it uses nothing."
    later = instant(other["decided_at"]) > instant(receipt["decided_at"])  # type: ignore[operator]
    return "It was decided later." if later else ""


def _bound(constraint: Json, receipt: Json, uses: Sequence[Json]) -> str:
    kind, items, terms = constraint["type"], receipt["evidence_items"], receipt.get("terms")
    accepted = receipt["decision"] == "accepted"
    if kind == "checkout.allowed_merchants":
        return _merchant_bound(constraint["allowed"], receipt["merchant_policy"]["reference"])
    if kind == "checkout.line_items":
        return _line_item_bound(constraint["items"], receipt["subject"], (terms or {}).get("quantity"))
    if kind == "payment.agent_recurrence":
        return "not_covered" if accepted and len(uses) > constraint.get("max_occurrences", len(uses)) else "unknown"
    if kind == "payment.budget":
        currency = constraint["currency"]
        stated = [one["terms"] for one in uses if "terms" in one]
        spent = sum(one["amount_minor"] for one in stated if one["currency"] == currency)
        other = terms is not None and terms["currency"] != currency
        return "not_covered" if accepted and (other or spent > constraint["max_minor"]) else "unknown"
    if terms is None and kind in ("payment.amount_range", "payment.allowed_payees"):
        return "unknown"
    if kind == "payment.amount_range":
        in_range = constraint.get("min", 0) <= terms["amount_minor"] <= constraint["max"]
        return "covered" if in_range and terms["currency"] == constraint["currency"] else "not_covered"
    if kind == "payment.allowed_payees":
        return _payee_bound(constraint["allowed"], terms["payee"])
    if kind == "payment.execution_date":
        latest = constraint.get("not_after")
        is_late = latest is not None and instant(receipt["decided_at"]) > instant(latest)  # type: ignore[operator]
        return "not_covered" if is_late else "unknown"
    if kind == "payment.reference":
        open_mandates = [item["sha256"] for item in items if item["kind"] == "open_checkout_mandate"]
        named = [encode_base64url(bytes.fromhex(hash)) for hash in [receipt["mandate"]["sha256"], *open_mandates]]
        if constraint["conditional_transaction_id"] in named:
            return "covered"
        return "not_covered" if open_mandates else "unknown"
    looked_at = {
        "payment.allowed_payment_instruments": "payment_instrument",
        "payment.allowed_pisps": "payment_initiation_provider",
    }.get(kind)
    used = [item["sha256"] for item in items if item["kind"] == looked_at]
    if not used:
        return "unknown"
    return "covered" if set(used) <= set(constraint["allowed_sha256"]) else "not_covered"


def _merchant_bound(allowed: Json, reference: str) -> str:
    place = host_and_port(reference)
    websites = [host_and_port(merchant["website"]) if "website" in merchant else None for merchant in allowed]
    if any(merchant["id"] == reference for merchant in allowed) or (place is not None and place in websites):
        return "covered"
    return "not_covered" if place is not None and None not in websites else "unknown"


def _payee_bound(allowed: Json, payee: Json) -> str:
    named = [one.get("website") for one in allowed if one["id"] == payee["id"]]
    if not named:
        return "not_covered"
    places = [host_and_port(website) or website if website else None for website in (*named, payee.get("website"))]
    return "covered" if None in places or places[-1] in places[:-1] else "unknown"


def _line_item_bound(items: Json, subject: Json, quantity: Optional[int]) -> str:
    if subject["kind"] != "line_item":
        return "unknown"
    listing = [one["quantity"] for one in items if subject["reference"] in (item["id"] for item in one["acceptable_items"])]
    if not listing or (quantity is not None and quantity > sum(listing)):
        return "not_covered"
    return "covered" if len(items) == 1 and sum(listing) == (quantity or 1) else "unknown"


def whole_coverage(results: Sequence[str]) -> str:
    if "not_covered" in results:
        return "not_covered"
    return "unknown" if "unknown" in results or not results else "covered"


# --- The checks of each kind (SPEC.md §11.4 to §11.6): each yields what does not hold ---


def members(document: Json, names: str) -> List[Json]:
    return [document.get(name) for name in names.split()]


def words_of(*problems: Tuple[bool, str]) -> Pointers:
    """The words of those problems that there are."""
    return iter([words for there_is, words in problems if there_is])


def evidence_links(pack: Json, asked: Optional[str]) -> Pointers:
    """SPEC.md §11.4."""
    question, proofs, decision = pack["adjudication_question"], pack["concordium_proofs"], pack["acceptance_decision"]
    policy, scope, anchor = pack["merchant_policy"], pack["mandate_scope"], proofs["anchor"]
    verdict = pack["expected_verdict_schema"]["only_supported_verdict"]
    receipt_hash = question["receipt_hash_sha256"]
    alone = decision is None
    yield from words_of(
        (asked not in (None, receipt_hash, pack["pack_hash_sha256"]), "Another hash was asked for."),
        (bool(anchor) and anchor["receipt_hash_sha256"] != receipt_hash, "The anchor is about another receipt."),
        ((question["case"] == "historical_anchor_only") != alone, "The case and the decision contradict each other."),
        (alone and (anchor is None or verdict is None), "Without a receipt, a pack has an anchor and one verdict."),
        (not alone and verdict is not None, "A pack with a receipt supports every verdict."),
        ((policy is None) != alone or (scope is None) != alone, "A receipt, its policy and its mandate go together."),
    )
    if not alone and policy is not None and scope is not None:
        yield from _receipt_links(pack, decision["receipt"], policy, scope)


def _receipt_links(pack: Json, receipt: Json, policy: Json, scope: Json) -> Pointers:
    named = [members(item, "id sha256 kind") for item in pack["evidence_items"] if item["named_by"] == "receipt"]
    items = [members(item, "id sha256 kind") for item in receipt["evidence_items"]]
    terms = [[term["id"], term["term"]["text"]] for term in policy["terms"]]
    held = bounds(receipt)
    stated = [tuple(members(bound, "pointer type result")) for bound in scope["constraints"]]
    coverage = whole_coverage([result for _, _, result in held])
    own = receipt["merchant_policy"]
    own_terms = [[term["id"], term["text"]] for term in own["terms"]]
    own_hash = hash_of(receipt, "receipt_hash_sha256", "signatures")
    yield from words_of(
        (len(named) != len(items) or any(one not in named for one in items), "The evidence is not that of the receipt."),
        (own_hash != pack["adjudication_question"]["receipt_hash_sha256"], "The receipt inside has another hash."),
        (pack["acceptance_decision"]["reason"]["text"] != receipt["reason"], "The reason is not that of the receipt."),
        (members(policy, "reference sha256") != members(own, "reference sha256"), "The policy is not that of the receipt."),
        (terms != own_terms, "The terms of the policy are not those of the receipt."),
        (stated != held or scope["result"] != coverage, "The mandate held against the decision gives another result."),
    )


def check_anchor_bytes(kind: str, document: Json) -> Tuple[str, str]:
    """SPEC.md §11.4, §11.12. About the bytes that the document states, and not about the chain."""
    of_record = kind == "anchor_record"
    anchor = document if of_record else document["concordium_proofs"]["anchor"]
    if anchor is None:
        return "pass", "The pack states no anchor."
    stated = anchor["registered_bytes_hex" if of_record else "registered_data_hex"]
    if stated is None:
        return "unverified", "The pack states no registered bytes."
    about = document if of_record else document["adjudication_question"]
    if stated == registered_bytes(about["receipt_hash_sha256"]):
        return "pass", "The bytes that the document states encode the receipt hash."
    return "fail", "The bytes that the document states do not encode the receipt hash."


def check_anchor_state(kind: str, pack: Json, given: Given) -> Tuple[str, str]:
    """SPEC.md §11.4, §11.12; the rules are tried in their order."""
    if kind == "anchor_record":
        return public_anchor(pack["network"], given)
    proofs, case = pack["concordium_proofs"], pack["adjudication_question"]["case"]
    anchor = proofs["anchor"]
    counts = case == "receipt_and_finalized_anchor"
    if proofs["anchor_state"] != (anchor["state"] if anchor else "not_anchored"):
        return "fail", "The pack contradicts itself about the state of the anchor."
    if anchor is None:
        return ("fail", "The case needs an anchor.") if counts else ("pass", "The pack claims no anchor.")
    is_simulated = anchor["network"].startswith("simulation:")
    if counts and (anchor["state"] != "finalized" or not anchor["seen_finalized"] or is_simulated):
        return "fail", "The case needs an anchor that was seen finalized on a real chain."
    return public_anchor(anchor["network"], given)


def public_anchor(network: str, given: Given) -> Tuple[str, str]:
    """SPEC.md §11.4, `anchor_state` from rule 4 on."""
    if network not in ("mainnet", "testnet"):
        return "unverified", "A simulation, a private chain or an unknown genesis block shows nothing to others."
    if given.anchored_at is not None:
        return "pass", "A node has the hash in a finalized block."
    return "unverified", "Only the chain can say. This program asks no node."


GENESIS_BLOCKS = {
    "9dd9ca4d19e9393877d2c44b70f89acbfc0883c2243e5eeaecc0d1cd0503f478": "mainnet",
    "4221332d34e1694168c2a0c0b3fd0f273809612cb13d000d5c2e00e85f50f796": "testnet",
}


def record_links(document: Json, asked: Optional[str]) -> Pointers:
    """SPEC.md §11.12; names of networks are those of §10.2."""
    genesis = document["genesis_block"]
    simulation = genesis.startswith(b"SIMULATION".hex())
    network = GENESIS_BLOCKS.get(genesis, ("simulation:" if simulation else "genesis:") + genesis)
    return words_of(
        (asked not in (None, document["receipt_hash_sha256"]), "The record is about another hash than the one asked for."),
        (members(document, "network simulation") != [network, simulation], "The network is not that of the genesis block."),
    )


def work_order_links(pack: Json) -> Pointers:
    """SPEC.md §11.5."""
    order, commitments = pack["work_order"]["supplied_by_party"], pack["concordium_commitments"]
    commitment, stated = commitments["pre_work_commitment"], commitments["commitments"]
    hashes = {name: pack[name] for name in ("work_order_hash", "pre_work_commitment_hash")}
    named = {entry["name"]: entry["sha256"] for entry in stated}
    bytes_of = [(entry["registered_data_hex"], registered_bytes(entry["sha256"])) for entry in stated]
    terms, party, rule = "amount_minor currency deadline", "name account registry_ref", "criterion_id accepted_kinds"
    parties = [[role, *members(order[role], party)] for role in ("client", "agent")]
    criteria = [[*members(one, "id must"), one["criterion"]["text"]] for one in pack["acceptance_criteria"]]
    rules = [[members(one, rule) for one in part] for part in (pack["evidence_rules"]["rules"], order["evidence_rules"])]
    is_kept = commitment == commitment_to(order) and hash_of(commitment) == pack["pre_work_commitment_hash"]
    yield from words_of(
        (hash_of(order) != pack["work_order_hash"], "The hash of the order is another."),
        (not is_kept, "The commitment is not the one to the order."),
        (len(stated) != 2 or named != hashes, "The commitments do not name the two hashes."),
        (any(one != other for one, other in bytes_of), "The bytes of a commitment do not encode its hash."),
        (members(pack["escrow_terms"], terms) != members(order["escrow"], terms), "The terms are not those of the order."),
        ([members(one, "role " + party) for one in pack["parties"]] != parties, "The parties are not those of the order."),
        (
            criteria != [members(one, "id must text") for one in order["acceptance_criteria"]],
            "The criteria are not those of the order.",
        ),
        (rules[0] != rules[1], "The evidence rules are not those of the order."),
    )


def commitment_to(order: Json) -> Json:
    """The pre-work commitment to an order (SPEC.md §8.10)."""
    return {
        "schema": "service.pre-work-commitment.v1",
        "work_order_hash": hash_of(order),
        "client": order["client"]["account"],
        "agent": order["agent"]["account"],
        "deadline": order["escrow"]["deadline"],
    }


def work_order_moves(pack: Json) -> Pointers:
    """SPEC.md §11.5."""
    machine = pack["state_machine"]
    table = [[move.before, move.event, move.after, list(move.guard_checks), move.method] for move in MOVES]
    moves = [members(one, "from event to guard_checks contract_method") for one in machine["transitions"]]
    return words_of(
        (machine["states"] != list(STATES), "The states are not those of the state machine."),
        (moves != table, "The moves are not those of the state machine."),
        (machine["present_state"] != STATES[0], "The order is no draft."),
    )


RUN_HASHES = {
    "work_order_hash": "work_order", "pre_work_commitment_hash": "pre_work_commitment",
    "evidence_pack_hash": "evidence", "verdict_hash": "judgment",
}


def run_links(run: Json) -> Pointers:
    """SPEC.md §11.6."""
    objects = run["hashed_objects"]
    order_hash, judgment, evidence = hash_of(objects["work_order"]), objects["judgment"], objects["evidence"]
    yield from words_of(*(
        (run[name] != (objects[of] and hash_of(objects[of])), f"{name} is not the hash of its object.")
        for name, of in RUN_HASHES.items()
    ))
    verdict = " ".join(VERDICT)
    named = [order_hash, run["evidence_pack_hash"]]
    stated = run["verdict"] and members(run["verdict"], verdict)
    is_bound = judgment is None or members(judgment, "work_order_hash evidence_pack_hash") == named
    yield from words_of(
        (objects["pre_work_commitment"] != commitment_to(objects["work_order"]), "The commitment is not the one to the order."),
        (evidence is not None and evidence["work_order_hash"] != order_hash, "The evidence names another order."),
        (not is_bound, "The judgment names another order or other evidence."),
        (stated != (judgment and members(judgment["verdict"], verdict)), "The verdict is not the one of the judgment."),
    )


def run_moves(run: Json) -> Pointers:
    """SPEC.md §11.6: the steps are gone through again."""
    state, previous, passed = STATES[0], run["work_order_hash"], [STATES[0]]
    first = next((step for step in run["steps"] if step["event"] == "accept_and_start"), None)
    accepted_at = first["named"].get("accepted_at") if first else None
    for index, step in enumerate(run["steps"]):
        move = next((move for move in MOVES if move.before == state and move.event == step["event"]), None)
        chain = [index, previous, hash_of(step, "step_hash")]
        if move is None or step["from"] != state:
            yield f"Step {index} is no move from the state reached."
            return
        table = [move.after, move.guard, move.method, move.effect]
        true = {name: accepted_at if name == "accepted_at" else run[name] for name in move.named}
        broken = [guard for guard in move.guard_checks if not guard_holds(guard, run, accepted_at)]
        yield from words_of(
            (members(step, "index previous_step_hash step_hash") != chain, f"Step {index} breaks the chain of hashes."),
            (members(step, "to guard contract_method effect") != table, f"Step {index} is not the move of the table."),
            (step["named"] != true, f"Step {index} names other values than those of the run."),
            (bool(broken), f"Step {index}: these guards do not hold: {', '.join(broken)}."),
        )
        state, previous = move.after, step["step_hash"]
        passed.append(state)
    yield from words_of((run["states_passed"] != passed, "The states passed are not those of the steps."))
    yield from _run_results(run, passed)


def guard_holds(guard: str, run: Json, accepted_at: Optional[str]) -> bool:
    """SPEC.md §9.3. What a step names is compared with the values of the run beside this."""
    order, evidence = run["hashed_objects"]["work_order"], run["hashed_objects"]["evidence"]
    rules = {rule["criterion_id"]: rule["accepted_kinds"] for rule in order["evidence_rules"]}
    items = evidence["items"] if evidence else []
    deadline = instant(order["escrow"]["deadline"])
    found = {
        "order_is_valid": next(order_problems(order, ""), None) is None,
        "parties_are_distinct": order["client"]["account"] != order["agent"]["account"],
        "must_criteria_have_evidence_rules": all(one["id"] in rules for one in order["acceptance_criteria"] if one["must"]),
        "acceptance_is_before_the_deadline": accepted_at is not None and instant(accepted_at) < deadline,  # type: ignore
        "items_are_bound_to_the_work_order": all(item["work_order_hash"] == run["work_order_hash"] for item in items),
        "item_kinds_are_allowed": all(item["kind"] in rules.get(item["criterion_id"], []) for item in items),
    }
    return bool(found.get(guard, True))


def _run_results(run: Json, passed: List[str]) -> Pointers:
    objects, prepared = run["hashed_objects"], run["prepared_outcome"]
    evidence, judgment = objects["evidence"], objects["judgment"]
    reached = [STATES[3] in passed, STATES[4] in passed]
    rule = verdict_rule(objects["work_order"], evidence["items"]) if evidence else None
    stated = judgment and members(judgment["verdict"], "accepted_correctly confidence recommended_outcome")
    is_right = judgment is None or (judgment["rule"] == rule and stated == list(VERDICT_RULES[rule][:3]))
    expected = VERDICT_RULES[rule][3] if rule and STATES[5] in passed else None
    return words_of(
        ([evidence is not None, judgment is not None] != reached, "Evidence or judgment is not where the run reached it."),
        (not is_right, "The rules of the verdict give another one."),
        ((prepared and prepared["action"]) != expected, "The outcome is not what the verdict prepares."),
    )


def verdict_rule(order: Json, items: Json) -> str:
    """SPEC.md §9.6."""
    must = [criterion["id"] for criterion in order["acceptance_criteria"] if criterion["must"]]
    shown: Dict[str, Set[str]] = {criterion: set() for criterion in must}
    for item in items:
        shown.get(item["criterion_id"], set()).add(item["shows"])
    if not items:
        return "no_evidence"
    if any({"met", "failed"} <= shows for shows in shown.values()):
        return "contradiction_on_a_must_criterion"
    if any("failed" in shows for shows in shown.values()):
        return "must_criterion_failed"
    if all("met" in shows for shows in shown.values()):
        return "all_must_criteria_met"
    return "must_criterion_unproven"


# --- Verification (SPEC.md §11) ---


@dataclass(frozen=True)
class Kind:
    """How a kind of document is verified (SPEC.md §3.4, §11.2)."""

    schema: Optional[str]
    shape: Shape
    own_hash: Optional[str]
    is_signed: bool
    checks: Tuple[str, ...]


KINDS = {
    "decision_receipt": Kind(
        "service.decision-receipt.schema.v1", DECISION_RECEIPT, "receipt_hash_sha256", True, ("signature",),
    ),
    "evidence_pack": Kind(
        "service.adjudicator-evidence-pack.v1", EVIDENCE_PACK, "pack_hash_sha256", True,
        ("linked_hashes", "signature", "anchor_bytes", "anchor_state"),
    ),
    "work_order_pack": Kind(
        "service.adjudicator-work-order-pack.v1", WORK_ORDER_PACK, "pack_hash_sha256", False,
        ("linked_hashes", "transition_chain", "signature"),
    ),
    "runner_receipt": Kind(
        "service.adjudicator-work-order-runner.receipt.v1", RUNNER_RECEIPT, "runner_receipt_hash", False,
        ("linked_hashes", "transition_chain", "signature"),
    ),
    "intake_receipt": Kind(
        "service.intake-receipt.v1", INTAKE_RECEIPT, "receipt_hash_sha256", True, ("signature",),
    ),
    "anchor_record": Kind(
        "service.agent-acceptance-anchor.record.v1", ANCHOR_RECORD, None, False,
        ("linked_hashes", "signature", "anchor_bytes", "anchor_state"),
    ),
    "data_manifest": Kind("service.data-manifest.v1", DATA_MANIFEST, "manifest_hash_sha256", True, ("signature",)),
    "agent_card": Kind(None, AGENT_CARD, None, True, ("signature",)),
}


def verify(data: bytes, given: Given = Given()) -> Dict[str, Json]:
    """Everything that the bytes of a document show, as `service.verification.v1`. No input makes it raise."""
    result, receipt = examine(data, given)
    if receipt is not None:
        result["mandate"] = judge_mandate(receipt, result["answers"]["from_whom"]["result"] == "pass", given)
        if result["outcome"] != "fail" or result["mandate"]["result"] == "not_covered":
            result["headline"] += " " + result["mandate"]["words"]
    return result


def examine(data: bytes, given: Given) -> Tuple[Dict[str, Json], Optional[Json]]:
    """What was found in a document, and the decision receipt that an intact one is or holds."""
    reading = read_json(data)
    kind, computed, checks = None, None, [check_well_formed(reading, data)]
    if not reading.problems:
        kind = kind_of(reading.value)
        if kind is None:
            checks.append(Check("schema", "unverified", "This is no document of a kind that is known here."))
        else:
            computed, further = check_document(kind, reading, given)
            checks.extend(further)
    result = summarize(kind, reading.value, computed, checks, given)
    if result["answers"]["intact"]["result"] == "fail":
        return result, None
    decision = reading.value["acceptance_decision"] if kind == "evidence_pack" else None
    return result, reading.value if kind == "decision_receipt" else decision and decision["receipt"]


def judge_mandate(receipt: Json, is_signed: bool, given: Given) -> Dict[str, Json]:
    """SPEC.md §11.14."""
    counted, found = {hash_of(receipt, "receipt_hash_sha256", "signatures"): receipt}, []
    for data in given.receipts:
        result, other = examine(data, Given(keys=given.keys))
        computed, origin = result["hash_sha256"], result["answers"]["from_whom"]["result"]
        if other is None or result["kind"] != "decision_receipt":
            why = "It is no intact decision receipt."
        elif origin == "fail" or (is_signed and origin != "pass"):
            why = "It is not shown to be signed by a key at hand."
        else:
            why = "It is here twice." if computed in counted else why_no_use(receipt, other)
        if not why:
            counted[computed] = other
        found.append({"hash_sha256": computed, "counts": not why, "reason": why or "Its decision counts."})
    own, subjects = next(iter(counted)), {key: one["subject"] for key, one in counted.items()}
    corrects = {key: one["sha256"] for key, one in subjects.items() if one["kind"] == "decision_receipt"}
    same = {key for key in counted if own in (key, corrects.get(key)) or key in corrects.values()}
    for one in found:
        if one["counts"] and one["hash_sha256"] in same:
            one.update(counts=False, reason="It is the same use as its correction, or as what it corrects.")
    held = bounds(receipt, [one for key, one in counted.items() if key not in same])
    coverage = whole_coverage([result for _, _, result in held])
    broken = ", ".join(type for _, type, result in held if result == "not_covered")
    return {
        "result": coverage,
        "words": f"The decision is {COVERAGE_WORDS[coverage]}{broken and ': ' + broken}.",
        "constraints": [
            {"pointer": pointer, "type": type, "result": one, "reason": BOUND_WORDS[one], "settled_by": None}
            for pointer, type, one in held
        ],
        "receipts": found,
    }


COVERAGE_WORDS = {
    "covered": "within its mandate", "not_covered": "outside its mandate", "unknown": "not known to be within its mandate",
}
BOUND_WORDS = {"covered": "kept", "not_covered": "broken", "unknown": "open"}


def kind_of(value: Json) -> Optional[str]:
    """SPEC.md §11.1: the kind of a value; None where it is none that is known here."""
    if not isinstance(value, dict):
        return None
    if "schema" not in value:
        return "agent_card" if isinstance(value.get("supportedInterfaces"), list) else None
    schema = value["schema"]
    return next((name for name, known in KINDS.items() if known.schema and known.schema == schema), None)


def check_well_formed(reading: Reading, data: bytes) -> Check:
    """SPEC.md §11.2, rule 1."""
    if not reading.problems:
        return Check("well_formed", "pass", "The text is acceptable JSON.")
    start = data[len(BYTE_ORDER_MARK) :] if data.startswith(BYTE_ORDER_MARK) else data
    if not start.lstrip(b" \t\n\r").startswith(b"{"):
        return Check("well_formed", "unverified", "This is no JSON.")
    return Check("well_formed", "fail", f"The text is not acceptable JSON: {', '.join(sorted(reading.problems))}.")


def check_document(kind: str, reading: Reading, given: Given) -> Tuple[str, List[Check]]:
    """The hash that a document of a kind has, and its checks from `schema` on."""
    known, document = KINDS[kind], reading.value
    misfit = next(known.shape(document, ""), None)
    computed = hash_of(document, known.own_hash, *(["signatures"] if known.is_signed else []))
    form = ", ".join(sorted(reading.form_problems))
    checks = [
        Check("schema", "pass", "The document has the shape of its kind.")
        if misfit is None
        # A pointer is printed with the names of known members only (SPEC.md §2.7).
        else Check("schema", "fail", f"The document does not have the shape of its kind, at {misfit or 'its top'}."),
        Check("canonical_form", "fail", f"What is hashed must not have: {form}.")
        if form
        else Check("canonical_form", "pass", "Every number is a plain integer, and no name is reserved."),
        check_hash(kind, document, computed, given.hash_asked_for),
    ]
    unfit = ("unverified", "The document does not have the shape of its kind.")
    checks += [Check(id, *(run_check(id, kind, document, given) if misfit is None else unfit)) for id in known.checks]
    return computed, checks


def check_hash(kind: str, document: Json, computed: str, asked: Optional[str]) -> Check:
    """SPEC.md §11.3."""
    own = KINDS[kind].own_hash
    if kind == "anchor_record":
        return Check("hash", "unverified", f"An anchor record states no hash of its own. It has {computed}.")
    if own in document and document[own] != computed:
        return Check("hash", "fail", f"The document states another hash than the one it has, {computed}.")
    asked = None if kind == "evidence_pack" else asked
    if asked is not None and asked != computed:
        return Check("hash", "fail", f"Another hash was asked for than the one the document has, {computed}.")
    if own not in document and asked is None:
        return Check("hash", "unverified", f"No hash to compare with. The document has {computed}.")
    return Check("hash", "pass", f"The document has the hash {computed}.")


def run_check(id: str, kind: str, document: Json, given: Given) -> Tuple[str, ...]:
    if id == "signature":
        return check_signature(kind, document, given)
    if id == "anchor_bytes":
        return check_anchor_bytes(kind, document)
    if id == "anchor_state":
        return check_anchor_state(kind, document, given)
    if id == "transition_chain":
        problem = next((work_order_moves if kind == "work_order_pack" else run_moves)(document), None)
        return ("pass", "Every move is one of the state machine.") if problem is None else ("fail", problem)
    links = {"work_order_pack": work_order_links, "runner_receipt": run_links}.get(kind)
    about = record_links if kind == "anchor_record" else evidence_links
    problem = next(links(document) if links else about(document, given.hash_asked_for), None)
    return ("pass", "The parts belong together.") if problem is None else ("fail", problem)


INTACT_CHECKS = ("well_formed", "schema", "canonical_form", "hash", "linked_hashes", "transition_chain")
TITLES = {
    "well_formed": "Well-formed", "schema": "Schema", "canonical_form": "Canonical form", "hash": "Hash",
    "linked_hashes": "Linked hashes", "transition_chain": "Moves of the state machine", "signature": "Signature",
    "anchor_bytes": "Anchor bytes", "anchor_state": "Anchor state",
}


def states_anchor(kind: Optional[str], document: Json, checks: List[Check]) -> Optional[bool]:
    """Whether the document states an anchor; None where it does not have the shape of its kind."""
    if not any(check.id == "schema" and check.result == "pass" for check in checks):
        return None
    return kind == "anchor_record" or (kind == "evidence_pack" and document["concordium_proofs"]["anchor"] is not None)


def answer(result: str, words: Sequence[str], steps: Sequence[str]) -> Dict[str, Json]:
    """An answer, with the words and the next step that stand for its result, in the order pass, fail, unverified."""
    at = ("pass", "fail", "unverified").index(result)
    return {"result": result, "words": words[at].strip(), "next_step": steps[at]}


def summarize(kind: Optional[str], document: Json, computed: Optional[str], checks: List[Check], given: Given) -> Dict[str, Json]:
    """The answers and the outcome (SPEC.md §11.8, §11.9)."""
    intact = [check for check in checks if check.id in INTACT_CHECKS]
    signed = next((check for check in checks if check.id == "signature"), None)
    anchored = [check for check in checks if check.id.startswith("anchor")]
    origin = (signed.words or signed.reason) if signed else ""
    has_anchor = states_anchor(kind, document, checks)
    is_preview = has_anchor is False and kind in ("work_order_pack", "runner_receipt")

    def first(found: List[Check], result: str) -> str:
        return next((check.reason for check in found if check.result == result), "")

    answers = {
        "intact": answer(
            worst([check.result for check in intact]),
            ("Intact.", "Not intact: " + first(intact, "fail"), "Not shown to be intact: " + first(intact, "unverified")),
            (*INTACT_STEPS[:2], RECORD_STEP if kind == "anchor_record" else INTACT_STEPS[2]),
        ),
        "from_whom": answer(
            signed.result if signed else "unverified",
            (origin, "Not shown by a good signature: " + origin, "Origin not shown. " + origin),
            (*ORIGIN_STEPS, (signed.next_step if signed else "") or UNSIGNED_STEP),
        ),
        "since_when": answer(
            worst([check.result for check in anchored] + ["pass" if given.anchored_at and kind else "unverified"]),
            (
                f"Anchored at {given.anchored_at}.", f"The anchor does not hold: {first(anchored, 'fail')}",
                "Not anchored, or not looked up.",
            ),
            (*SINCE_STEPS, PREVIEW_STEP if is_preview else ANCHOR_STEPS[has_anchor]),
        ),
    }
    failed = [one["words"] for one in answers.values() if one["result"] == "fail"]
    everything = [check.result for check in checks] + [one["result"] for one in answers.values()]
    return {
        "schema": "service.verification.v1",
        "kind": kind,
        "hash_sha256": computed,
        "outcome": "unusable" if kind is None and "fail" not in everything else worst(everything),
        "headline": " ".join(failed or [one["words"] for one in answers.values()]),
        "answers": answers,
        "mandate": None,
        "checks": [
            {"id": check.id, "title": TITLES[check.id], "result": check.result, "reason": check.reason}
            for check in sorted(checks, key=lambda check: list(TITLES).index(check.id))
        ],
    }


INTACT_STEPS = (
    "Keep the file as it is.", "Do not rely on it. Get the document again from where it was published.",
    "Give a receipt, a pack or a run as JSON, in a file named by its hash if it states none.",
)
ORIGIN_STEPS = (
    "Compare the thumbprint of the key with one that you got in another way.",
    "Do not take it as theirs. Ask the one who is said to have signed.",
)
SINCE_STEPS = (
    "Keep the transaction hash beside the document.",
    "Do not rely on the anchor. Ask a node of the chain about its transaction.",
)
RECORD_STEP = "Nothing can show it, and nothing has to: look up on the chain what the record says about the anchor."
ANCHOR_STEPS = {
    None: "Get a copy of the document that can be read first.",
    True: "Ask a node of the chain about the anchor that it states, for instance with the option --node https://host:port"
    " of npm run verify in the source of the service.",
    False: "The document claims no anchor. Its issuer can anchor its hash, and give you the anchor record,"
    " about which a node of the chain can be asked.",
}

# --- The command ---

EXIT_CODES = {"pass": 0, "fail": 1, "unverified": 2, "unusable": 3}
LARGEST_FILE = 4 * 1024 * 1024


class Unreadable(Exception):
    """There is nothing to read, with the reason."""


class Parser(argparse.ArgumentParser):
    """Refuses arguments without printing what a terminal would act on."""

    def error(self, message: str) -> NoReturn:
        super().error(printable(message))

    def print_help(self, file: Any = None) -> None:
        say(self.format_help().rstrip("\n"))


def say(text: str) -> None:
    """Prints a text. A reader that closes the pipe early, such as head, changes nothing about what is found."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        # What is printed from now on, and what Python flushes at its end, goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read_file(name: str) -> bytes:
    try:
        if name == "-":
            data = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(LARGEST_FILE + 1)
    except OSError as failure:
        raise Unreadable(f"{printable(name)} cannot be read: {failure.strerror}.") from None
    if len(data) > LARGEST_FILE:
        raise Unreadable(f"{printable(name)} is larger than 4 MiB.")
    return data


def printable(text: str) -> str:
    """A text of others as one line, without what a terminal would act on."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def keys_at_hand(file: Optional[str]) -> List[Key]:
    if file is None:
        return []
    keys = read_keys(read_file(file), f"listed in {printable(os.path.basename(file))}")
    if keys is None:
        raise Unreadable(f"The keys of {printable(file)} are refused: no list of keys that SPEC.md §17.1 allows.")
    return keys


def hash_in_name(name: str) -> Optional[str]:
    match = re.fullmatch(r"([0-9a-fA-F]{64})(?:\.json)?", os.path.basename(name))
    return match.group(1).lower() if match else None


def describe(name: str, result: Dict[str, Json]) -> str:
    """What people read: the answers, then the checks with failing ones first, then the next step."""
    questions = {"intact": "Intact?", "from_whom": "From whom?", "since_when": "Since when?"}
    answers = result["answers"]
    lines = [name, f"{result['kind'] or 'unknown kind'}, hash {result['hash_sha256'] or 'none'}", ""]
    lines += [result["headline"], ""]
    lines += [f"{questions[key]:<12} {one['result']:<11} {one['words']}" for key, one in answers.items()] + [""]
    mandate = result["mandate"]
    if mandate:
        lines += [f"Within its mandate? {BOUND_WORDS[mandate['result']]}"]
        lines += [f"  {one['reason']:<9} {one['type']}" for one in mandate["constraints"]]
        lines += [f"  {one['hash_sha256'] or 'no receipt'}: {one['reason']}" for one in mandate["receipts"]] + [""]
    for check in sorted(result["checks"], key=lambda check: WORST_FIRST.index(check["result"])):
        lines.append(f"{check['result']:<11} {check['id']:<17} {check['reason']}")
    decisive = min(answers.values(), key=lambda answer: WORST_FIRST.index(answer["result"]))
    lines += ["", f"Next: {decisive['next_step']}"]
    if result["outcome"] == "unverified":
        still_open = [questions[key] for key, one in answers.items() if one["result"] != "pass"]
        lines.append(f"Exit code 2, as not everything is shown: {' '.join(still_open)}")
    return "\n".join(map(printable, lines))


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", metavar="FILE", nargs="+", help="a document; - for standard input")
    parser.add_argument("--receipts", metavar="FILE", nargs="+", action="extend", default=[], help="more of the same mandate")
    parser.add_argument("--keys", metavar="FILE", help="keys document of the signer")
    parser.add_argument("--json", action="store_true", help="print the result as JSON; an array for several files")
    try:
        options = parser.parse_args(arguments)
    except SystemExit as stop:
        return EXIT_CODES["unusable"] if stop.code else 0
    outcomes, results = [], []
    for name in options.files:
        try:
            keys = keys_at_hand(options.keys)
            others = [read_file(other) for other in options.receipts]
            result = verify(read_file(name), Given(hash_in_name(name), keys, receipts=others))
        except Unreadable as refusal:
            print(refusal, file=sys.stderr)
            outcomes.append("unusable")
            continue
        outcomes.append(result["outcome"])
        results.append(result)
        if not options.json:
            say(describe(name, result) + ("\n" if name != options.files[-1] else ""))
    if options.json and results:
        say(json.dumps(results if len(options.files) > 1 else results[0], indent=2))
    return EXIT_CODES[next(one for one in ("fail", "unusable", "unverified", "pass") if one in outcomes)]


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="replace")  # type: ignore
    sys.exit(main())

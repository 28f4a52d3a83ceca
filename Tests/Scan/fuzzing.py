"""schemathesis: everything that fits a description of the addresses, and much that does not."""

import json
import re
import subprocess
import sys
from pathlib import Path

import routes
from target import Target

# What an answer may be; a 500 never.
STATUSES = [200, 303, 304, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429, 431]


def scan(target: Target, said: Path) -> tuple[int, list[str]]:
    description, report = said / "openapi.json", said / "schemathesis.ndjson"
    description.write_text(json.dumps(_description(target), indent=1))
    command = [
        Path(sys.executable).with_name("schemathesis"), "run", description, "--url", target.url,
        "--checks", "not_a_server_error,status_code_conformance,unsupported_method,ignored_auth",
        "--header", f"Cookie: {target.cookie}", "--header", f"Origin: {target.url}",
        "--max-examples", "40", "--seed", "1", "--no-shrink", "--continue-on-failure", "--request-timeout", "20",
        "--phases", "examples,coverage,fuzzing", "--suppress-health-check", "all", "--warnings", "off", "--no-color",
        "--report", "ndjson", "--report-ndjson-path", report]
    outcome = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=said)
    (said / "schemathesis.txt").write_text(outcome.stdout + outcome.stderr)
    found = []
    for block in re.split(r"\n(?=_{3,} )", outcome.stdout.split("= SUMMARY")[0])[1:]:
        place = re.match(r"_+ (.*?) _+", block)
        for title in re.findall(r"^- (.+)$", block, re.MULTILINE):
            status = re.search(r"^\[(\d+)\]", block[block.index(title):], re.MULTILINE)
            found.append(f"{place[1] if place else ''}: {title} {status[1] if status else ''}".strip())
    if outcome.returncode not in (0, 1) or outcome.returncode == 1 and not found:
        found.append(f"schemathesis itself failed, see {said / 'schemathesis.txt'}")
    generated = re.search(r"(\d[\d,]*) generated", outcome.stdout)
    return int(generated[1].replace(",", "")) if generated else 0, found


def _description(target: Target) -> dict:
    """The addresses as OpenAPI."""
    answers = {str(status): {"description": "as it should be"} for status in STATUSES}
    sent = {form.pattern: form for form in routes.forms(target)}
    paths: dict[str, dict] = {}
    for pattern, methods in sorted(routes.patterns().items()):
        names = re.findall(r"\{(\w+)\}", pattern)
        real = re.match(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(pattern)), target.path(pattern))
        parameters = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}, "example": real[name]}
            for name in names]
        for method in methods:
            operation = {"parameters": list(parameters), "responses": answers, "security": [{"device": []}]}
            if pattern in ("/sign-in", "/favicon.ico", "/service-worker.js"):
                del operation["security"]
            if method == "post":
                operation["requestBody"] = _body(sent[pattern], target)
            else:
                operation["parameters"] += [
                    {"name": name, "in": "query", "schema": {"type": "string"}}
                    for name in ("search", "after", "undo", "rows", "then", "size")]
            paths.setdefault(pattern, {})[method] = operation
    door = {"device": {"type": "apiKey", "in": "cookie", "name": "perennial"}}
    return {
        "openapi": "3.1.0", "info": {"title": "Perennial", "version": "1"}, "paths": paths,
        "components": {"securitySchemes": door}}


def _body(form: routes.Form, target: Target) -> dict:
    fields: dict[str, dict] = {name: {"type": "string"} for name in form.fields}
    fields["form-token"] = {"const": target.form_token}
    if form.pattern == "/sign-in":
        fields = {"password": {"type": "string"}, "then": {"type": "string"}}
    kind = "application/x-www-form-urlencoded"
    for name in form.files or ["picture"] * form.pattern.endswith("/picture"):
        fields[name] = {"type": "string", "format": "binary"}
        kind = "multipart/form-data"
    schema = {"type": "object", "properties": fields, "required": list(fields)}
    return {"required": True, "content": {kind: {"schema": schema}}}

"""sqlmap: SQL in every field of every form, and in every query."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

import routes
from target import Target

QUERIES = ["/plants?search=pic", "/plants?after=x&rows=20", "/lists?after=x", "/deleted?after=x&undo=x"]


def scan(target: Target, said: Path) -> tuple[int, list[str]]:
    tried = [(query, None) for query in QUERIES]
    for form in routes.forms(target):
        if form.pattern != "/sign-in" and not form.files and len(form.fields) > 1:
            tried.append((form.path, form.fields))
    requests, found = 0, []
    for number, (path, fields) in enumerate(tried):
        traffic, answer = said / f"sqlmap-{number}.traffic", said / f"sqlmap-{number}.txt"
        command = [
            Path(sys.executable).with_name("sqlmap"), "--url", target.url + path, "--cookie", target.cookie,
            "--header", f"Origin: {target.url}", "--batch", "--flush-session", "--disable-coloring",
            "--dbms", "sqlite", "--level", "2", "--risk", "2", "--threads", "4", "--technique", "BEUT",
            "--param-exclude", "^(form-token|perennial)$", "--ignore-redirects", "--ignore-code", "*",
            "--output-dir", said / "sqlmap", "-t", traffic]
        if fields:
            command += ["--data", urlencode(fields)]
        # It writes down in the user's folder what it was asked.
        environment = {**os.environ, "HOME": str(said), "XDG_DATA_HOME": str(said)}
        outcome = subprocess.run(
            [str(word) for word in command], capture_output=True, text=True, stdin=subprocess.DEVNULL, env=environment)
        answer.write_text(outcome.stdout + outcome.stderr)
        if traffic.exists():
            requests += traffic.read_text(errors="replace").count("HTTP request [#")
            traffic.unlink()
        if "sqlmap identified the following injection point" in outcome.stdout:
            found.append(f"{path}: a field takes SQL, see {answer}")
        elif "all tested parameters do not appear to be injectable" not in outcome.stdout:
            found.append(f"{path}: sqlmap came to no end, see {answer}")
    return requests, found

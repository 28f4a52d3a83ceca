"""wapiti: crawls the screens and tries what often works elsewhere."""

import json
import os
import subprocess
from pathlib import Path

from routes import LEFT_ALONE
from target import Target

# Not those that ask servers elsewhere, nor those about other programs.
MODULES = (
    "backup,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,"
    "timesql,upload,xss,xxe")


def scan(target: Target, said: Path) -> tuple[int, list[str]]:
    report, answer = said / "wapiti.json", said / "wapiti.txt"
    left_alone = [*LEFT_ALONE, "/devices/*"]
    command = [
        os.environ.get("WAPITI", "wapiti"), "--url", target.url + "/", "--scope", "folder", "--module", MODULES,
        "--header", f"Cookie: {target.cookie}", "--header", f"Origin: {target.url}",
        *[word for path in left_alone for word in ("--exclude", target.url + path)],
        "--max-scan-time", "240", "--max-attack-time", "60", "--depth", "4", "--max-links-per-page", "60",
        "--store-session", said / "wapiti", "--store-config", said / "wapiti", "--detailed-report", "1",
        "--format", "json", "--output", report, "--verbose", "2", "--flush-session", "--no-bugreport"]
    outcome = subprocess.run([str(word) for word in command], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    answer.write_text(outcome.stdout + outcome.stderr)
    if not report.exists():
        return 0, [f"wapiti itself failed, see {answer}"]
    answers = json.loads(report.read_text())
    found = []
    for kind in ("vulnerabilities", "anomalies"):
        for title, each in answers[kind].items():
            found += [f"{title}: {one['method']} {one['path']}: {one['info']}" for one in each]
    # At the second level of verbosity it tells each request.
    return outcome.stdout.count("[+] "), found

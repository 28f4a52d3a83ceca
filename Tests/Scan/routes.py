"""All addresses of the program, read where it sets them, and what their forms carry, read from its pages."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.error import HTTPError

from garden_server import ROOT
from target import Target

SITE = ROOT / "Sources/GardenWeb/Screens/GardenSite.swift"
# They sign the scanner out, or answer without end.
LEFT_ALONE = ("/sign-out", "/sign-out/everywhere", "/live")


@dataclass
class Form:
    """Where a form is sent, and what it says as it stands."""

    pattern: str
    path: str
    fields: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)


def patterns() -> dict[str, set[str]]:
    """The methods of each path, but those left alone."""
    source = SITE.read_text()
    found: dict[str, set[str]] = {"/sign-in": {"get", "post"}, "/send-again": {"post"}}
    for kind, path in re.findall(r'\b(?:router\.)?(get|post|form|file)\(\s*"(/[^"\\]*)"', source):
        found.setdefault(path, set()).update({"form": {"get", "post"}, "file": {"get"}}.get(kind, {kind}))
    assert len(found) > 40, f"the routes cannot be found in {SITE}"
    return {path: methods for path, methods in found.items() if path not in LEFT_ALONE}


def forms(target: Target) -> list[Form]:
    """Every form on every screen, once."""
    known = patterns()
    found: dict[str, Form] = {}
    for pattern, methods in known.items():
        if "get" not in methods or "picture}" in pattern or pattern.endswith((".ico", ".js")):
            continue
        try:
            page = target.server.get(target.path(pattern))
        except HTTPError:
            continue
        reader = _Reader()
        reader.feed(page)
        for path, fields, files in reader.forms:
            post = next((each for each in known if "post" in known[each] and _fits(each, path)), None)
            if post and (post not in found or len(fields) > len(found[post].fields)):
                found[post] = Form(post, path, fields, files)
    for pattern, methods in known.items():
        if "post" in methods and pattern not in found:
            found[pattern] = Form(pattern, target.path(pattern))
    for form in found.values():
        form.fields["form-token"] = target.form_token
    return sorted(found.values(), key=lambda form: form.pattern)


def _fits(pattern: str, path: str) -> bool:
    return re.fullmatch(re.sub(r"\\\{\w+\\\}", "[0-9a-fA-F-]{36}", re.escape(pattern)), path) is not None


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.forms: list[tuple[str, dict[str, str], list[str]]] = []
        self._form: tuple[str, dict[str, str], list[str]] | None = None
        self._area = ""

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        name = values.get("name") or ""
        if tag == "form" and (values.get("method") or "").lower() == "post":
            self._form = (values.get("action") or "", {}, [])
            self.forms.append(self._form)
        elif self._form and name and tag in ("input", "button", "textarea"):
            if values.get("type") == "file":
                self._form[2].append(name)
            else:
                self._form[1][name] = values.get("value") or ""

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None

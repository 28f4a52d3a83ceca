"""sslscan: old protocols, weak ciphers and known faults of TLS."""

import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from target import Target

OLD = {("ssl", "2"), ("ssl", "3"), ("tls", "1.0"), ("tls", "1.1")}


def scan(target: Target, said: Path) -> tuple[int, list[str]]:
    report = said / "sslscan.xml"
    subprocess.run(
        ["sslscan", "--no-colour", f"--xml={report}", f"localhost:{target.server.port}"], check=True, capture_output=True)
    test = ElementTree.parse(report).getroot().find("ssltest")
    protocols = {(each.get("type"), each.get("version")): each.get("enabled") == "1" for each in test.iter("protocol")}
    found = [f"{kind} {version} is spoken" for kind, version in OLD & {key for key, is_on in protocols.items() if is_on}]
    if not protocols.get(("tls", "1.3")):
        found.append("tls 1.3 is not spoken")
    ciphers = list(test.iter("cipher"))
    found += [f"{each.get('cipher')} is {each.get('strength')}" for each in ciphers
              if each.get("strength") not in ("strong", "acceptable")]
    found += [f"heartbleed over {each.get('sslversion')}" for each in test.iter("heartbleed") if each.get("vulnerable") == "1"]
    compression, renegotiation = test.find("compression"), test.find("renegotiation")
    if compression is not None and compression.get("supported") == "1":
        found.append("compression is offered")
    if renegotiation is not None and renegotiation.get("supported") == "1" and renegotiation.get("secure") != "1":
        found.append("renegotiation is not secure")
    # A handshake each, at least.
    return len(protocols) + len(ciphers), found

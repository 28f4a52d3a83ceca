"""Has scanners attack the running program, and fails on what they find and nobody has explained.

    make scan
    make scan SCAN="schemathesis tls"    # some scanners alone: schemathesis, sqlmap, wapiti, tls

The program runs on the loopback, on a garden and with a password of its own, which are gone afterwards. What each
scanner said in full stays in .build/scan/ until the next run.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))

import findings
import fuzzing
import injection
import tls
import weaknesses
from garden_server import ROOT
from target import Target

SCANNERS = {"schemathesis": fuzzing.scan, "sqlmap": injection.scan, "wapiti": weaknesses.scan, "tls": tls.scan}


def main() -> int:
    parser = argparse.ArgumentParser(description="Has scanners attack the running program.")
    parser.add_argument("scanners", nargs="*", metavar="SCANNER", help=f"{', '.join(SCANNERS)} (default: all)")
    chosen = parser.parse_args().scanners or list(SCANNERS)
    if unknown := set(chosen) - set(SCANNERS):
        parser.error(f"there is no scanner {', '.join(sorted(unknown))}")
    said = ROOT / ".build/scan"
    shutil.rmtree(said, ignore_errors=True)
    said.mkdir(parents=True)
    unexplained = []
    for name in chosen:
        # A garden each, so that what one scanner wrote into it is not the next one's.
        with tempfile.TemporaryDirectory(prefix="perennial-scan-") as folder, Target(Path(folder), name == "tls") as target:
            requests, found = SCANNERS[name](target, said)
            if not target.is_alive:
                found.append("the program ended while it was scanned")
        explained, left = findings.sort(name, found)
        print(f"{name}: {requests} requests, {len(explained)} findings explained, {len(left)} not", flush=True)
        for finding in left:
            print(f"  {finding}", flush=True)
        unexplained += left
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())

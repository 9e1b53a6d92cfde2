"""Runs every script of this folder twice and says whether it wrote the bytes that are committed,
and whether loops close and soles stay on the ground in the committed figures.

With Python 3.11 and `pip install bpy==4.5.15`, after any change to a script:

    python assets/source/check.py

It works on copies and changes nothing. The pictures' bytes come from zlib, whose versions may
differ; where a picture is said to differ, look at its pixels first. `--motions` looks at the
committed figures alone, without bpy.
"""

import filecmp
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from motions import faults

ASSETS = Path(__file__).resolve().parent.parent
SCRIPTS = ("arm", "creature", "knight", "sword", "puppet", "dialects")


def main() -> None:
    wrong = 0
    for line in faults(ASSETS):
        wrong += 1
        print(line)
    if "--motions" in sys.argv:
        sys.exit(1 if wrong else 0)
    with tempfile.TemporaryDirectory() as folder:
        for turn in ("first", "second"):
            copy = Path(folder) / turn
            bare_copy(copy)
            for script in SCRIPTS:
                subprocess.run([sys.executable, copy / "source" / f"{script}.py"], check=True)
            for line in differences(copy):
                wrong += 1
                print(f"{turn} run: {line}")
    print(f"{wrong} differences")
    sys.exit(1 if wrong else 0)


def bare_copy(copy: Path) -> None:
    """The scripts alone: whatever else lies there afterwards, they wrote."""
    shutil.copytree(
        ASSETS / "source", copy / "source", ignore=shutil.ignore_patterns("__pycache__")
    )


def differences(copy: Path) -> list[str]:
    """Which written files differ from the committed ones, and which committed ones no script wrote."""
    written, committed = made(copy), made(ASSETS)
    lines = [f"{name} is written and not committed" for name in sorted(written - committed)]
    lines += [f"{name} is committed and not written" for name in sorted(committed - written)]
    for name in sorted(written & committed):
        if not filecmp.cmp(copy / name, ASSETS / name, shallow=False):
            lines.append(f"{name} differs")
    return lines


def made(assets: Path) -> set[Path]:
    """The names of all that scripts make: files with these ends, wherever scripts write."""
    files = [*assets.glob("*"), *assets.glob("puppet/*"), *assets.glob("dialects/*")]
    ends = (".dae", ".png", ".toml")
    return {path.relative_to(assets) for path in files if path.suffix in ends}


if __name__ == "__main__":
    main()

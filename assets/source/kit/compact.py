"""Makes an exported Collada file smaller: texture coordinates said once, numbers without noise.

Blender writes a texture coordinate for each corner of each triangle, though most of them repeat,
and seven digits for numbers like 3e-9.
"""

import re

DIGITS = 6  # after the decimal point: a thousandth of a millimetre, or 6e-5 degrees


def compact(text: str) -> str:
    """The same file with merged texture coordinates and rounded numbers."""
    return round_floats(merge_texcoords(text))


def round_floats(text: str) -> str:
    """Rounds skin weights, positions, matrices; not times, whose values the clips repeat."""

    def rounded(match: re.Match) -> str:
        numbers = " ".join(short(float(number)) for number in match[2].split())
        return f"{match[1]}{numbers}{match[3]}"

    pattern = r'(<float_array id="[^"]*(?<!input-array)" count="\d+">)([^<]*)(</float_array>)'
    return re.sub(pattern, rounded, text)


def short(number: float) -> str:
    """A number to `DIGITS` decimals, without zeros that say nothing."""
    text = f"{number:.{DIGITS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def merge_texcoords(text: str) -> str:
    """Each pair of the one texture-coordinate source once, and the triangles' indices after it."""
    source = re.search(r'(<float_array id="[^"]*-map-0-array" count=")(\d+)(">)([^<]*)', text)
    numbers = source[4].split()
    pairs = list(zip(numbers[::2], numbers[1::2]))
    place: dict[tuple[str, str], int] = {}
    merged = [place.setdefault(pair, len(place)) for pair in pairs]

    array = " ".join(number for pair in place for number in pair)
    text = text.replace(source[0], f"{source[1]}{2 * len(place)}{source[3]}{array}")
    text = re.sub(r'(-map-0-array" count=")\d+(" stride="2")', rf"\g<1>{len(place)}\2", text)

    triangles = re.search(r"(<triangles.*?<p>)([^<]*)(</p>)", text, re.DOTALL)
    indices = [int(index) for index in triangles[2].split()]
    width = 1 + max(int(offset) for offset in re.findall(r'offset="(\d+)"', triangles[1]))
    corner = int(re.search(r'semantic="TEXCOORD"[^>]*offset="(\d+)"', triangles[1])[1])
    for index in range(corner, len(indices), width):
        indices[index] = merged[indices[index]]
    p = " ".join(str(index) for index in indices)
    return text.replace(triangles[0], f"{triangles[1]}{p}{triangles[3]}")

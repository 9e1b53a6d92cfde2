"""Completes Blender's Collada export, and removes what is redundant in it.

Put in: names and times of the clips, a fixed date, the texture's relative path. Taken out: digits
that mean nothing, texture coordinates that repeat, channels that never move.
"""

import re
from collections.abc import Sequence

import numpy as np

from kit.timeline import FILE_DATE, FRAME_RATE, Clip

# After the point: a micrometre, and a turn of a millionth.
DECIMALS = 6

# One joint's animation; Blender nests them in one for the skeleton, which has no keys itself.
ANIMATION = r'      <animation id="([^"]+)"[^>]*>\s*<source.*?</animation>\n'


def finish(text: str, clips: Sequence[Clip], texture_name: str, up_axis: str) -> str:
    """The exported file as it is committed."""
    text = replace_once(text, "<created>[^<]*</created>", f"<created>{FILE_DATE}</created>")
    text = replace_once(text, "<modified>[^<]*</modified>", f"<modified>{FILE_DATE}</modified>")
    text = replace_once(text, "<up_axis>[^<]*</up_axis>", f"<up_axis>{up_axis}</up_axis>")
    image = f"<init_from>{texture_name}</init_from>"
    text = replace_once(text, "<init_from>[^<]*[.]png</init_from>", image)
    text = share_texture_coordinates(shorten_numbers(text))
    if clips:
        text = drop_constant_channels(text)
        scenes = "  <library_visual_scenes>"
        text = replace_once(text, scenes, clip_library(text, clips) + scenes)
    return text.rstrip() + "\n"  # Blender ends its last line without one


def replace_once(text: str, pattern: str, replacement: str) -> str:
    """`re.sub` that insists on exactly one place: a new exporter must not pass unnoticed."""
    text, count = re.subn(pattern, lambda _: replacement, text)
    if count != 1:
        raise ValueError(f"expected {pattern!r} once in the exported file, found it {count} times")
    return text


def shorten_numbers(text: str) -> str:
    """Numbers with as many decimals as mean something; the keys' times stay as they are."""

    def shorter(number: str) -> str:
        short = f"{float(number):.{DECIMALS}f}".rstrip("0").rstrip(".")
        return "0" if short == "-0" else short

    def array(match: re.Match) -> str:
        head, numbers, tail = match.groups()
        return head + " ".join(shorter(number) for number in numbers.split()) + tail

    text = re.sub(r'(<float_array (?![^>]*input-array")[^>]*>)([^<]*)(</float_array>)', array, text)
    return re.sub(r"(<(?:matrix|bind_shape_matrix)[^>]*>)([^<]*)(</)", array, text)


def share_texture_coordinates(text: str) -> str:
    """Blender writes a pair for every corner of every triangle; here equal pairs are one."""
    array = r'(id="[^"]*-mesh-map-0-array" count=")[0-9]+(">)([^<]*)(<)'
    pairs = np.array(re.search(array, text).group(3).split()).reshape(-1, 2)
    place: dict[tuple[str, str], int] = {}
    index = [place.setdefault(tuple(pair), len(place)) for pair in pairs]
    numbers = " ".join(number for pair in place for number in pair)
    text = re.sub(array, lambda m: f"{m[1]}{2 * len(place)}{m[2]}{numbers}{m[4]}", text)
    text = replace_once(
        text,
        r'(?<=-mesh-map-0-array" count=")[0-9]+(?=" stride)',
        str(len(place)),
    )

    inputs = re.search(r"<triangles.*?</triangles>", text, re.DOTALL).group(0)
    offsets = dict(re.findall(r'<input semantic="(\w+)"[^>]*offset="(\d+)"', inputs))
    if offsets != {"VERTEX": "0", "NORMAL": "1", "TEXCOORD": "2"}:
        raise ValueError(f"expected vertex, normal and texture indices, found {offsets}")
    corners = np.array(re.search("<p>([^<]*)<", text).group(1).split(), int).reshape(-1, 3)
    corners[:, 2] = np.array(index)[corners[:, 2]]
    return replace_once(text, "<p>[^<]*</p>", f"<p>{' '.join(map(str, corners.ravel()))}</p>")


def drop_constant_channels(text: str) -> str:
    """Without the channels that never leave the bind pose: their joint's own matrix suffices."""

    def keep(match: re.Match) -> str:
        animation = match.group(0)
        joint = re.search(r'<channel [^>]*target="([^"/]+)/', animation).group(1)
        rest = re.search(rf'<node id="{joint}"[^>]*>\s*<matrix[^>]*>([^<]*)<', text).group(1)
        output = re.search(r'-output-array"[^>]*>([^<]*)<', animation).group(1)
        matrices = np.array(output.split(), float).reshape(-1, 16)
        same = np.abs(matrices - np.array(rest.split(), float)).max() < 2 * 10.0**-DECIMALS
        return "" if same else animation

    return re.sub(ANIMATION, keep, text, flags=re.DOTALL)


def clip_library(text: str, clips: Sequence[Clip]) -> str:
    """The clips' names and times in seconds; Blender knows of one timeline only."""
    animation_ids = re.findall(r'<animation id="([^"]+)"[^>]*>\s*<source', text)
    lines = ["  <library_animation_clips>"]
    for clip in clips:
        start, end = clip.start / FRAME_RATE, clip.end / FRAME_RATE
        name = f'id="{clip.name}" name="{clip.name}"'
        lines.append(f'    <animation_clip {name} start="{start:g}" end="{end:g}">')
        lines += [f'      <instance_animation url="#{id_}"/>' for id_ in animation_ids]
        lines.append("    </animation_clip>")
    lines.append("  </library_animation_clips>")
    return "\n".join(lines) + "\n"

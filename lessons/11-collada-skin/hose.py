"""Writes hose.dae: a figure whose file is unlike the knight's in everything that a skin may do otherwise.

Python 3.11, nothing else. Two runs give the same bytes.
"""

from math import cos, exp, pi, sin, sqrt
from pathlib import Path

LENGTH = 1.8  # metres, standing
RINGS, SLICES = 44, 16
JOINTS = [f"spine_{number}" for number in range(1, 9)]
# The skin lists them in another order than the skeleton.
SKIN = [JOINTS[place] for place in (6, 2, 4, 0, 7, 3, 1, 5)]
FOOT = 0.10  # below this height the hose follows nothing: joint -1
SPREAD = 1.8  # of a joint's pull, in distances between joints


def radius(height: float) -> float:
    """Of the hose in metres, at a height from 0 to 1."""
    body = 0.095 + 0.030 * cos(2 * pi * height)
    body += 0.055 * exp(-((height - 0.90) / 0.07) ** 2)  # the head
    foot = 0.10 * exp(-((height / 0.045) ** 2))
    end = min(1.0, (1 - height) / 0.06)
    start = min(1.0, height / 0.012)
    return (body + foot) * sqrt(max(0.0, 1 - (1 - end) ** 2)) * sqrt(max(0.0, 1 - (1 - start) ** 2))


def standing(ring: int, slice_: int) -> tuple[float, float, float]:
    """In the space in which it is bound: y up, metres, the face towards +z."""
    height = ring / (RINGS - 1)
    angle = 2 * pi * slice_ / SLICES + pi  # the seam is at the back
    r = radius(height)
    return r * sin(angle), LENGTH * height, r * cos(angle)


def modelled(point: tuple[float, float, float]) -> tuple[float, float, float]:
    """In the mesh's own space: lying along -x, twice as large."""
    x, y, z = point
    return -2 * y, 2 * x, 2 * z


BIND_SHAPE = [0, 0.5, 0, 0, -0.5, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1]


def joint_height(number: int) -> float:
    return LENGTH * (0.06 + 0.90 * number / len(JOINTS))


def influences(height: float) -> list[tuple[int, float]]:
    """Places in SKIN (or -1) and weights, in the skin's order."""
    step = LENGTH * 0.90 / len(JOINTS)
    pulls = {}
    for number, name in enumerate(JOINTS):
        away = (height - joint_height(number) - step / 2) / step
        pulls[SKIN.index(name)] = exp(-0.5 * (away / SPREAD) ** 2)
    held = min(1.0, max(0.0, 1.5 - height / FOOT)) if height < 1.5 * FOOT else 0.0
    total = sum(pulls.values())
    pulls = {slot: (1 - held) * pull / total for slot, pull in pulls.items()}
    if held > 0:
        pulls[-1] = held
    kept = {slot: pull for slot, pull in pulls.items() if pull > 0.004}
    total = sum(kept.values())
    return [(slot, round(pull / total, 3)) for slot, pull in sorted(kept.items())]


def numbers(values) -> str:
    def short(value: float) -> str:
        text = f"{value:.4f}".rstrip("0").rstrip(".")
        return "0" if text in ("-0", "") else text

    return " ".join(value if isinstance(value, str) else short(value) for value in values)


def source(name: str, values: list[float], size: int, params: str) -> str:
    named = "".join(f'<param name="{p}" type="float"/>' for p in params)
    return (
        f'<source id="{name}">\n'
        f'<float_array id="{name}-array" count="{len(values)}">{numbers(values)}</float_array>\n'
        f'<technique_common><accessor source="#{name}-array" count="{len(values) // size}" stride="{size}">'
        f"{named}</accessor></technique_common>\n</source>\n"
    )


def mesh() -> str:
    positions, normals, texcoords, corners = [], [], [], []
    for ring in range(RINGS):
        for slice_ in range(SLICES):
            positions += modelled(standing(ring, slice_))
            low, high = max(ring - 1, 0), min(ring + 1, RINGS - 1)
            slope = (radius(high / (RINGS - 1)) - radius(low / (RINGS - 1))) / (
                LENGTH * (high - low) / (RINGS - 1)
            )
            angle = 2 * pi * slice_ / SLICES + pi
            size = sqrt(1 + slope * slope)
            x, y, z = modelled((sin(angle) / size, -slope / size, cos(angle) / size))
            normals += [x / 2, y / 2, z / 2]
        for slice_ in range(SLICES + 1):
            texcoords += [slice_ / SLICES, ring / (RINGS - 1)]
    for ring in range(RINGS - 1):
        for slice_ in range(SLICES):
            def corner(up: int, on: int) -> list[int]:
                place = (ring + up) * SLICES + (slice_ + on) % SLICES
                return [place, place, (ring + up) * (SLICES + 1) + slice_ + on]

            a, b, c, d = corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)
            corners += a + b + c + a + c + d
    triangles = len(corners) // 9
    return (
        '<geometry id="hose-mesh" name="hose"><mesh>\n'
        + source("hose-positions", positions, 3, "XYZ")
        + source("hose-normals", normals, 3, "XYZ")
        + source("hose-texcoords", texcoords, 2, "ST")
        + '<vertices id="hose-vertices"><input semantic="POSITION" source="#hose-positions"/></vertices>\n'
        f'<triangles material="skin" count="{triangles}">\n'
        '<input semantic="VERTEX" source="#hose-vertices" offset="0"/>\n'
        '<input semantic="NORMAL" source="#hose-normals" offset="1"/>\n'
        '<input semantic="TEXCOORD" source="#hose-texcoords" offset="2" set="0"/>\n'
        f"<p>{numbers(str(c) for c in corners)}</p>\n</triangles>\n</mesh></geometry>\n"
    )


def skin() -> str:
    pool: list[float] = []
    vcount, v = [], []
    for ring in range(RINGS):
        for _ in range(SLICES):
            found = influences(standing(ring, 0)[1])
            vcount.append(str(len(found)))
            for slot, weight in found:
                if weight not in pool:
                    pool.append(weight)
                # The weight first, then a number for another program, then the joint.
                v.append(f"{pool.index(weight)} {ring % 4} {slot}")
    inverse = []
    for name in SKIN:
        inverse += [1, 0, 0, 0, 0, 1, 0, -joint_height(JOINTS.index(name)), 0, 0, 1, 0, 0, 0, 0, 1]
    return (
        '<controller id="hose-skin"><skin source="#hose-mesh">\n'
        f"<bind_shape_matrix>{numbers(BIND_SHAPE)}</bind_shape_matrix>\n"
        '<source id="hose-joints">\n'
        f'<Name_array id="hose-joints-array" count="{len(SKIN)}">{" ".join(SKIN)}</Name_array>\n'
        f'<technique_common><accessor source="#hose-joints-array" count="{len(SKIN)}" stride="1">'
        '<param name="JOINT" type="name"/></accessor></technique_common>\n</source>\n'
        + source("hose-inverses", inverse, 16, "M").replace(
            'name="M" type="float"', 'name="TRANSFORM" type="float4x4"'
        )
        + source("hose-weights", pool, 1, "W").replace('name="W"', 'name="WEIGHT"')
        + "<joints>\n"
        '<input semantic="JOINT" source="#hose-joints"/>\n'
        '<input semantic="INV_BIND_MATRIX" source="#hose-inverses"/>\n</joints>\n'
        f'<vertex_weights count="{len(vcount)}">\n'
        '<input semantic="JOINT" source="#hose-joints" offset="2"/>\n'
        '<input semantic="WEIGHT" source="#hose-weights" offset="0"/>\n'
        '<input semantic="RIPPLE" source="#hose-weights" offset="1"/>\n'
        f"<vcount>{' '.join(vcount)}</vcount>\n<v>{' '.join(v)}</v>\n</vertex_weights>\n</skin></controller>\n"
    )


def nodes() -> str:
    text, close = "", ""
    above = 0.0
    for number, name in enumerate(JOINTS):
        height = joint_height(number)
        matrix = numbers([1, 0, 0, 0, 0, 1, 0, height - above, 0, 0, 1, 0, 0, 0, 0, 1])
        above = height
        text += f'<node id="Hose_{name}" sid="{name}" type="JOINT"><matrix sid="transform">{matrix}</matrix>\n'
        close += "</node>"
    return text + close + "\n"


def main() -> None:
    text = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">\n'
        "<asset><created>2026-01-01T00:00:00</created><modified>2026-01-01T00:00:00</modified>"
        '<unit name="meter" meter="1"/><up_axis>Y_UP</up_axis></asset>\n'
        '<library_images><image id="hose-image"><init_from>hose.png</init_from></image></library_images>\n'
        '<library_effects><effect id="hose-effect"><profile_COMMON>'
        '<newparam sid="surface"><surface type="2D"><init_from>hose-image</init_from></surface></newparam>'
        '<newparam sid="sampler"><sampler2D><source>surface</source></sampler2D></newparam>'
        '<technique sid="common"><lambert><diffuse><texture texture="sampler" texcoord="UV"/></diffuse></lambert>'
        "</technique></profile_COMMON></effect></library_effects>\n"
        '<library_materials><material id="hose-material"><instance_effect url="#hose-effect"/></material>'
        "</library_materials>\n"
        f"<library_geometries>\n{mesh()}</library_geometries>\n"
        f"<library_controllers>\n{skin()}</library_controllers>\n"
        '<library_visual_scenes><visual_scene id="Scene">\n'
        f'<node id="Hose" type="NODE">\n{nodes()}</node>\n'
        '<node id="Hose_body" type="NODE"><instance_controller url="#hose-skin">'
        f"<skeleton>#Hose_{JOINTS[0]}</skeleton>"
        '<bind_material><technique_common><instance_material symbol="skin" target="#hose-material">'
        '<bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/></instance_material>'
        "</technique_common></bind_material></instance_controller></node>\n"
        "</visual_scene></library_visual_scenes>\n"
        '<scene><instance_visual_scene url="#Scene"/></scene>\n</COLLADA>\n'
    )
    (Path(__file__).parent / "hose.dae").write_text(text, newline="\n")


if __name__ == "__main__":
    main()

"""The Collada text of an arm in a dialect: everything but its motion, which is handed in."""

from collections.abc import Iterable

import numpy as np

from arm_shape import JOINT_NAMES
from dialect_arm import Corner, Mesh
from dialect_curves import euler_zyx
from dialect_rig import Dialect
from kit.timeline import FILE_DATE

NAMESPACE = "http://www.collada.org/2005/11/COLLADASchema"
TEXTURE = "arm.png"
DECIMALS = 6


def document(dialect: Dialect, mesh: Mesh, animations: str, clips: str) -> str:
    """The whole file."""
    parts = (
        asset(dialect),
        material_libraries(dialect),
        geometry_library(dialect, mesh),
        controller_library(dialect, mesh),
        library("animations", animations),
        library("animation_clips", clips),
        scene(dialect),
    )
    head = '<?xml version="1.0" encoding="utf-8"?>\n'
    head += f'<COLLADA xmlns="{NAMESPACE}" version="{dialect.version}">\n'
    return head + "".join(parts) + "</COLLADA>\n"


def library(name: str, content: str) -> str:
    """Nothing where there is nothing in it."""
    return f"<library_{name}>\n{content}</library_{name}>\n" if content else ""


def asset(dialect: Dialect) -> str:
    name, meter = dialect.unit
    tool = f"assets/source/dialects.py, {dialect.like}"
    return f"""<asset>
<contributor><authoring_tool>{tool}</authoring_tool></contributor>
<created>{FILE_DATE}</created>
<modified>{FILE_DATE}</modified>
<unit name="{name}" meter="{number(meter)}"/>
<up_axis>{dialect.up_axis}</up_axis>
</asset>
"""


def material_libraries(dialect: Dialect) -> str:
    """One image, one effect, one material."""
    sampler = """<newparam sid="surface">
<surface type="2D"><init_from>texture</init_from></surface>
</newparam>
<newparam sid="sampler"><sampler2D><source>surface</source></sampler2D></newparam>
"""
    params, texture = ("", "texture") if dialect.direct_texture else (sampler, "sampler")
    return f"""<library_images>
<image id="texture" name="texture"><init_from>{TEXTURE}</init_from></image>
</library_images>
<library_effects>
<effect id="paint-effect"><profile_COMMON>
{params}<technique sid="common"><lambert>
<diffuse><texture texture="{texture}" texcoord="UV"/></diffuse>
</lambert></technique>
</profile_COMMON></effect>
</library_effects>
<library_materials>
<material id="paint" name="paint"><instance_effect url="#paint-effect"/></material>
</library_materials>
"""


# === Numbers and sources ========================================================================


def number(value: float) -> str:
    """Without zeros that say nothing."""
    text = f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def numbers(values: Iterable[float]) -> str:
    return " ".join(number(float(value)) for value in values)


def floats(id_: str, values: Iterable[float], params: tuple[str, ...], kind: str = "float") -> str:
    """A source of numbers, with one or more named columns; a matrix counts as one of 16."""
    values = list(values)
    stride = 16 if kind == "float4x4" else len(params)
    array = f'<float_array id="{id_}-array" count="{len(values)}">{numbers(values)}</float_array>'
    return source(id_, array, len(values) // stride, stride, params, kind)


def names(id_: str, words: list[str], param: str, array: str = "Name_array") -> str:
    """A source of names, or of ids."""
    kind = "IDREF" if array == "IDREF_array" else "name"
    text = f'<{array} id="{id_}-array" count="{len(words)}">{" ".join(words)}</{array}>'
    return source(id_, text, len(words), 1, (param,), kind)


def source(id_: str, array: str, count: int, stride: int, params, kind: str) -> str:
    columns = "".join(f'<param name="{param}" type="{kind}"/>' for param in params)
    accessor = f'<accessor source="#{id_}-array" count="{count}" stride="{stride}">{columns}'
    common = f"<technique_common>{accessor}</accessor></technique_common>"
    return f'<source id="{id_}">{array}{common}</source>\n'


# === Geometry ===================================================================================


def geometry_library(dialect: Dialect, mesh: Mesh) -> str:
    xyz = ("X", "Y", "Z")
    return f"""<library_geometries>
<geometry id="tube" name="tube"><mesh>
{floats("tube-positions", dialect.raw_positions(mesh).ravel(), xyz)}\
{floats("tube-normals", dialect.raw_normals(mesh).ravel(), xyz)}\
{floats("tube-map", np.array(mesh.texcoords).ravel(), ("S", "T"))}\
<vertices id="tube-vertices"><input semantic="POSITION" source="#tube-positions"/></vertices>
{primitives(dialect, mesh)}</mesh></geometry>
</library_geometries>
"""


def primitives(dialect: Dialect, mesh: Mesh) -> str:
    """The faces, all as triangles, or as they are with their sizes, or one element each."""
    inputs = """<input semantic="VERTEX" source="#tube-vertices" offset="0"/>
<input semantic="NORMAL" source="#tube-normals" offset="1"/>
<input semantic="TEXCOORD" source="#tube-map" offset="2" set="0"/>
"""
    faces = mesh.faces
    if dialect.primitive == "triangles":
        faces = [[f[0], f[i], f[i + 1]] for f in faces for i in range(1, len(f) - 1)]
    if dialect.primitive == "polygons":
        content = "".join(f"<p>{corners(face)}</p>\n" for face in faces)
    else:
        content = f"<p>{' '.join(corners(face) for face in faces)}</p>\n"
    if dialect.primitive == "polylist":
        content = f"<vcount>{' '.join(str(len(face)) for face in faces)}</vcount>\n{content}"
    kind = dialect.primitive
    return f'<{kind} material="paint" count="{len(faces)}">\n{inputs}{content}</{kind}>\n'


def corners(face: list[Corner]) -> str:
    """Vertex, normal and texture coordinate of each; there are as many normals as vertices."""
    return " ".join(f"{vertex} {vertex} {place}" for vertex, place in face)


# === Skin =======================================================================================


def controller_library(dialect: Dialect, mesh: Mesh) -> str:
    if dialect.sids:
        joints = names("skin-joints", list(JOINT_NAMES), "JOINT")
    else:
        ids = [dialect.node_id(joint) for joint in range(len(JOINT_NAMES))]
        joints = names("skin-joints", ids, "JOINT", "IDREF_array")
    inverses = [np.linalg.inv(dialect.bind_world(joint)) for joint in range(len(JOINT_NAMES))]
    counts, pairs, weights = influences(dialect, mesh)
    return f"""<library_controllers>
<controller id="skin" name="skin"><skin source="#tube">
<bind_shape_matrix>{numbers(dialect.bind_shape.ravel())}</bind_shape_matrix>
{joints}\
{floats("skin-inverses", np.array(inverses).ravel(), ("TRANSFORM",), "float4x4")}\
{floats("skin-weights", weights, ("WEIGHT",))}\
<joints>
<input semantic="JOINT" source="#skin-joints"/>
<input semantic="INV_BIND_MATRIX" source="#skin-inverses"/>
</joints>
<vertex_weights count="{len(counts)}">
<input semantic="JOINT" source="#skin-joints" offset="0"/>
<input semantic="WEIGHT" source="#skin-weights" offset="1"/>
<vcount>{" ".join(map(str, counts))}</vcount>
<v>{" ".join(f"{joint} {weight}" for joint, weight in pairs)}</v>
</vertex_weights>
</skin></controller>
</library_controllers>
"""


def influences(dialect: Dialect, mesh: Mesh):
    """How many each vertex has, pairs of joint and weight's index, and the weights, each once."""
    places: dict[str, int] = {}
    counts, pairs = [], []
    for vertex in mesh.weights:
        listed = dict(vertex)
        if dialect.zero_weights:
            listed = {joint: listed.get(joint, 0.0) for joint in range(len(JOINT_NAMES))}
        counts.append(len(listed))
        for joint, weight in listed.items():
            pairs.append((joint, places.setdefault(number(weight), len(places))))
    return counts, pairs, [float(text) for text in places]


# === Scene ======================================================================================


def scene(dialect: Dialect) -> str:
    return f"""<library_visual_scenes>
<visual_scene id="scene" name="scene">
<node id="Arm" name="Arm" type="NODE">
<matrix>{numbers(dialect.group.ravel())}</matrix>
{joint_nodes(dialect, 0)}</node>
<node id="Tube" name="Tube" type="NODE">
{skin_instance(dialect)}</node>
</visual_scene>
</library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene>
"""


def joint_nodes(dialect: Dialect, joint: int) -> str:
    """A joint's node with its children's in it."""
    if joint == len(JOINT_NAMES):
        return ""
    name = JOINT_NAMES[joint]
    sid = f' sid="{name}"' if dialect.sids else ""
    return f"""<node id="{dialect.node_id(joint)}" name="{name}"{sid} type="JOINT">
{transform(dialect, joint)}{joint_nodes(dialect, joint + 1)}</node>
"""


def transform(dialect: Dialect, joint: int) -> str:
    """A joint at rest: one matrix, or in Maya's order translation, orientation, rotation."""
    local = dialect.rest_local(joint)
    if not dialect.euler:
        return f'<matrix sid="{dialect.matrix_sid}">{numbers(local.ravel())}</matrix>\n'
    lines = [f'<translate sid="translate">{numbers(local[:3, 3])}</translate>']
    orient = joint_orient(dialect, joint)
    for kind, angles in (("jointOrient", orient), ("rotate", (0.0, 0.0, 0.0))):
        for axis, ones, angle in zip("ZYX", ("0 0 1", "0 1 0", "1 0 0"), angles):
            lines.append(f'<rotate sid="{kind}{axis}">{ones} {number(angle)}</rotate>')
    return "\n".join(lines) + "\n"


def joint_orient(dialect: Dialect, joint: int) -> tuple[float, float, float]:
    """A joint's rest rotation below its parent, as degrees about z, y and x."""
    return euler_zyx(dialect.rest_local(joint)[:3, :3], (0.0, 0.0, 0.0))


def skin_instance(dialect: Dialect) -> str:
    skeleton = f"<skeleton>#{dialect.node_id(0)}</skeleton>\n" if dialect.skeletons else ""
    bound = '<bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/>'
    return f"""<instance_controller url="#skin">
{skeleton}<bind_material><technique_common>
<instance_material symbol="paint" target="#paint">{bound}</instance_material>
</technique_common></bind_material>
</instance_controller>
"""

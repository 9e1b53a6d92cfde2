"""Writes a figure as a Collada file through Blender.

Blender (`pip install bpy==4.5.15`, Python 3.11) makes the armature, the skin and the file;
`kit.finish` puts in what it leaves out. Two runs write the same bytes. z is up, figures look
towards -y, lengths are metres; a figure may say of itself that its y is up.
"""

import tempfile
from pathlib import Path
from typing import NamedTuple

import bpy
import numpy as np
from mathutils import Matrix

from kit.finish import finish
from kit.joints import Joint
from kit.surface import Surface
from kit.timeline import FRAME_RATE, Animation


class Figure(NamedTuple):
    """What goes into a file; without joints it is a plain mesh."""

    name: str
    surface: Surface
    texture: Path  # must lie there already
    joints: list[Joint]
    animation: Animation | None
    up_axis: str = "Z_UP"


def write_figure(path: Path, figure: Figure) -> None:
    """Writes the file; what was there before is gone."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = FRAME_RATE
    scene.frame_start = 0
    scene.frame_end = 0 if figure.animation is None else len(figure.animation.bases) - 1
    mesh_object = add_mesh(scene, figure)
    if figure.joints:
        rig = add_rig(scene, figure)
        bind(mesh_object, rig, figure)
        if figure.animation is not None:
            animate(rig, figure)
    with tempfile.TemporaryDirectory() as folder:
        exported = Path(folder) / path.name
        export(exported)
        text = exported.read_text(encoding="utf-8")
    clips = figure.animation.clips if figure.animation else []
    text = finish(text, clips, figure.texture.name, figure.up_axis)
    path.write_text(text, encoding="utf-8", newline="\n")


def add_mesh(scene: bpy.types.Scene, figure: Figure) -> bpy.types.Object:
    """The surface: smooth but for its sharp edges, with the texture as its one material."""
    surface = figure.surface
    mesh = bpy.data.meshes.new(f"{figure.name}Mesh")
    mesh.from_pydata(surface.positions, [], surface.faces)
    mesh.shade_smooth()
    sharp = set(surface.sharp)
    for edge in mesh.edges:
        edge.use_edge_sharp = tuple(sorted(edge.vertices)) in sharp

    uv_layer = mesh.uv_layers.new(name="UV")
    uvs = [uv for face in surface.face_uvs for uv in face]
    for corner, uv in zip(uv_layer.data, uvs, strict=True):
        corner.uv = uv

    material = bpy.data.materials.new(f"{figure.name}Material")
    material.use_nodes = True
    nodes = material.node_tree.nodes
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = bpy.data.images.load(str(figure.texture))
    shader = nodes["Principled BSDF"]
    material.node_tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    mesh.materials.append(material)

    mesh_object = bpy.data.objects.new(f"{figure.name}Mesh", mesh)
    scene.collection.objects.link(mesh_object)
    return mesh_object


def add_rig(scene: bpy.types.Scene, figure: Figure) -> bpy.types.Object:
    """The joints in their bind pose."""
    armature = bpy.data.armatures.new(figure.name)
    rig = bpy.data.objects.new(figure.name, armature)
    scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for joint in figure.joints:
        bone = armature.edit_bones.new(joint.name)
        bone.head, bone.tail = joint.head, joint.tail
        bone.align_roll(joint.front)
        bone.parent = armature.edit_bones[joint.parent] if joint.parent else None
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def bind(mesh_object: bpy.types.Object, rig: bpy.types.Object, figure: Figure) -> None:
    """Weights, and the modifier by which the exporter knows a skin."""
    groups = {joint.name: mesh_object.vertex_groups.new(name=joint.name) for joint in figure.joints}
    for index, weights in enumerate(figure.surface.weights):
        for name, weight in weights.items():
            groups[name].add([index], weight, "REPLACE")
    mesh_object.parent = rig
    mesh_object.modifiers.new("Armature", "ARMATURE").object = rig


def animate(rig: bpy.types.Object, figure: Figure) -> None:
    """A key at every frame: the exporter samples there, so no curve of Blender's gets between."""
    rig.animation_data_create().action = bpy.data.actions.new("clips")
    bases = figure.animation.bases
    for k, joint in enumerate(figure.joints):
        bone = rig.pose.bones[joint.name]
        bone.rotation_mode = "QUATERNION"
        moves = np.ptp(bases[:, k, :3, 3], axis=0).max() > 1e-9
        for frame, basis in enumerate(bases[:, k]):
            matrix = Matrix(basis.tolist())
            bone.rotation_quaternion = matrix.to_quaternion()
            bone.keyframe_insert("rotation_quaternion", frame=frame)
            if moves:
                bone.location = matrix.translation
                bone.keyframe_insert("location", frame=frame)


def export(path: Path) -> None:
    """Blender's Collada export, sampled as whole matrices.

    Its other mode, "keys", writes scale, rotation and translation in the wrong order.
    """
    bpy.ops.wm.collada_export(
        filepath=str(path),
        include_armatures=True,
        include_children=True,
        include_animations=True,
        include_all_actions=False,
        export_animation_type_selection="sample",
        keep_flat_curves=True,  # a fist that stays closed is not the open hand of the bind pose
        triangulate=True,
        use_texture_copies=False,
        sort_by_name=True,
    )

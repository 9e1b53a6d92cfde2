"""Makes the workbook's first figure: a robot arm of three joints, a hose with two eyes.

Run by hand, with Python 3.11 and `pip install bpy==4.5.15` (Blender as a module; it brings numpy):

    python assets/source/arm.py

It writes two files next to this script's folder:

    assets/arm.png   the texture
    assets/arm.dae   mesh, skin of three joints, clips `wave`, `bend` and `twist` on one timeline

Both are committed. The same version of bpy writes the same bytes on every run, so a changed
file means a changed figure. In what follows z is up, the figure looks towards -y, lengths are
metres, angles radians, and times frames: what Blender works in and what the file says.
"""

from pathlib import Path

import bpy
from mathutils import Quaternion, Vector

from arm_motion import CLIPS, JointAngles, angles_at
from arm_shape import (
    BONE_LENGTH,
    JOINT_NAMES,
    Surface,
    build_surface,
    joint_weights,
    lengths_along,
    profile,
)
from arm_texture import paint_texture
from kit.picture import write_png
from kit.scene import add_material, new_scene, write_collada

ASSETS = Path(__file__).resolve().parent.parent
MODEL_FILE = ASSETS / "arm.dae"
TEXTURE_FILE = ASSETS / "arm.png"


def joint_rotation(angles: JointAngles) -> Quaternion:
    """The rotation in the bone's own axes: x sideways, y along the bone, z to the front.

    The twist comes first, so that it turns the bone about itself and not about its parent.
    """
    # A positive turn about x leads y to z, the front; one about -z leads y to x.
    lean = Vector((angles.forward, 0.0, -angles.sideways))
    swing = Quaternion(lean.normalized(), lean.length) if lean.length > 0.0 else Quaternion()
    return swing @ Quaternion((0.0, 1.0, 0.0), angles.twist)


def add_rig(scene: bpy.types.Scene) -> bpy.types.Object:
    """The three joints, each at the end of its parent's bone."""
    armature = bpy.data.armatures.new("Arm")
    rig = bpy.data.objects.new("Arm", armature)
    scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    parent = None
    for k, name in enumerate(JOINT_NAMES):
        bone = armature.edit_bones.new(name)
        bone.head = (0.0, 0.0, k * BONE_LENGTH)
        bone.tail = (0.0, 0.0, (k + 1) * BONE_LENGTH)
        bone.parent = parent
        bone.use_connect = parent is not None
        parent = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def add_mesh(scene: bpy.types.Scene, surface: Surface) -> bpy.types.Object:
    """The surface with smooth normals and texture coordinates."""
    mesh = bpy.data.meshes.new("ArmMesh")
    mesh.from_pydata(surface.positions, [], surface.faces)
    mesh.shade_smooth()
    uv_layer = mesh.uv_layers.new(name="UV")
    uvs = [uv for face in surface.face_uvs for uv in face]
    for corner, uv in zip(uv_layer.data, uvs, strict=True):
        corner.uv = uv
    mesh_object = bpy.data.objects.new("ArmMesh", mesh)
    scene.collection.objects.link(mesh_object)
    return mesh_object


def bind(mesh_object: bpy.types.Object, rig: bpy.types.Object) -> None:
    """Weights, and the modifier by which the exporter knows a skin."""
    groups = [mesh_object.vertex_groups.new(name=name) for name in JOINT_NAMES]
    for vertex in mesh_object.data.vertices:
        for group, weight in zip(groups, joint_weights(vertex.co.z)):
            if weight > 0.0:
                group.add([vertex.index], weight, "REPLACE")
    mesh_object.parent = rig
    mesh_object.modifiers.new("Armature", "ARMATURE").object = rig


def animate(scene: bpy.types.Scene, rig: bpy.types.Object) -> None:
    """A key at every frame: the exporter samples there, so no curve of Blender's gets between."""
    rig.animation_data_create().action = bpy.data.actions.new("clips")
    for frame in range(scene.frame_start, scene.frame_end + 1):
        for name, angles in zip(JOINT_NAMES, angles_at(frame)):
            bone = rig.pose.bones[name]
            bone.rotation_mode = "QUATERNION"
            bone.rotation_quaternion = joint_rotation(angles)
            bone.keyframe_insert("rotation_quaternion", frame=frame)


def main() -> None:
    rings = profile()
    write_png(TEXTURE_FILE, paint_texture(rings))

    scene = new_scene(CLIPS)
    rig = add_rig(scene)
    mesh_object = add_mesh(scene, build_surface(rings, lengths_along(rings)))
    add_material(mesh_object, "ArmMaterial", TEXTURE_FILE)
    bind(mesh_object, rig)
    animate(scene, rig)
    write_collada(MODEL_FILE, CLIPS, len(JOINT_NAMES), TEXTURE_FILE.name)


if __name__ == "__main__":
    main()

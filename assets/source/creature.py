"""Makes the creature: a plump beetle of a gecko with six legs, a curled tail and large eyes.

Run by hand, with Python 3.11 and `pip install bpy==4.5.15` (Blender as a module; it brings numpy):

    python assets/source/creature.py

It writes two files next to this script's folder:

    assets/creature.png   the texture
    assets/creature.dae   mesh, skin, and clips `idle`, `walk` and `startle` on one timeline

Both are committed. The same version of bpy writes the same bytes on every run, so a changed
file means a changed figure. In what follows z is up, the figure looks towards -y, lengths are
metres, angles radians, and times frames: what Blender works in and what the file says.
"""

from pathlib import Path

import bpy
from mathutils import Matrix

from creature_motion import CLIPS, pose_at
from creature_pose import Pose, joint_moves
from creature_shape import build
from creature_skeleton import JOINTS
from creature_texture import paint
from kit.cage import Cage
from kit.compact import compact
from kit.picture import write_png
from kit.scene import add_material, exported_text, finish, new_scene

ASSETS = Path(__file__).resolve().parent.parent
MODEL_FILE = ASSETS / "creature.dae"
TEXTURE_FILE = ASSETS / "creature.png"


def add_rig(scene: bpy.types.Scene) -> bpy.types.Object:
    """The joints; none is connected to its parent's end, since the tree branches."""
    armature = bpy.data.armatures.new("Creature")
    rig = bpy.data.objects.new("Creature", armature)
    scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for joint in JOINTS:
        bone = armature.edit_bones.new(joint.name)
        bone.head, bone.tail = joint.head, joint.tail
        bone.parent = armature.edit_bones[joint.parent] if joint.parent else None
        bone.use_connect = False
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def add_mesh(scene: bpy.types.Scene, surface: Cage) -> bpy.types.Object:
    """The surface with smooth normals and texture coordinates."""
    mesh = bpy.data.meshes.new("CreatureMesh")
    mesh.from_pydata(surface.positions, [], surface.faces)
    mesh.shade_smooth()
    uv_layer = mesh.uv_layers.new(name="UV")
    uvs = [uv for face in surface.face_uvs for uv in face]
    for corner, uv in zip(uv_layer.data, uvs, strict=True):
        corner.uv = uv
    mesh_object = bpy.data.objects.new("CreatureMesh", mesh)
    scene.collection.objects.link(mesh_object)
    return mesh_object


def bind(mesh_object: bpy.types.Object, rig: bpy.types.Object, surface: Cage) -> None:
    """Weights, and the modifier by which the exporter knows a skin."""
    groups = {joint.name: mesh_object.vertex_groups.new(name=joint.name) for joint in JOINTS}
    for index, weights in enumerate(surface.weights):
        for joint, weight in weights.items():
            groups[joint].add([index], weight, "REPLACE")
    mesh_object.parent = rig
    mesh_object.modifiers.new("Armature", "ARMATURE").object = rig


def animate(scene: bpy.types.Scene, rig: bpy.types.Object) -> None:
    """A key at every frame: the exporter samples there, so no curve of Blender's gets between."""
    rig.animation_data_create().action = bpy.data.actions.new("clips")
    for bone in rig.pose.bones:
        bone.rotation_mode = "QUATERNION"
    for frame in range(scene.frame_start, scene.frame_end + 1):
        key_pose(rig, pose_at(frame), frame)


def key_pose(rig: bpy.types.Object, pose: Pose, frame: int) -> None:
    """Keys every bone: what it adds, in its own axes, to its rest pose below its parent."""
    moves = joint_moves(pose)
    posed = {}
    for joint in JOINTS:
        bone = rig.pose.bones[joint.name]
        rest = bone.bone.matrix_local
        posed[joint.name] = Matrix(moves[joint.name].tolist()) @ rest
        if joint.parent:
            rest = rig.pose.bones[joint.parent].bone.matrix_local.inverted() @ rest
            local = posed[joint.parent].inverted() @ posed[joint.name]
        else:
            local = posed[joint.name]
        bone.location, bone.rotation_quaternion, _ = (rest.inverted() @ local).decompose()
        bone.keyframe_insert("location", frame=frame)
        bone.keyframe_insert("rotation_quaternion", frame=frame)


def main() -> None:
    surface = build()
    write_png(TEXTURE_FILE, paint(surface))

    scene = new_scene(CLIPS)
    rig = add_rig(scene)
    mesh_object = add_mesh(scene, surface)
    add_material(mesh_object, "CreatureMaterial", TEXTURE_FILE)
    bind(mesh_object, rig, surface)
    animate(scene, rig)
    text = finish(exported_text(MODEL_FILE.name), CLIPS, len(JOINTS), TEXTURE_FILE.name)
    MODEL_FILE.write_text(compact(text), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

"""Joints in the bind pose, and motions as what each joint adds to it.

z is up, figures look towards -y, lengths are metres. A frame's y runs along its bone.
"""

from typing import NamedTuple

import numpy as np

from kit.turns import moved


class Joint(NamedTuple):
    """A bone in the bind pose; its frame's z is as near to `front` as y along the bone lets it."""

    name: str
    parent: str | None
    head: tuple[float, float, float]
    tail: tuple[float, float, float]
    front: tuple[float, float, float]


def frames(joints: list[Joint]) -> list[np.ndarray]:
    """The joints' axes in the bind pose, as columns: what Blender makes of head, tail and front."""
    axes = []
    for joint in joints:
        y = np.array(joint.tail) - np.array(joint.head)
        y /= np.linalg.norm(y)
        z = np.array(joint.front) - y * (y @ np.array(joint.front))
        z /= np.linalg.norm(z)
        axes.append(np.stack([np.cross(y, z), y, z], axis=1))
    return axes


def bases(joints: list[Joint], moves: list[np.ndarray]) -> np.ndarray:
    """What Blender calls pose bones' bases: the motions below the parents, in the joints' frames.

    `moves` are 4 x 4 matrices in the model's space, one for each joint, from bind pose to pose.
    """
    index = {joint.name: k for k, joint in enumerate(joints)}
    out = np.zeros((len(joints), 4, 4))
    for k, (joint, frame) in enumerate(zip(joints, frames(joints))):
        model_from_joint = moved(frame, np.array(joint.head))
        local = moves[k]
        if joint.parent is not None:
            local = np.linalg.inv(moves[index[joint.parent]]) @ local
        out[k] = np.linalg.inv(model_from_joint) @ local @ model_from_joint
    return out

"""The arm as plain numbers, for the dialects: a coarser mesh, its weights, and its joints' turns.

Here y is up, x to the side, z to the front, and lengths are metres: at rest the bones' own axes
are those of the model.
"""

from typing import NamedTuple

import numpy as np

from arm_motion import angles_at, joint_rotation
from arm_shape import BONE_LENGTH, JOINT_NAMES, build_surface, lengths_along, profile

SLICES = 6
# Of a shell's or a dome's rings every third is kept; of a bellows' those on the folds' peaks.
KEPT_RINGS = (0, 3, 6, 9, 12, 15, 19, 23, 27, 30, 33, 36, 39, 43, 47, 51, 54, 57, 60, 63, 66)

# From the script's z up, facing -y, to y up, facing z.
Y_UP_FROM_Z_UP = np.array(((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)))

Corner = tuple[int, int]  # vertex (and normal), texture coordinate


class Mesh(NamedTuple):
    positions: np.ndarray
    normals: np.ndarray  # one for each vertex
    texcoords: list[tuple[float, float]]
    faces: list[list[Corner]]  # triangles at the poles, else quads
    weights: list[list[tuple[int, float]]]  # joint and weight, none of them 0


def coarse_mesh() -> Mesh:
    """The arm of fewer rings; the places on its texture are those of the fine one."""
    rings, lengths = profile(), lengths_along(profile())
    kept, along = [rings[i] for i in KEPT_RINGS], [lengths[i] for i in KEPT_RINGS]
    surface = build_surface(kept, along, SLICES)
    positions = np.array(surface.positions) @ Y_UP_FROM_Z_UP.T

    places: dict[tuple[float, float], int] = {}
    faces = []
    for face, uvs in zip(surface.faces, surface.face_uvs):
        faces.append([(v, places.setdefault(uv, len(places))) for v, uv in zip(face, uvs)])
    weights = []
    for shares in surface.weights:
        weights.append([(JOINT_NAMES.index(name), weight) for name, weight in shares.items()])
    return Mesh(positions, smooth_normals(positions, surface.faces), list(places), faces, weights)


def smooth_normals(positions: np.ndarray, faces: list[tuple[int, ...]]) -> np.ndarray:
    """At each vertex the mean of its faces' normals, by area."""
    normals = np.zeros_like(positions)
    for face in faces:
        for b in range(1, len(face) - 1):
            triangle = [face[0], face[b], face[b + 1]]
            p, q, r = positions[triangle]
            normals[triangle] += np.cross(q - p, r - p)
    return normals / np.linalg.norm(normals, axis=1, keepdims=True)


def joint_place(joint: int) -> np.ndarray:
    """Where a joint rests."""
    return np.array((0.0, joint * BONE_LENGTH, 0.0))


def joint_turns(frame: float) -> list[np.ndarray]:
    """Each joint's rotation from rest, about its own axes, at a frame of the arm's timeline."""
    return [joint_rotation(angles) for angles in angles_at(frame)]

"""A figure's skin as plain lists, ready to be written."""

from typing import NamedTuple

from kit.weights import Weights


class Surface(NamedTuple):
    """Faces run anticlockwise seen from outside; `face_uvs` has a pair for each corner."""

    positions: list[tuple[float, float, float]]  # metres
    faces: list[tuple[int, ...]]
    face_uvs: list[list[tuple[float, float]]]  # on the whole texture, v upwards
    weights: list[Weights]  # for each position
    sharp: list[tuple[int, int]] = []  # edges where normals break, the lower index first

"""Texture space filled from a surface, so that a pattern can be painted where it is in space."""

import numpy as np

from kit.cage import Cage


def bake_positions(cage: Cage, faces: list[int], size: tuple[int, int]) -> np.ndarray:
    """For each texel of the (width, height) picture the point of the surface there, else NaN.

    Rows run from the top (v = 1), as in a picture. Later faces win where texture places overlap.
    """
    width, height = size
    baked = np.full((height, width, 3), np.nan)
    for index in faces:
        face, uvs = cage.faces[index], cage.face_uvs[index]
        for b in range(1, len(face) - 1):
            corners = (0, b, b + 1)
            places = np.array([uvs[c] for c in corners]) * (width, height)
            points = np.array([cage.positions[face[c]] for c in corners])
            fill_triangle(baked, places, points)
    return baked


def fill_triangle(baked: np.ndarray, places: np.ndarray, points: np.ndarray) -> None:
    """One triangle: its corners in texels, v upwards, and their points in space."""
    height, width, _ = baked.shape
    low = np.floor(places.min(axis=0)).astype(int)
    high = np.ceil(places.max(axis=0)).astype(int)
    columns = np.arange(max(low[0], 0), min(high[0], width))
    rows = np.arange(max(low[1], 0), min(high[1], height))
    (ax, ay), (bx, by), (cx, cy) = places
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if area == 0.0 or not len(columns) or not len(rows):
        return
    x, y = np.meshgrid(columns + 0.5, rows + 0.5)
    second = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    third = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    shares = np.stack([1.0 - second - third, second, third], axis=-1)
    inside = (shares >= -1e-9).all(axis=-1)
    picture_rows = height - 1 - np.broadcast_to(rows[:, None], inside.shape)[inside]
    picture_columns = np.broadcast_to(columns[None, :], inside.shape)[inside]
    baked[picture_rows, picture_columns] = shares[inside] @ points


def spread(image: np.ndarray, known: np.ndarray, steps: int) -> None:
    """Lets colours run out over their edges, so that filtering finds no foreign colour there."""
    for _ in range(steps):
        for axis, shift in ((0, 1), (0, -1), (1, 1), (1, -1)):
            neighbour = np.roll(known, shift, axis=axis) & ~known
            image[neighbour] = np.roll(image, shift, axis=axis)[neighbour]
            known |= neighbour

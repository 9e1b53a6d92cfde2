"""Meshes for the figures, put together from lofts and sheets; plain numpy, no Blender.

A `Patch` is a piece of surface with texture coordinates and joint weights. Faces run
anticlockwise seen from outside, texture coordinates are 0..1 within a named region of the
texture, and weights name their joints, so that a left side can be mirrored into a right one.
"""

import math
from typing import Callable, NamedTuple

import numpy as np

from kit.surface import Surface
from kit.weights import Weights, blend, strongest

Weigh = Callable[[np.ndarray], Weights]

LEAST_WEIGHT = 0.01  # what is smaller cannot be seen


class Patch(NamedTuple):
    """Surface; `regions` and `uvs` have an entry for each face, `uvs` a pair for each corner."""

    positions: np.ndarray  # (vertices, 3), metres
    weights: list[Weights]
    faces: list[tuple[int, ...]]
    uvs: list[list[tuple[float, float]]]
    regions: list[str]
    creases: list[float]  # for each face: edges that turn more than this many radians are sharp


def unit(vector) -> np.ndarray:
    vector = np.asarray(vector, float)
    return vector / np.linalg.norm(vector)


def distances(points: np.ndarray) -> np.ndarray:
    """How far along the polyline each point lies, from 0 to 1."""
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    return np.concatenate([[0.0], np.cumsum(steps) / steps.sum()])


# --- Building -----------------------------------------------------------------------------------


def grid_patch(
    grid: np.ndarray,
    region: str,
    weigh: Weigh,
    *,
    closed: bool = False,
    us: np.ndarray | None = None,
    vs: np.ndarray | None = None,
    skip: Callable[[int, int], bool] = lambda row, column: False,
    crease: float = math.pi,
) -> Patch:
    """A surface over grid[row, column]; outside is where rows go up and columns to the right.

    With `closed` the last column joins the first. `us` has one entry more than there are
    quads in a row, `vs` one for each row. `skip` leaves out quads: openings.
    """
    rows, columns, _ = grid.shape
    quads = columns if closed else columns - 1
    us = np.linspace(0.0, 1.0, quads + 1) if us is None else us
    vs = distances(grid.mean(axis=1)) if vs is None else vs
    positions = grid.reshape(-1, 3)
    faces, uvs = [], []
    for r in range(rows - 1):
        for c in range(quads):
            if skip(r, c):
                continue
            d = (c + 1) % columns
            face = (r * columns + c, r * columns + d, (r + 1) * columns + d, (r + 1) * columns + c)
            faces.append(face)
            uvs.append(
                [(us[c], vs[r]), (us[c + 1], vs[r]), (us[c + 1], vs[r + 1]), (us[c], vs[r + 1])]
            )
    weights = [weigh(p) for p in positions]
    patch = Patch(positions, weights, faces, uvs, [region] * len(faces), [crease] * len(faces))
    return without_loose(patch)


def loft(
    rings: np.ndarray,
    region: str,
    weigh: Weigh,
    *,
    caps: tuple[bool, bool] = (True, True),
    us: np.ndarray | None = None,
    vs: np.ndarray | None = None,
    crease: float = math.pi,
) -> Patch:
    """A tube through rings[ring, corner], anticlockwise about the direction from the first to the last.

    A cap is a fan about the middle of the end ring; where that ring is small it is a pole.
    """
    count, corners, _ = rings.shape
    us = np.linspace(0.0, 1.0, corners + 1) if us is None else us
    vs = distances(rings.mean(axis=1)) if vs is None else vs
    tube = grid_patch(rings, region, weigh, closed=True, us=us, vs=vs, crease=crease)
    positions, weights = [*tube.positions], [*tube.weights]
    faces, uvs = [*tube.faces], [*tube.uvs]
    for end, wanted in enumerate(caps):
        if not wanted:
            continue
        ring = 0 if end == 0 else count - 1
        pole = len(positions)
        positions.append(rings[ring].mean(axis=0))
        weights.append(weigh(positions[-1]))
        for c in range(corners):
            a, b = ring * corners + c, ring * corners + (c + 1) % corners
            middle = (0.5 * (us[c] + us[c + 1]), vs[ring])
            if end == 0:
                faces.append((pole, b, a))
                uvs.append([middle, (us[c + 1], vs[ring]), (us[c], vs[ring])])
            else:
                faces.append((pole, a, b))
                uvs.append([middle, (us[c], vs[ring]), (us[c + 1], vs[ring])])
    names, creases = [region] * len(faces), [crease] * len(faces)
    return Patch(np.array(positions), weights, faces, uvs, names, creases)


def thicken(
    patch: Patch, thickness: float, *, lining: str | None = None, rim: str | None = None
) -> Patch:
    """Closes an open sheet: a second layer `thickness` behind it, and walls along its border."""
    count = len(patch.positions)
    back = patch.positions - thickness * vertex_normals(patch)
    faces, uvs, regions = [*patch.faces], [*patch.uvs], [*patch.regions]
    for face, uv, region in zip(patch.faces, patch.uvs, patch.regions):
        faces.append(tuple(count + i for i in reversed(face)))
        uvs.append(uv[::-1])
        regions.append(lining or region)
    for (a, b), (uv_a, uv_b), region in border(patch):
        faces.append((b, a, count + a, count + b))
        uvs.append([uv_b, uv_a, uv_a, uv_b])
        regions.append(rim or region)
    creases = [patch.creases[0]] * len(faces)
    positions = np.concatenate([patch.positions, back])
    return Patch(positions, patch.weights * 2, faces, uvs, regions, creases)


def border(patch: Patch):
    """The edges that only one face has: their ends, texture coordinates and that face's region."""
    seen = {}
    for face, uv, region in zip(patch.faces, patch.uvs, patch.regions):
        for i in range(len(face)):
            j = (i + 1) % len(face)
            seen[face[i], face[j]] = ((face[i], face[j]), (uv[i], uv[j]), region)
    return [entry for (a, b), entry in seen.items() if (b, a) not in seen]


def face_normals(patch: Patch) -> np.ndarray:
    """Normals of the faces, as long as twice their areas."""
    normals = np.zeros((len(patch.faces), 3))
    for n, face in enumerate(patch.faces):
        corners = patch.positions[list(face)]
        normals[n] = sum(
            np.cross(a - corners[0], b - corners[0]) for a, b in zip(corners[1:], corners[2:])
        )
    return normals


def vertex_normals(patch: Patch) -> np.ndarray:
    """Unit normals, each the mean of its faces' by area."""
    normals = np.zeros_like(patch.positions)
    for face, normal in zip(patch.faces, face_normals(patch)):
        normals[list(face)] += normal
    return normals / np.linalg.norm(normals, axis=1, keepdims=True)


# --- Combining ----------------------------------------------------------------------------------


def without_loose(patch: Patch) -> Patch:
    """Without the vertices that no face uses."""
    used = sorted({i for face in patch.faces for i in face})
    place = {old: new for new, old in enumerate(used)}
    faces = [tuple(place[i] for i in face) for face in patch.faces]
    weights = [patch.weights[i] for i in used]
    return patch._replace(positions=patch.positions[used], weights=weights, faces=faces)


def joined(patches: list[Patch]) -> Patch:
    """All of them as one, in order; nothing is welded."""
    positions, weights, faces, uvs, regions, creases = [], [], [], [], [], []
    for patch in patches:
        start = len(positions)
        positions += list(patch.positions)
        weights += patch.weights
        faces += [tuple(start + i for i in face) for face in patch.faces]
        uvs += patch.uvs
        regions += patch.regions
        creases += patch.creases
    return Patch(np.array(positions), weights, faces, uvs, regions, creases)


def other_side(name: str) -> str:
    """The joint on the other side: `hand_l` for `hand_r`; a middle joint is its own."""
    ends = {"_l": "_r", "_r": "_l"}
    return name[:-2] + ends[name[-2:]] if name[-2:] in ends else name


def mirrored(patch: Patch, *, mirror_u: frozenset[str] = frozenset()) -> Patch:
    """The other side: x turned, faces turned round, joints renamed.

    Regions in `mirror_u` go all the way round the body, so their u is turned too; the others
    show the same part of the texture on both sides.
    """
    faces = [face[::-1] for face in patch.faces]
    uvs = []
    for uv, region in zip(patch.uvs, patch.regions):
        turned = [(1.0 - u, v) for u, v in uv] if region in mirror_u else uv
        uvs.append(turned[::-1])
    weights = [{other_side(name): w for name, w in weight.items()} for weight in patch.weights]
    positions = patch.positions * np.array([-1.0, 1.0, 1.0])
    return patch._replace(positions=positions, weights=weights, faces=faces, uvs=uvs)


def welded(patch: Patch) -> Patch:
    """Vertices at one place become one, with the mean of their weights."""
    place, members = {}, []
    index = []
    for i, position in enumerate(patch.positions):
        key = tuple(np.rint(position * 1e6).astype(int))
        if key not in place:
            place[key] = len(members)
            members.append([])
        index.append(place[key])
        members[place[key]].append(i)
    positions = np.array([patch.positions[group[0]] for group in members])
    weights = [blend([patch.weights[i] for i in group]) for group in members]
    faces = [tuple(index[i] for i in face) for face in patch.faces]
    return patch._replace(positions=positions, weights=weights, faces=faces)


def sharp_edges(patch: Patch) -> list[tuple[int, int]]:
    """The edges whose faces meet at a larger angle than either of them treats as smooth."""
    normals = face_normals(patch)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    owner = {}
    for n, face in enumerate(patch.faces):
        for a, b in zip(face, (*face[1:], face[0])):
            owner[a, b] = n
    sharp = []
    for (a, b), n in owner.items():
        if a < b and (b, a) in owner:
            m = owner[b, a]
            angle = math.acos(min(1.0, max(-1.0, float(normals[n] @ normals[m]))))
            if angle > min(patch.creases[n], patch.creases[m]):
                sharp.append((a, b))
    return sharp


# --- Finishing ----------------------------------------------------------------------------------

Atlas = dict[str, tuple[float, float, float, float]]  # region -> u, v of its corner, size


def placed(patch: Patch, atlas: Atlas) -> Surface:
    """The whole figure: regions put in their places on the texture, small influences dropped."""
    face_uvs = []
    for uvs, region in zip(patch.uvs, patch.regions):
        u0, v0, width, height = atlas[region]
        face_uvs.append([(u0 + u * width, v0 + v * height) for u, v in uvs])
    positions = [tuple(p) for p in patch.positions]
    weights = [strongest(w, LEAST_WEIGHT) for w in patch.weights]
    return Surface(positions, patch.faces, face_uvs, weights, sharp_edges(patch))

"""Coarse meshes of polygons with weights, and one step of Catmull-Clark subdivision.

A figure is drawn as a coarse cage; subdivision rounds it, and carries weights and texture
coordinates along. After E. Catmull and J. Clark, "Recursively generated B-spline surfaces on
arbitrary topological meshes", Computer-Aided Design 10 (1978).
"""

from dataclasses import dataclass, field

import numpy as np

from kit.surface import Surface
from kit.weights import Weights, blend

Point = tuple[float, float, float]
UV = tuple[float, float]


@dataclass
class Cage:
    """Vertices with weights; faces anticlockwise from outside, with a UV pair for each corner."""

    positions: list[Point] = field(default_factory=list)
    weights: list[Weights] = field(default_factory=list)
    faces: list[tuple[int, ...]] = field(default_factory=list)
    face_uvs: list[list[UV]] = field(default_factory=list)

    def add_vertex(self, position: Point, weights: Weights) -> int:
        """Its index."""
        self.positions.append(tuple(float(c) for c in position))
        self.weights.append(weights)
        return len(self.positions) - 1

    def add_face(self, corners: list[int], uvs: list[UV]) -> None:
        self.faces.append(tuple(corners))
        self.face_uvs.append(list(uvs))

    def append(self, other: "Cage") -> None:
        """Adds another cage beside this one; nothing is joined."""
        first = len(self.positions)
        self.positions += other.positions
        self.weights += other.weights
        self.faces += [tuple(first + corner for corner in face) for face in other.faces]
        self.face_uvs += other.face_uvs

    def surface(self) -> Surface:
        """The same, as it is written."""
        return Surface(self.positions, self.faces, self.face_uvs, self.weights)


def bridge(cage: Cage, near: list[int], far: list[int], us: UV, vs: list[float]) -> None:
    """A band of quads between two rings of as many vertices; it faces away from their axis.

    `us` holds the u of either ring, `vs` one v more than a ring has vertices, for the seam.
    """
    count = len(near)
    for i in range(count):
        j = (i + 1) % count
        corners = [near[i], near[j], far[j], far[i]]
        uvs = [(us[0], vs[i]), (us[0], vs[i + 1]), (us[1], vs[i + 1]), (us[1], vs[i])]
        cage.add_face(corners, uvs)


def fan(cage: Cage, ring: list[int], pole: int, us: UV, vs: list[float]) -> None:
    """Triangles from a ring's edges to one vertex beyond it."""
    count = len(ring)
    for i in range(count):
        middle = (vs[i] + vs[i + 1]) / 2
        uvs = [(us[0], vs[i]), (us[0], vs[i + 1]), (us[1], middle)]
        cage.add_face([ring[i], ring[(i + 1) % count], pole], uvs)


def subdivide(cage: Cage) -> Cage:
    """One step of Catmull-Clark on a closed surface; weights and UVs are split, not rounded."""
    points = np.array(cage.positions)
    face_points = np.array([points[list(face)].mean(axis=0) for face in cage.faces])
    edge_faces = faces_of_edges(cage)
    edges = sorted(edge_faces)
    first_edge = len(points)
    first_face = first_edge + len(edges)
    edge_vertex = {edge: first_edge + index for index, edge in enumerate(edges)}

    fine = Cage()
    for position, weights in zip(rounded_corners(points, cage, face_points, edges), cage.weights):
        fine.add_vertex(position, weights)
    for edge in edges:
        left, right = edge_faces[edge]
        ends = points[edge[0]] + points[edge[1]]
        position = (ends + face_points[left] + face_points[right]) / 4
        fine.add_vertex(position, blend([cage.weights[end] for end in edge]))
    for face, position in zip(cage.faces, face_points):
        fine.add_vertex(position, blend([cage.weights[corner] for corner in face]))

    for index, (face, uvs) in enumerate(zip(cage.faces, cage.face_uvs)):
        split_face(fine, face, uvs, edge_vertex, first_face + index)
    return fine


def faces_of_edges(cage: Cage) -> dict[tuple[int, int], list[int]]:
    """The two faces at each edge; an edge is a pair of vertices, the lower index first."""
    faces: dict[tuple[int, int], list[int]] = {}
    for index, face in enumerate(cage.faces):
        for a, b in zip(face, face[1:] + face[:1]):
            faces.setdefault((min(a, b), max(a, b)), []).append(index)
    for edge, sides in faces.items():
        if len(sides) != 2:
            raise ValueError(f"edge {edge} has {len(sides)} faces: the surface must be closed")
    return faces


def rounded_corners(points, cage: Cage, face_points, edges) -> np.ndarray:
    """Where the cage's own vertices go: (F + 2 R + (n - 3) P) / n with n edges at the vertex."""
    face_sum, edge_sum = np.zeros_like(points), np.zeros_like(points)
    valence = np.zeros((len(points), 1))
    for face, face_point in zip(cage.faces, face_points):
        for corner in face:
            face_sum[corner] += face_point
    for a, b in edges:
        middle = (points[a] + points[b]) / 2
        for end in (a, b):
            edge_sum[end] += middle
            valence[end] += 1
    return (face_sum / valence + 2 * edge_sum / valence + (valence - 3) * points) / valence


def split_face(fine: Cage, face, uvs, edge_vertex, centre: int) -> None:
    """A quad for each corner of a face, from its corner over two edges to its centre."""
    count = len(face)
    middle = tuple(np.mean(uvs, axis=0))

    def edge(i: int) -> tuple[int, UV]:
        j = (i + 1) % count
        vertex = edge_vertex[(min(face[i], face[j]), max(face[i], face[j]))]
        return vertex, ((uvs[i][0] + uvs[j][0]) / 2, (uvs[i][1] + uvs[j][1]) / 2)

    for i in range(count):
        (after, after_uv), (before, before_uv) = edge(i), edge((i - 1) % count)
        fine.add_face([face[i], after, centre, before], [uvs[i], after_uv, middle, before_uv])

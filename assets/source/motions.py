"""Whether a committed figure's loops close, and whether its soles stay where they stand."""

import math
import xml.etree.ElementTree as ElementTree
from pathlib import Path

# Of each figure: the clips that are loops, and of clips in which it walks on the spot the speed of
# the ground in metres a second. Then the length of a leg, the height up to which a vertex stands on
# the ground, and the depth of the lowest one, in metres.
FIGURES = {
    "creature.dae": (("idle", "walk"), {"walk": 0.24, "idle": 0.0}, 0.209, 0.003, 0.001),
    "knight.dae": (
        ("idle", "walk", "run", "fall", "dance"), {"walk": 0.75, "run": 1.929}, 0.594, 0.006, 0.01,
    ),
    "arm.dae": (("wave",), {}, 1.0, 0.0, math.inf),
}
FRAME = 1 / 24
SLIP = 0.03  # of a leg's length
IDENTITY = tuple(float(i % 5 == 0) for i in range(16))


def faults(assets: Path) -> list[str]:
    """Sentences about loops that stay open, and soles that slide or sink."""
    lines = []
    for name, (loops, grounds, leg, near, depth) in FIGURES.items():
        figure = Figure(assets / name)
        for clip in loops:
            start, end = figure.clips[clip]
            for joint, keys in figure.keys.items():
                pair = zip(sample(keys, start), sample(keys, end))
                if any(abs(a - b) > 1e-4 for a, b in pair):
                    lines.append(f"{name}: {clip}: {joint} does not return to where it began")
        for clip, speed in grounds.items():
            slid, contacts, lowest = walk(figure, clip, speed, near)
            if slid > SLIP * leg:
                lines.append(f"{name}: {clip}: a sole slides by {1000 * slid:.1f} mm")
            if not contacts:
                lines.append(f"{name}: {clip}: no sole is on the ground")
            if lowest < -depth:
                lines.append(f"{name}: {clip}: a sole is {-1000 * lowest:.1f} mm below the ground")
    return lines


def walk(figure: "Figure", clip: str, speed: float, near: float) -> tuple[float, int, float]:
    """How far a standing vertex slides, the number of contacts, and the lowest height."""
    start, end = figure.clips[clip]
    began: dict[int, tuple[float, float]] = {}
    slid, contacts, lowest = 0.0, 0, math.inf
    for frame in range(round((end - start) / FRAME) + 1):
        for vertex, (x, y, z) in enumerate(figure.skinned(start + frame * FRAME)):
            lowest = min(lowest, y)
            if y > near:
                began.pop(vertex, None)
                continue
            there = (x, z + speed * frame * FRAME)
            slid = max(slid, math.dist(began.setdefault(vertex, there), there))
            contacts += 1
    return slid, contacts, lowest


class Figure:
    """Joints, keys and vertices of a Collada file of ours, whose z axis points up."""

    def __init__(self, path: Path) -> None:
        root = ElementTree.parse(path).getroot()
        self.clips = {
            clip.get("name"): (float(clip.get("start")), float(clip.get("end")))
            for clip in root.iterfind(".//{*}animation_clip")
        }
        arrays = {}
        for element in root.iter():
            if element.get("id", "").endswith("-array"):
                arrays[element.get("id")] = (element.text or "").split()
        self.keys = {}
        for channel in root.iterfind(".//{*}channel"):
            source = channel.get("source")[1:].removesuffix("-sampler")
            times = [float(t) for t in arrays[f"{source}-input-array"]]
            numbers = [float(n) for n in arrays[f"{source}-output-array"]]
            matrices = [tuple(numbers[i : i + 16]) for i in range(0, len(numbers), 16)]
            self.keys[channel.get("target").split("/")[0]] = (times, matrices)
        self.nodes = []  # id, sid, index of the parent, matrix
        for scene in root.iterfind(".//{*}visual_scene"):
            self.add_nodes(scene, None)
        self.skins = [Skin(skin, arrays) for skin in root.iterfind(".//{*}skin")]

    def add_nodes(self, element: ElementTree.Element, parent: int | None) -> None:
        for node in element.iterfind("{*}node"):
            matrix = node.find("{*}matrix")
            local = IDENTITY if matrix is None else tuple(float(n) for n in matrix.text.split())
            self.nodes.append((node.get("id"), node.get("sid"), parent, local))
            self.add_nodes(node, len(self.nodes) - 1)

    def skinned(self, time: float) -> list[tuple[float, float, float]]:
        """The positions of all vertices in the world, y up."""
        world, by_sid = [], {}
        for name, sid, parent, local in self.nodes:
            local = sample(self.keys[name], time) if name in self.keys else local
            world.append(local if parent is None else product(world[parent], local))
            by_sid[sid] = world[-1]
        positions = []
        for skin in self.skins:
            binds = zip(skin.joints, skin.inverse_binds)
            slots = [product(by_sid[sid], inverse) for sid, inverse in binds]
            for position, influences in zip(skin.positions, skin.influences):
                x = y = z = 0.0
                for slot, weight in influences:
                    moved = transformed(slots[slot], position)
                    x, y, z = (old + weight * new for old, new in zip((x, y, z), moved))
                positions.append((x, z, -y))
        return positions


class Skin:
    """A skin, with the bind shape in its positions."""

    def __init__(self, skin: ElementTree.Element, arrays: dict[str, list[str]]) -> None:
        mesh = skin.get("source")[1:]
        shape = tuple(float(n) for n in skin.find("{*}bind_shape_matrix").text.split())
        numbers = [float(n) for n in arrays[f"{mesh}-positions-array"]]
        corners = zip(numbers[::3], numbers[1::3], numbers[2::3])
        self.positions = [transformed(shape, corner) for corner in corners]
        sources = {source.get("id"): source for source in skin.iterfind("{*}source")}
        inputs = {}
        for element in [*skin.iterfind("{*}joints/{*}input"), *skin.iterfind("{*}vertex_weights/{*}input")]:
            inputs[element.get("semantic")] = sources[element.get("source")[1:]]
        self.joints = inputs["JOINT"].find("{*}Name_array").text.split()
        binds = [float(n) for n in inputs["INV_BIND_MATRIX"].find("{*}float_array").text.split()]
        self.inverse_binds = [tuple(binds[i : i + 16]) for i in range(0, len(binds), 16)]
        table = skin.find("{*}vertex_weights")
        weights = [float(n) for n in inputs["WEIGHT"].find("{*}float_array").text.split()]
        pairs = iter([int(n) for n in table.find("{*}v").text.split()])
        self.influences = []
        for count in table.find("{*}vcount").text.split():
            self.influences.append([(next(pairs), weights[next(pairs)]) for _ in range(int(count))])


def sample(keys: tuple[list[float], list[tuple[float, ...]]], time: float) -> tuple[float, ...]:
    """The matrix between two keys, number by number: keys are a few frames apart."""
    at, matrices = keys
    after = next((i for i, t in enumerate(at) if t >= time - 1e-4), len(at) - 1)
    if after == 0 or abs(at[after] - time) < 1e-4:
        return matrices[after]
    u = (time - at[after - 1]) / (at[after] - at[after - 1])
    return tuple((1 - u) * a + u * b for a, b in zip(matrices[after - 1], matrices[after]))


def product(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    """The product of two matrices, row by row."""
    numbers = []
    for row in range(4):
        for column in range(4):
            numbers.append(sum(a[4 * row + k] * b[4 * k + column] for k in range(4)))
    return tuple(numbers)


def transformed(m: tuple[float, ...], point: tuple[float, float, float]) -> tuple[float, ...]:
    x, y, z = point
    return tuple(m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3] for r in (0, 4, 8))

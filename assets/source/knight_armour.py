"""What the knight wears: helmet, visor and plume, pauldrons, cuffs, scarf, belt, tabard and cape.

Each piece is a closed shape of its own over the body; sheets are thickened, so that they have
an inside. A plate moves with one joint, cloth passes from joint to joint.
"""

import math

import numpy as np

from kit.curves import smoothstep
from kit.shapes import Patch, grid_patch, joined, loft, mirrored, other_side, thicken, unit
from kit.weights import Weights
from knight_body import CORNERS, TORSO_RINGS, leg_weights, torso_weights
from knight_rig import ARM, ARM_UP, BACK, HEAD_CENTRE, SHOULDER, WRIST, arm_at

SHARP = math.radians(38)  # armour keeps its edges

HELMET_CORNERS = 20  # 0 is behind, 10 in front
# Latitude in degrees, and what is added to the radius; below the middle the helmet hangs straight.
HELMET_ROWS = [
    (-52, 0.014, -0.158),
    (-44, 0.004, -0.120),
    (-28, 0.0, -0.085),
    (-8, 0.0, -0.030),
    (14, 0.0, None),
    (35, 0.0, None),
    (56, 0.0, None),
    (76, 0.0, None),
]
HELMET_RADII = np.array([0.196, 0.208, 0.208])
HELMET_CENTRE = HEAD_CENTRE + np.array([0.0, 0.010, 0.012])
HELMET_OPEN_ROWS = 4  # from below, up to the brow
HELMET_OPEN_CORNERS = range(7, 13)  # the quads in front that are left out


def rigid(joint: str):
    """Weights of a plate that one joint holds."""
    return lambda _: {joint: 1.0}


def armour() -> Patch:
    """All of it, the left pieces mirrored."""
    left = joined([pauldron(), cuff()])
    middle = [helmet(), visor(), crest(), plume(), scarf(), belt(), buckle(), cape()]
    middle += [tabard("tabard_front", 0.0), tabard("tabard_back", math.pi)]
    return joined([*middle, left, mirrored(left)])


# === Helmet =====================================================================================


def helmet_point(angle: float, latitude: float, more: float, height: float | None) -> np.ndarray:
    """A point of the helmet; `angle` runs from behind over the right."""
    wide = max(math.cos(latitude), 0.93) if latitude < 0 else math.cos(latitude)
    # The neck guard flares behind and the cheeks draw in a little.
    wide += more * 5.0 * (0.35 + 0.65 * max(0.0, math.cos(angle)))
    way = np.array([-math.sin(angle) * wide, math.cos(angle) * wide, math.sin(latitude)])
    point = HELMET_CENTRE + HELMET_RADII * way
    if height is not None:
        point[2] = HELMET_CENTRE[2] + height
    return point


def helmet() -> Patch:
    """A bowl with cheek guards, open over the face."""
    grid = []
    for latitude, more, height in HELMET_ROWS:
        row = []
        for k in range(HELMET_CORNERS):
            angle = 2 * math.pi * k / HELMET_CORNERS
            row.append(helmet_point(angle, math.radians(latitude), more, height))
        grid.append(row)

    def over_face(row: int, column: int) -> bool:
        return row < HELMET_OPEN_ROWS and column in HELMET_OPEN_CORNERS

    grid = np.array(grid)
    sheet = grid_patch(grid, "helmet", rigid("head"), closed=True, skip=over_face, crease=SHARP)
    sheet = closed_at_top(sheet, grid[-1], HELMET_CENTRE + np.array([0.0, 0.0, HELMET_RADII[2]]))
    return thicken(sheet, 0.020, lining="lining", rim="gold")


def closed_at_top(sheet: Patch, ring: np.ndarray, pole: np.ndarray) -> Patch:
    """The sheet with a fan from its highest ring, the last in it, to a pole."""
    start, top = len(sheet.positions) - len(ring), len(sheet.positions)
    faces, uvs = [*sheet.faces], [*sheet.uvs]
    for c in range(len(ring)):
        d = (c + 1) % len(ring)
        faces.append((start + c, start + d, top))
        uvs.append([(c / len(ring), 1.0), ((c + 1) / len(ring), 1.0), ((c + 0.5) / len(ring), 1.0)])
    added = len(faces) - len(sheet.faces)
    return Patch(
        np.concatenate([sheet.positions, [pole]]),
        [*sheet.weights, sheet.weights[0]],
        faces,
        uvs,
        sheet.regions + [sheet.regions[0]] * added,
        sheet.creases + [sheet.creases[0]] * added,
    )


def visor() -> Patch:
    """Raised over the brow, a peak from temple to temple."""
    grid = []
    for latitude, out in [(13, 1.16), (24, 1.17), (38, 1.10), (50, 1.035)]:
        row = []
        for k in range(9):
            side = (k - 4) / 4  # -1 is the right temple
            angle = math.pi + side * math.radians(66)
            # Lower and closer at the temples, where its hinges are.
            reach = 1.03 + (out - 1.03) * (1.0 - side**4)
            tilt = math.radians(latitude - 8 * side**2)
            point = helmet_point(angle, tilt, 0.0, None) - HELMET_CENTRE
            row.append(HELMET_CENTRE + point * reach)
        grid.append(row)
    sheet = grid_patch(np.array(grid), "visor", rigid("head"), crease=SHARP)
    return thicken(sheet, 0.014, lining="steel", rim="gold")


def crest() -> Patch:
    """The fin over the helmet's top that carries the plume."""
    rings = []
    for degrees, high in [(52, 0.004), (68, 0.020), (90, 0.028), (112, 0.022), (136, 0.004)]:
        angle = math.radians(degrees)  # up from the front, over the top
        way = np.array([0.0, -math.cos(angle), math.sin(angle)])
        foot = HELMET_CENTRE + HELMET_RADII * way * 0.97
        top = HELMET_CENTRE + HELMET_RADII * way + way * high
        half = np.array([0.016, 0.0, 0.0])
        rings.append([foot + half, foot - half, top - 0.6 * half, top + 0.6 * half])
    rings = np.array(rings)
    return loft(rings, "gold", rigid("head"), crease=SHARP)


def plume() -> Patch:
    """A feather that rises from the crest, leans back and hangs over behind."""
    path = [
        (-0.010, 1.635, 0.016, 0.020),
        (0.005, 1.685, 0.030, 0.040),
        (0.045, 1.733, 0.038, 0.052),
        (0.110, 1.760, 0.042, 0.058),
        (0.185, 1.750, 0.042, 0.058),
        (0.250, 1.707, 0.037, 0.050),
        (0.290, 1.640, 0.028, 0.040),
        (0.303, 1.575, 0.012, 0.018),
    ]
    points = np.array([(0.0, y, z) for y, z, _, _ in path])
    rings = []
    for i, (_, _, half_width, half_depth) in enumerate(path):
        way = unit(points[min(i + 1, len(path) - 1)] - points[max(i - 1, 0)])
        side = np.array([-1.0, 0.0, 0.0])
        other = np.cross(way, side)
        # A slight zigzag of the edge: barbs.
        full = half_depth * (1.0 + (0.14 if i % 2 else -0.10))
        angles = [2 * math.pi * k / 8 for k in range(8)]
        rings.append(
            [
                points[i] + math.cos(a) * half_width * side + math.sin(a) * full * other
                for a in angles
            ]
        )

    def weights(p: np.ndarray) -> Weights:
        past = smoothstep(0.0, 0.11, float(np.linalg.norm(p - np.array([0.0, 0.0, 1.645])) - 0.03))
        return {"head": 1.0 - past, "plume": past}

    return loft(np.array(rings), "plume", weights)


# === Shoulders, forearms, neck and waist ========================================================


def pauldron() -> Patch:
    """A dome over the shoulder with a flared edge."""
    pole = unit((0.62, 0.0, 0.78))
    outward = unit(np.cross(BACK, pole))  # down along the arm
    outward = outward if outward[0] > 0 else -outward
    centre = SHOULDER + np.array([0.020, 0.002, -0.006])
    grid = []
    for degrees, scale in [(96, 1.13), (82, 1.03), (56, 1.0), (26, 1.0)]:
        tilt = math.radians(degrees)
        row = []
        for k in range(12):
            angle = 2 * math.pi * k / 12
            flat = BACK * math.cos(angle) * 0.094 + outward * -math.sin(angle) * 0.100
            row.append(centre + scale * (math.sin(tilt) * flat + math.cos(tilt) * pole * 0.090))
        grid.append(row)
    grid = np.array(grid)
    if np.cross(grid[0, 3] - grid[0, 0], grid[0, 6] - grid[0, 0]) @ pole < 0:
        grid = grid[:, ::-1]
    sheet = grid_patch(grid, "pauldron", rigid("pauldron_l"), closed=True, crease=SHARP)
    sheet = closed_at_top(sheet, grid[-1], centre + pole * 0.092)
    return thicken(sheet, 0.014, lining="lining", rim="gold")


def cuff() -> Patch:
    """The gauntlet's flared cuff over the forearm."""
    grid = []
    for length, radius in [(0.345, 0.080), (0.385, 0.067), (0.438, 0.054)]:
        row = []
        for k in range(12):
            angle = 2 * math.pi * k / 12
            row.append(
                arm_at(length) + radius * (BACK * math.cos(angle) + ARM_UP * 0.95 * math.sin(angle))
            )
        grid.append(row)

    def weights(p: np.ndarray) -> Weights:
        past = 0.5 * smoothstep(WRIST - 0.03, WRIST + 0.01, float((p - SHOULDER) @ ARM))
        return {"forearm_l": 1.0 - past, "hand_l": past}

    sheet = grid_patch(np.array(grid), "cuff", weights, closed=True, crease=SHARP)
    return thicken(sheet, 0.010, lining="lining", rim="gold")


def torus(middle_of, tube_of, corners: int, region: str, weigh) -> Patch:
    """A closed ring about the z axis: `tube_of` gives its section as (out, up) pairs."""
    rings = []
    for k in range(corners):
        angle = 2 * math.pi * k / corners
        way = np.array([-math.sin(angle), math.cos(angle), 0.0])
        middle = middle_of(angle)
        rings.append([middle + way * out + np.array([0.0, 0.0, up]) for out, up in tube_of(angle)])
    grid = np.array(rings).swapaxes(0, 1)
    closed = np.concatenate([grid, grid[:1]])
    patch = grid_patch(closed, region, weigh, closed=True, vs=np.linspace(0, 1, len(closed)))
    rows, columns = len(grid), corners
    # The section's last row is its first one again.
    faces = [tuple(i % (rows * columns) for i in face) for face in patch.faces]
    kept = rows * columns
    return patch._replace(
        positions=patch.positions[:kept], weights=patch.weights[:kept], faces=faces
    )


def scarf() -> Patch:
    """A thick roll of cloth about the neck, the cape's upper edge."""

    def middle(angle: float) -> np.ndarray:
        way = np.array([-math.sin(angle) * 0.100, math.cos(angle) * 0.092, 0.0])
        return way + np.array([0.0, 0.004, 1.210 + 0.020 * math.cos(angle)])

    def tube(_: float):
        angles = [2 * math.pi * k / 6 - math.pi / 2 for k in range(6)]
        return [(0.044 * math.cos(a), 0.037 * math.sin(a)) for a in angles]

    def weights(p: np.ndarray) -> Weights:
        aside = 0.35 * smoothstep(0.04, 0.12, abs(float(p[0])))
        return {"chest": 1.0 - aside, "shoulder_l" if p[0] > 0 else "shoulder_r": aside}

    return torus(middle, tube, 14, "scarf", weights)


def waist_at(angle: float, z: float, out: float) -> np.ndarray:
    """A point over the torso: `angle` from behind, `out` metres off the skin."""
    heights = [ring[0] for ring in TORSO_RINGS]
    wide, front, behind = (
        np.interp(z, heights, [ring[i] for ring in TORSO_RINGS]) for i in (1, 2, 3)
    )
    square = 1.0 + 0.10 * math.sin(2 * angle) ** 2
    x, y = -math.sin(angle), math.cos(angle)
    depth = behind if y > 0 else front
    return np.array([x * (wide * square + out), y * (depth * square + out), z])


def both_sides(weights: Weights, x: float) -> Weights:
    """The torso's weights are defined for the left side; this renames their joints for a point on either side."""
    if x >= 0:
        return weights
    return {other_side(name): weight for name, weight in weights.items()}


def belt() -> Patch:
    """Leather about the waist."""

    def tube(_: float):
        return [(-0.012, -0.024), (0.018, -0.021), (0.021, 0.0), (0.018, 0.021), (-0.012, 0.024)]

    def weights(p: np.ndarray) -> Weights:
        return both_sides(torso_weights(np.array([abs(p[0]), p[1], 0.812])), p[0])

    patch = torus(lambda a: waist_at(a, 0.815, 0.002), tube, CORNERS, "belt", weights)
    return patch._replace(creases=[SHARP] * len(patch.faces))


def buckle() -> Patch:
    """A gold plate on the belt."""
    y = -waist_front(0.815) - 0.014
    rings = []
    for depth, half in [(0.0, 0.030), (-0.010, 0.030), (-0.015, 0.022)]:
        corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
        rings.append([(x, y + depth, 0.815 + 0.9 * z) for x, z in corners])
    weights = torso_weights(np.array([0.0, -0.1, 0.812]))
    weights = {name: w for name, w in weights.items() if not name.endswith("_l")}
    return loft(np.array(rings), "gold", lambda _: weights, crease=SHARP)


def waist_front(z: float) -> float:
    return float(np.interp(z, [r[0] for r in TORSO_RINGS], [r[2] for r in TORSO_RINGS]))


# === Cloth ======================================================================================


def tabard(joint: str, facing: float) -> Patch:
    """A skirt panel below the belt; `facing` 0 is in front, pi behind."""
    rows, columns, spread = 6, 9, math.radians(68)
    top, hem = 0.808, 0.490
    grid = []
    for r in range(rows):
        t = 1.0 - r / (rows - 1)  # 1 at the hem: rows go up
        row = []
        for c in range(columns):
            side = 2 * c / (columns - 1) - 1
            angle = math.pi + facing + side * spread * (1.0 - 0.10 * t)
            point = waist_at(angle, 0.79, 0.008 + 0.036 * smoothstep(0.0, 0.3, t) + 0.032 * t)
            # Folds, deeper towards the hem; the hem is lower in the middle.
            fold = 0.007 * t * math.cos(3 * math.pi * side)
            point[:2] *= 1.0 + fold / 0.13
            point[2] = top + (hem + 0.035 * side**2 - top) * t
            row.append(point)
        grid.append(row)

    def weights(p: np.ndarray) -> Weights:
        # Aside it goes with the thigh, as the leg's own skin under it does; in the middle, and
        # towards the hem, it swings as one: a thigh that rises must not fold it to a point.
        below = top - float(p[2])
        down = smoothstep(-0.01, 0.15, below - 0.015)
        aside = smoothstep(0.0, 0.085 + 0.25 * max(0.0, below - 0.10), abs(float(p[0])))
        side = "thigh_l" if p[0] > 0 else "thigh_r"
        skin = np.array([abs(p[0]), p[1], p[2]])
        thigh = aside * max(leg_weights(skin)["thigh_l"], torso_weights(skin)["thigh_l"])
        thigh *= 1.0 - 0.40 * smoothstep(0.16, 0.30, below)
        hang = max(0.0, down - thigh)
        return {"hips": 1.0 - hang - thigh, joint: hang, side: thigh}

    return thicken(grid_patch(np.array(grid), joint, weights), 0.012, lining="cloth_lining")


def cape() -> Patch:
    """From shoulder to shoulder down to the calves, in folds."""
    rows, columns = 9, 9
    top, hem = 1.205, 0.400
    grid = []
    for r in range(rows):
        t = 1.0 - r / (rows - 1)
        row = []
        for c in range(columns):
            side = 1 - 2 * c / (
                columns - 1
            )  # the outside is behind: columns run from left to right
            half = 0.128 + 0.075 * t
            fold = 0.020 * t * math.cos(3 * math.pi * side)
            y = 0.118 + 0.105 * t - 0.045 * side**2 * (1.0 - 0.3 * t) + fold
            row.append((side * half, y, top + (hem - top) * t - 0.02 * side**2 * (1.0 - t)))
        grid.append(row)

    def weights(p: np.ndarray) -> Weights:
        z = float(p[2])
        below = 1.0 - smoothstep(1.02, 1.16, z)
        lower = below * (1.0 - smoothstep(0.70, 0.98, z))
        return {"chest": 1.0 - below, "cape_upper": below - lower, "cape_lower": lower}

    return thicken(grid_patch(np.array(grid), "cape", weights), 0.014, lining="cape_lining")

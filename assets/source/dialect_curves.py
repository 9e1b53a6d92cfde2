"""Curves as Collada keeps them, and their values: written from the specification, for the twins.

Collada 1.4.1 specification, chapter 4, "Interpolation methods". A tangent of BEZIER is a control
point of the segment's cubic; a third of a tangent of HERMITE leads to that point. With two numbers
it has a time of its own, with one its time lies a third of the way into the segment.
"""

import math
from dataclasses import dataclass

import numpy as np


@dataclass
class Curve:
    """One number over time."""

    times: list[float]
    values: list[float]
    ways: list[str]  # LINEAR, STEP, BEZIER or HERMITE: from this key to the next
    arriving: np.ndarray | None = None  # IN_TANGENT: rows of (time, value) or of (value,)
    leaving: np.ndarray | None = None  # OUT_TANGENT

    def value(self, time: float) -> float:
        """Before the first key its value, from the last key on the last one's."""
        if time <= self.times[0]:
            return self.values[0]
        if time >= self.times[-1]:
            return self.values[-1]
        key = max(i for i, t in enumerate(self.times) if t <= time)
        share = (time - self.times[key]) / (self.times[key + 1] - self.times[key])
        return self.between(key, share)

    def between(self, key: int, share: float) -> float:
        """The value at this fraction of the segment from a key to the next."""
        a, b = self.values[key], self.values[key + 1]
        if self.ways[key] == "STEP":
            return a
        if self.ways[key] == "LINEAR":
            return a + share * (b - a)
        (x1, y1), (x2, y2) = self.control_points(key)
        return cubic(a, y1, y2, b, parameter(x1, x2, share))

    def control_points(self, key: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Part of the segment's time, and value, of its two inner control points."""
        start, length = self.times[key], self.times[key + 1] - self.times[key]
        leaving, arriving = self.leaving[key], self.arriving[key + 1]
        if self.ways[key] == "HERMITE":
            ends = (
                np.array((start, self.values[key])),
                np.array((start + length, self.values[key + 1])),
            )
            size = len(leaving)
            leaving, arriving = ends[0][-size:] + leaving / 3, ends[1][-size:] - arriving / 3
        if len(leaving) == 1:
            return (1 / 3, float(leaving[0])), (2 / 3, float(arriving[0]))
        first, second = ((point[0] - start) / length for point in (leaving, arriving))
        return (float(first), float(leaving[1])), (float(second), float(arriving[1]))


def cubic(a: float, b: float, c: float, d: float, s: float) -> float:
    """A Bezier curve of these four values at a parameter."""
    r = 1.0 - s
    return r * r * r * a + 3 * r * r * s * b + 3 * r * s * s * c + s * s * s * d


def parameter(x1: float, x2: float, share: float) -> float:
    """The parameter at which the segment's cubic has this time: by bisection, since time only grows."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if cubic(0.0, x1, x2, 1.0, middle) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def slopes(times: list[float], values: list[float]) -> list[float]:
    """At each key the slope from its neighbour before to the one after; level at the ends."""
    inner = [
        (values[i + 1] - values[i - 1]) / (times[i + 1] - times[i - 1])
        for i in range(1, len(times) - 1)
    ]
    return [0.0, *inner, 0.0]


# How far into a segment the handles of two-number tangents reach. Not a third: then a reader that
# takes the time for the curve's parameter gives wrong values.
LEAVING_REACH, ARRIVING_REACH = 0.42, 0.25


def bezier(times: list[float], values: list[float], numbers: int) -> Curve:
    """A smooth curve through keys, its control points with a time (2 numbers) or without (1)."""
    leaving, arriving = handles(times, values, numbers)
    points = [
        np.array([(t, v)[-numbers:] for t, v in zip(times, values)]) + shift
        for shift in (leaving, -arriving)
    ]
    return Curve(times, values, ["BEZIER"] * len(times), arriving=points[1], leaving=points[0])


def hermite(times: list[float], values: list[float]) -> Curve:
    """The same with tangents of one number."""
    leaving, arriving = handles(times, values, 1)
    return Curve(times, values, ["HERMITE"] * len(times), 3 * arriving, 3 * leaving)


def handles(times: list[float], values: list[float], numbers: int) -> tuple[np.ndarray, np.ndarray]:
    """From each key to the control point after it, and from the one before it to the key."""
    reach = (1 / 3, 1 / 3) if numbers == 1 else (LEAVING_REACH, ARRIVING_REACH)
    steps = [b - a for a, b in zip(times, times[1:])]
    after, before = [*steps, steps[-1]], [steps[0], *steps]
    rise = slopes(times, values)
    leaving = [(reach[0] * step, reach[0] * step * slope) for step, slope in zip(after, rise)]
    arriving = [(reach[1] * step, reach[1] * step * slope) for step, slope in zip(before, rise)]
    return np.array(leaving)[:, -numbers:], np.array(arriving)[:, -numbers:]


def euler_zyx(turn: np.ndarray, near: tuple[float, float, float]) -> tuple[float, float, float]:
    """Degrees about z, y and x (x first) that make a rotation, the nearest to other ones."""
    y = math.asin(max(-1.0, min(1.0, -turn[2, 0])))
    z, x = math.atan2(turn[1, 0], turn[0, 0]), math.atan2(turn[2, 1], turn[2, 2])
    found = []
    for angles in ((z, y, x), (z + math.pi, math.pi - y, x + math.pi)):
        whole = [math.degrees(angle) for angle in angles]
        found.append([a + 360.0 * round((b - a) / 360.0) for a, b in zip(whole, near)])
    z, y, x = min(found, key=lambda angles: sum(abs(a - b) for a, b in zip(angles, near)))
    return (z, y, x)


def from_euler_zyx(z: float, y: float, x: float) -> np.ndarray:
    """The rotation of `euler_zyx`."""
    cz, sz, cy, sy, cx, sx = (
        f(math.radians(angle)) for angle in (z, y, x) for f in (math.cos, math.sin)
    )
    about_z = np.array(((cz, -sz, 0.0), (sz, cz, 0.0), (0.0, 0.0, 1.0)))
    about_y = np.array(((cy, 0.0, sy), (0.0, 1.0, 0.0), (-sy, 0.0, cy)))
    about_x = np.array(((1.0, 0.0, 0.0), (0.0, cx, -sx), (0.0, sx, cx)))
    return about_z @ about_y @ about_x

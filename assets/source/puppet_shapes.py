"""Flat shapes as signed distances: below 0 inside, in pixels, for arrays of points (y down)."""

import math
from collections.abc import Callable

import numpy as np

# From arrays x and y to an array of distances.
Shape = Callable[[np.ndarray, np.ndarray], np.ndarray]


def disc(cx: float, cy: float, radius: float) -> Shape:
    return lambda x, y: np.hypot(x - cx, y - cy) - radius


def ellipse(cx: float, cy: float, rx: float, ry: float, turned: float = 0.0) -> Shape:
    """An ellipse, turned clockwise by so many degrees; its distance is right at the edge only."""
    c, s = math.cos(math.radians(turned)), math.sin(math.radians(turned))

    def distance(x, y):
        u, v = c * (x - cx) + s * (y - cy), c * (y - cy) - s * (x - cx)
        inner, slope = np.hypot(u / rx, v / ry), np.hypot(u / rx**2, v / ry**2)
        return inner * (inner - 1.0) / np.maximum(slope, 1e-9)

    return distance


def limb(ax: float, ay: float, a: float, bx: float, by: float, b: float) -> Shape:
    """Two discs and the strip that tapers from one radius to the other between their centres."""

    def distance(x, y):
        dx, dy = bx - ax, by - ay
        t = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0.0, 1.0)
        return np.hypot(x - ax - t * dx, y - ay - t * dy) - (a + t * (b - a))

    return distance


def polygon(corners: list[tuple[float, float]], rounding: float = 0.0) -> Shape:
    """A polygon, its outline moved outwards by `rounding` with round corners."""

    def distance(x, y):
        nearest = np.full(x.shape, np.inf)
        inside = np.zeros(x.shape, dtype=bool)
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
            dx, dy = bx - ax, by - ay
            t = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0.0, 1.0)
            nearest = np.minimum(nearest, np.hypot(x - ax - t * dx, y - ay - t * dy))
            if ay != by:
                crosses = (ay > y) != (by > y)
                inside ^= crosses & (x < ax + (y - ay) / (by - ay) * dx)
        return np.where(inside, -nearest, nearest) - rounding

    return distance


def band(along: Callable, low: float, high: float) -> Shape:
    """Where a function of the point lies between two values."""
    return lambda x, y: np.maximum(low - along(x, y), along(x, y) - high)


def rows(low: float, high: float) -> Shape:
    """A level strip."""
    return band(lambda x, y: y, low, high)


def arc(cx: float, cy: float, radius: float, half_width: float, low: float, high: float) -> Shape:
    """A stroke along a circle, between two angles in degrees clockwise from +x, with round ends."""
    middle, half = math.radians((low + high) / 2), math.radians((high - low) / 2)

    def distance(x, y):
        angle = np.arctan2(y - cy, x - cx)
        off = np.clip((angle - middle + math.pi) % (2 * math.pi) - math.pi, -half, half)
        px, py = cx + radius * np.cos(middle + off), cy + radius * np.sin(middle + off)
        return np.hypot(x - px, y - py) - half_width

    return distance


def union(*shapes: Shape) -> Shape:
    return lambda x, y: np.minimum.reduce([shape(x, y) for shape in shapes])


def both(*shapes: Shape) -> Shape:
    """The points inside all of them."""
    return lambda x, y: np.maximum.reduce([shape(x, y) for shape in shapes])


def without(shape: Shape, hole: Shape) -> Shape:
    return lambda x, y: np.maximum(shape(x, y), -hole(x, y))


def moved(shape: Shape, wave: Callable) -> Shape:
    """A shape whose outline is pushed outwards by a function of the point."""
    return lambda x, y: shape(x, y) - wave(x, y)


def mirrored(shape: Shape) -> Shape:
    """Left for right, about x = 0."""
    return lambda x, y: shape(-x, y)

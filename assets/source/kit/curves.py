"""Clips on a timeline, and the ramps and waves that motions and shapes are made of."""

import math
from typing import NamedTuple


FRAME_RATE = 24  # frames per second, for every figure

# What every file says of its making; a fixed date keeps the bytes equal from run to run.
FILE_DATE = "2025-01-01T00:00:00"


class Clip(NamedTuple):
    """A named stretch of the timeline, both ends included, in frames."""

    name: str
    start: int
    end: int

    @property
    def frames(self) -> int:
        """How many steps from key to key it has; one less than keys."""
        return self.end - self.start


def smoothstep(edge0: float, edge1: float, x: float) -> float:
    """0 up to edge0, 1 from edge1 on, and a ramp that is flat at both ends between them."""
    t = min(max((x - edge0) / (edge1 - edge0), 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


def cycle(frame: int, frames: int) -> float:
    """Where a loop of this many frames stands, 0 at its start, below 1.

    Modulo, so that the last frame of a loop is its first one to the bit.
    """
    return (frame % frames) / frames


def turn(phase: float) -> float:
    """The sine of a phase that counts whole turns."""
    return math.sin(2 * math.pi * phase)


def keyed(keys: list[tuple[float, float]], frame: float) -> float:
    """A value drawn through (frame, value) keys: smooth, and at rest at the first and the last.

    A cubic Hermite spline whose slopes are those of the neighbours' chord, and 0 at peaks, so
    that nothing runs past a key. Before the first key and after the last their values hold.
    """
    if frame <= keys[0][0]:
        return keys[0][1]
    for index, ((x0, y0), (x1, y1)) in enumerate(zip(keys, keys[1:])):
        if frame <= x1:
            width = x1 - x0
            t = (frame - x0) / width
            slope0, slope1 = key_slope(keys, index), key_slope(keys, index + 1)
            return (
                y0 * (1 + 2 * t) * (1 - t) ** 2
                + slope0 * width * t * (1 - t) ** 2
                + y1 * t * t * (3 - 2 * t)
                + slope1 * width * t * t * (t - 1)
            )
    return keys[-1][1]


def key_slope(keys: list[tuple[float, float]], index: int) -> float:
    """The slope of `keyed` at a key."""
    if index in (0, len(keys) - 1):
        return 0.0
    (x0, y0), (x1, y1), (x2, y2) = keys[index - 1 : index + 2]
    if (y1 - y0) * (y2 - y1) <= 0.0:
        return 0.0
    # Three times the flatter neighbour keeps the curve between its keys (Fritsch and Carlson,
    # "Monotone piecewise cubic interpolation", SIAM J. Numer. Anal. 17, 1980).
    before, after = (y1 - y0) / (x1 - x0), (y2 - y1) / (x2 - x1)
    chord = (y2 - y0) / (x2 - x0)
    most = 3 * min(abs(before), abs(after))
    return math.copysign(min(abs(chord), most), chord)

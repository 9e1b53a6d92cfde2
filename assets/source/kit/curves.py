"""Ramps, waves, and curves through an animator's keys: what motions and shapes are made of."""

import math

Track = list[tuple[float, float]]  # keys: (frame or phase, value), in order


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


# === Keys =======================================================================================


def curve(keys: Track, at: float) -> float:
    """The value drawn through the keys; it rests at extremes and never overshoots a key.

    Cubic Hermite pieces with the slopes of Fritsch and Butland ("A Method for Constructing Local
    Monotone Piecewise Cubic Interpolants", 1984): what animation programs call clamped handles.
    Before the first and after the last key it stays.
    """
    if at <= keys[0][0]:
        return keys[0][1]
    if at >= keys[-1][0]:
        return keys[-1][1]
    k = max(i for i in range(len(keys) - 1) if keys[i][0] <= at)
    (x0, y0), (x1, y1) = keys[k], keys[k + 1]
    width = x1 - x0
    return hermite(y0, y1, width * slope(keys, k), width * slope(keys, k + 1), (at - x0) / width)


def slope(keys: Track, k: int) -> float:
    """Level at the ends and at extremes, else the harmonic mean of the chords beside the key."""
    if k in (0, len(keys) - 1):
        return 0.0
    (x0, y0), (x1, y1), (x2, y2) = keys[k - 1 : k + 2]
    before, after = (y1 - y0) / (x1 - x0), (y2 - y1) / (x2 - x1)
    if before * after <= 0.0:
        return 0.0
    share = (1.0 + (x2 - x1) / (x2 - x0)) / 3.0
    return before * after / (share * after + (1.0 - share) * before)


def hermite(y0: float, y1: float, slope0: float, slope1: float, t: float) -> float:
    """From y0 to y1 for t in 0..1, with slopes per unit of t."""
    s = 1.0 - t
    return (
        s * s * (1.0 + 2.0 * t) * y0
        + t * t * (3.0 - 2.0 * t) * y1
        + t * s * (s * slope0 - t * slope1)
    )


def around(keys: Track, frames: float) -> Track:
    """The keys once before and once after, so that slopes agree at a loop's seam."""
    return [(at + turn * frames, value) for turn in (-1, 0, 1) for at, value in keys]

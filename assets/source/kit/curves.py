"""Clips on a timeline, and the ramps and waves that motions and shapes are made of."""

import math
from typing import NamedTuple


FRAME_RATE = 24  # frames per second, for every figure


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

"""Clips on the one timeline that a file has."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

FRAME_RATE = 24  # keys a second, in every figure

# The creation date in every file; a fixed date keeps the bytes equal from run to run.
FILE_DATE = "2025-01-01T00:00:00"


class Clip(NamedTuple):
    """A named range of the timeline, both ends included, in frames."""

    name: str
    start: int
    end: int

    @property
    def frames(self) -> int:
        """How many steps from key to key it has; one less than keys."""
        return self.end - self.start


class Animation(NamedTuple):
    """`bases[frame, joint]` turns and moves a joint in its own bind frame; 4 x 4."""

    clips: Sequence[Clip]
    bases: np.ndarray

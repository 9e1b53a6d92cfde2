"""Where on the creature's texture each of its surfaces lies."""

from typing import NamedTuple


class Patch(NamedTuple):
    """A rectangle of the texture, in texture coordinates with v upwards."""

    left: float
    bottom: float
    right: float
    top: float

    def at(self, u: float, v: float) -> tuple[float, float]:
        """From 0 to 1 across the patch to the texture's own coordinates."""
        return (
            self.left + u * (self.right - self.left),
            self.bottom + v * (self.top - self.bottom),
        )


# Legs share one patch, and so do eyes, lids and feelers: they are painted alike.
ATLAS = {
    "body": Patch(0.01, 0.42, 0.99, 0.99),
    "snout": Patch(0.44, 0.22, 0.72, 0.40),
    "leg": Patch(0.01, 0.22, 0.42, 0.40),
    "sole": Patch(0.63, 0.02, 0.69, 0.08),
    "feeler": Patch(0.01, 0.02, 0.28, 0.19),
    "lid": Patch(0.31, 0.02, 0.60, 0.19),
    "eye": Patch(0.74, 0.15, 0.99, 0.40),
}

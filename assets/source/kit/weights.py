"""Which joints a vertex follows, and how much."""

Weights = dict[str, float]  # joint name to weight

INFLUENCES = 4  # the most that a vertex may have


def blend(parts: list[Weights]) -> Weights:
    """The mean of several vertices' weights."""
    total: Weights = {}
    for part in parts:
        for joint, weight in part.items():
            total[joint] = total.get(joint, 0.0) + weight / len(parts)
    return total


def strongest(weights: Weights, least: float) -> Weights:
    """At most four influences, none below `least`, with the sum brought back to 1."""
    kept = sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:INFLUENCES]
    kept = [(joint, weight) for joint, weight in kept if weight >= least]
    total = sum(weight for _, weight in kept)
    return {joint: weight / total for joint, weight in kept}

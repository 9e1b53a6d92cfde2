"""Pictures as numpy arrays, and PNG files that hold nothing but the picture."""

import struct
import zlib
from pathlib import Path

import numpy as np

# PNG's colour types for three and four channels of 8 bits.
COLOUR_TYPES = {3: 2, 4: 6}


def average_samples(image: np.ndarray, samples: int) -> np.ndarray:
    """Each texel, in bytes, from its square of `samples` x `samples` values of 0 to 255."""
    rows, columns, channels = image.shape
    squares = image.reshape(rows // samples, samples, columns // samples, samples, channels)
    return np.rint(squares.mean(axis=(1, 3))).astype(np.uint8)


def write_png(path: Path, pixels: np.ndarray) -> None:
    """Writes bytes of shape (rows, columns, 3 or 4), first row at the top; no date, no names."""
    height, width, channels = pixels.shape

    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)

    header = struct.pack(">IIBBBBB", width, height, 8, COLOUR_TYPES[channels], 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", smallest([zlib.compress(rows, 9) for rows in filtered(pixels)]))
        + chunk(b"IEND", b"")
    )


def smallest(candidates: list[bytes]) -> bytes:
    return min(candidates, key=len)


def filtered(pixels: np.ndarray) -> list[bytes]:
    """The rows after PNG's filters: one filter for all, each in turn, and the likeliest for each.

    Filters are 0 none, 1 left, 2 up, 3 the mean of both, 4 Paeth's (PNG specification, 9.2).
    """
    here = pixels.astype(np.int16)
    above = np.concatenate([np.zeros_like(here[:1]), here[:-1]])
    left = np.concatenate([np.zeros_like(here[:, :1]), here[:, :-1]], axis=1)
    corner = np.concatenate([np.zeros_like(above[:, :1]), above[:, :-1]], axis=1)
    guesses = [np.zeros_like(here), left, above, (left + above) // 2, paeth(left, above, corner)]
    rows = [(here - guess).astype(np.uint8).reshape(len(pixels), -1) for guess in guesses]
    # The PNG specification's heuristic (12.7): the filter with the smallest sum of absolute differences.
    sums = [np.abs(row.view(np.int8).astype(int)).sum(axis=1) for row in rows]
    choices = [[kind] * len(pixels) for kind in range(5)] + [np.argmin(sums, axis=0)]
    joined = []
    for choice in choices:
        lines = [bytes([kind]) + rows[kind][y].tobytes() for y, kind in enumerate(choice)]
        joined.append(b"".join(lines))
    return joined


def paeth(left: np.ndarray, above: np.ndarray, corner: np.ndarray) -> np.ndarray:
    """Of the three neighbours the one nearest to left + above - corner."""
    guess = left + above - corner
    far = [np.abs(guess - neighbour) for neighbour in (left, above, corner)]
    nearest = np.where(far[1] <= far[2], above, corner)
    return np.where((far[0] <= far[1]) & (far[0] <= far[2]), left, nearest)

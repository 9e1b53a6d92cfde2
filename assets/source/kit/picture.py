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
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)  # each row after its filter: none
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows, 9))
        + chunk(b"IEND", b"")
    )

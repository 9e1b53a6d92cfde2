"""Rotations as 3 x 3 matrices for columns, in radians; z is up and figures look towards -y."""

import math

import numpy as np


def about_x(angle: float) -> np.ndarray:
    """From y to z; the nose, at -y, goes down."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array(((1.0, 0.0, 0.0), (0.0, c, -s), (0.0, s, c)))


def about_y(angle: float) -> np.ndarray:
    """From z to x; the left side goes down."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array(((c, 0.0, s), (0.0, 1.0, 0.0), (-s, 0.0, c)))


def about_z(angle: float) -> np.ndarray:
    """From x to y; the nose goes to the left."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array(((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))


def about(axis: np.ndarray, angle: float) -> np.ndarray:
    """About a unit vector, by Rodrigues' formula."""
    x, y, z = axis
    cross = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    return np.eye(3) + math.sin(angle) * cross + (1.0 - math.cos(angle)) * cross @ cross


def moved(turn: np.ndarray, place: np.ndarray) -> np.ndarray:
    """The 4 x 4 matrix that turns and then moves."""
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = turn, place
    return matrix


def turned_at(point: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """The 4 x 4 matrix that turns about a point, which stays."""
    return moved(turn, point - turn @ point)

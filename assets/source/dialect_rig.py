"""What a dialect chooses, and the arm's joints and vertices as it counts them."""

from dataclasses import dataclass, field

import numpy as np

from arm_shape import JOINT_NAMES
from dialect_arm import Mesh, joint_place, joint_turns
from kit.turns import moved

# From y up, z to the front, to z up, -y to the front.
Z_UP_FROM_Y_UP = np.array(((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)))


def identity() -> np.ndarray:
    return np.eye(4)


@dataclass
class Dialect:
    """The conventions of a file; lengths in its units, matrices for column vectors."""

    name: str
    like: str  # the exporter whose conventions it follows
    version: str = "1.4.1"
    up_axis: str = "Z_UP"
    unit: tuple[str, float] = ("meter", 1.0)
    # Each joint's own axes at rest, as columns in the model's (y up).
    axes: list[np.ndarray] = field(default_factory=lambda: [np.eye(3)] * len(JOINT_NAMES))
    group: np.ndarray = field(default_factory=identity)  # of the node above the first joint
    bind_shape: np.ndarray = field(default_factory=identity)
    sids: bool = True  # whether joints have one; else the skin names them by id
    skeletons: bool = True  # whether the skin's instance says where to look for them
    zero_weights: bool = False  # whether every vertex lists every joint
    primitive: str = "triangles"  # or polylist, or polygons
    direct_texture: bool = False  # whether the effect names the image without a sampler
    euler: bool = False  # whether nodes hold translate and rotate instead of a matrix
    matrix_sid: str = "transform"

    def node_id(self, joint: int) -> str:
        return f"Arm_{JOINT_NAMES[joint]}"

    def file_axes(self) -> np.ndarray:
        """From the model's axes (y up) to the file's."""
        return Z_UP_FROM_Y_UP if self.up_axis == "Z_UP" else np.eye(3)

    def scale(self) -> float:
        """Units in a metre."""
        return 1.0 / self.unit[1]

    def bind_world(self, joint: int) -> np.ndarray:
        """From a joint at rest to the file's world."""
        return moved(
            self.file_axes() @ self.axes[joint],
            self.scale() * self.file_axes() @ joint_place(joint),
        )

    def rest_local(self, joint: int) -> np.ndarray:
        """From a joint at rest to its parent, which is the group for the first."""
        parent = self.bind_world(joint - 1) if joint else self.group
        return np.linalg.inv(parent) @ self.bind_world(joint)

    def turn(self, joint: int, frame: float) -> np.ndarray:
        """A joint's rotation from rest, about its own axes, at a frame of the arm's timeline."""
        return self.axes[joint].T @ joint_turns(frame)[joint] @ self.axes[joint]

    def local_at(self, joint: int, frame: float) -> np.ndarray:
        """From a joint to its parent at a frame."""
        return self.rest_local(joint) @ moved(self.turn(joint, frame), np.zeros(3))

    def raw_positions(self, mesh: Mesh) -> np.ndarray:
        """The vertices as the geometry holds them: before the bind shape matrix."""
        world = self.scale() * mesh.positions @ self.file_axes().T
        back = np.linalg.inv(self.bind_shape)
        return world @ back[:3, :3].T + back[:3, 3]

    def raw_normals(self, mesh: Mesh) -> np.ndarray:
        """The normals as the geometry holds them."""
        # The normal matrix of the way back: the inverse transpose of the inverse.
        normals = mesh.normals @ self.file_axes().T @ self.bind_shape[:3, :3]
        return normals / np.linalg.norm(normals, axis=1, keepdims=True)

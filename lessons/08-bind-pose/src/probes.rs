//! What the checks ask about, beside the rigs that every lesson has.

use crate::MAX_JOINTS;
use common::check::{Probe, Random, Rig};
use common::mesh::SkinnedVertex;
use common::skeleton::{Joint, Skeleton};
use glam::{Mat4, Vec3};

/// Vertices of a shader's probe: fewer than matrices, so that a vertex's own number is a joint's, too.
const VERTICES: usize = 24;
/// Joints whose numbers are below this, and such that are far above, are followed; none between. So
/// it is all one from where on a shader has no matrices.
const LOW: usize = 3;
const HIGH: usize = 72;

/// A posed rig whose joints are stretched in the bind pose, as those of files may be.
///
/// # Panics
/// Never: the joints have the parents they had.
pub fn stretched(probe: &Probe) -> Rig {
    let mut rig = probe.rig();
    let mut random = Random::new(probe.seed ^ (0x00B1_D000 + probe.index as u64));
    let joint = |joint: &Joint| {
        let mut joint = joint.clone();
        let factor = random.between(1.15, 1.4);
        joint.bind_local.scale *= if random.below(2) == 0 { factor } else { 1.0 / factor };
        joint
    };
    let joints = rig.skeleton.joints().iter().map(joint).collect();
    rig.skeleton = Skeleton::new(joints).expect("parents are as they were");
    rig
}

/// A full palette, and vertices that follow all sorts of places in it.
pub fn palette_and_vertices(random: &mut Random) -> (Vec<Mat4>, Vec<SkinnedVertex>) {
    let palette = (0..MAX_JOINTS).map(|_| random.rigid().to_mat4()).collect();
    let vertices = (0..VERTICES).map(|vertex| {
        let mut follow = |odd: bool| -> u16 {
            // The last is left free, for those who count from 1.
            let place =
                if odd { HIGH + random.below(MAX_JOINTS - 1 - HIGH) } else { random.below(LOW) };
            place as u16
        };
        let first = follow(vertex % 2 == 1);
        // Three that do not count, and are others than the first.
        let others = [1, 2, 3].map(|_| follow(vertex % 2 == 0));
        SkinnedVertex {
            position: random.vector(),
            normal: Vec3::new(0.48, 0.6, 0.64), // of length 1, and no axis
            joints: [first, others[0], others[1], others[2]],
            weights: [1.0, 0.0, 0.0, 0.0],
            ..SkinnedVertex::default()
        }
    });
    (palette, vertices.collect())
}

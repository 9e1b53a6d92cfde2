//! Joints that were dragged in the picture and are held there: inverse kinematics over the pose of a clip.

use armature::ik::{ChainSolver, SolverLimits, bend_to, chain_points, reach_of, two_bone};
use armature::model::Model;
use armature::skeleton::Pose;
use glam::Vec3;
use graphics::bones::{is_joint, joint_above};

/// A joint that is held at a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    pub joint: usize,
    /// World space.
    pub at: Vec3,
    /// The joints that turn, from the root on, and the one that is held.
    chain: Vec<usize>,
}

/// A bone at the top of a chain that is shorter than this fraction of the next one is a collarbone, and does not turn.
const COLLARBONE: f32 = 0.6;

/// Iteration limit, and tolerance as a fraction of the chain's length.
const ITERATIONS: usize = 60;
const EXACT: f32 = 1e-4;

impl Pin {
    /// Pins a joint. The joints that turn are its ancestors, as far as the figure does not branch: from the hand to the
    /// upper arm, from the foot to the thigh. A short bone at the top of two or more, such as a collarbone, does not turn.
    /// `None` for a joint with none to turn, such as the hips, or with the root alone above it, which would
    /// turn the whole figure.
    pub fn new(model: &Model, joint: usize, at: Vec3) -> Option<Self> {
        let mut chain = vec![joint];
        let mut above = joint_above(model, joint);
        while let Some(parent) = above.filter(|parent| !branches(model, *parent, chain[0])) {
            chain.insert(0, parent);
            above = joint_above(model, parent);
        }
        let rest = chain_points(&model.skeleton, &model.skeleton.bind_pose(), &chain);
        if let [top, next, after, ..] = rest[..]
            && top.distance(next) < COLLARBONE * next.distance(after)
        {
            chain.remove(0);
        }
        let is_root_alone = chain.len() == 2 && above.is_none();
        (chain.len() > 1 && !is_root_alone).then_some(Self { joint, at, chain })
    }

    /// The joints that turn, parents before children.
    pub fn turning(&self) -> &[usize] {
        &self.chain[..self.chain.len() - 1]
    }

    /// Returns the name of the method that solves the limb.
    pub fn method_name(&self) -> &'static str {
        match self.chain.len() {
            2 => "one bone",
            3 => "two bones",
            _ => "FABRIK",
        }
    }

    /// Turns the joints of the chain so that the last one reaches its position, or comes as near as possible.
    ///
    /// Two bones are an arm or a leg, which bends to the side to which it is bent already. A longer chain is solved by
    /// FABRIK; one bone points at the position.
    pub(crate) fn solve(&self, model: &Model, pose: &mut Pose) {
        let skeleton = &model.skeleton;
        let target = model.world_from_model.inverse().transform_point3(self.at);
        if let [root, middle, tip] = self.chain[..] {
            let limb = [root, middle, tip];
            let elbow = chain_points(skeleton, pose, &limb)[1];
            two_bone(skeleton, pose, limb, target, elbow, 1.0);
        } else {
            let mut points = chain_points(skeleton, pose, &self.chain);
            let tolerance = EXACT * reach_of(&points).1;
            ChainSolver::default().fabrik(&mut points, target, SolverLimits { iterations: ITERATIONS, tolerance });
            bend_to(skeleton, pose, &self.chain, &points);
        }
    }
}

/// Whether limbs meet in `parent`: it has a child joint beside `child` that has children itself. One without, such as a
/// twist joint, is not a limb.
fn branches(model: &Model, parent: usize, child: usize) -> bool {
    children(model, parent).any(|other| other != child && children(model, other).next().is_some())
}

fn children(model: &Model, parent: usize) -> impl Iterator<Item = usize> {
    (parent + 1..model.skeleton.len())
        .filter(move |node| is_joint(model, *node) && joint_above(model, *node) == Some(parent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Actor;
    use armature::math::Transform;
    use armature::skeleton::{Joint, Skeleton};
    use armature_formats::collada;

    fn asset(name: &str) -> Model {
        let file = verdict::workspace::assets().join(format!("{name}.dae"));
        collada::load(&file).unwrap().model
    }

    /// Returns the joints of a limb and the method that solves it.
    fn limb(model: &Model, joint: &str) -> Option<(String, &'static str)> {
        let joints = model.skeleton.joints();
        let pin = Pin::new(model, model.skeleton.find(joint).unwrap(), Vec3::ZERO)?;
        let names: Vec<&str> = pin.chain.iter().map(|joint| joints[*joint].name.as_str()).collect();
        Some((names.join(" "), pin.method_name()))
    }

    #[test]
    fn limbs_of_the_assets() {
        let knight = asset("knight");
        for (joint, joints, method) in [
            ("hand_l", "upper_arm_l forearm_l hand_l", "two bones"),
            ("forearm_l", "upper_arm_l forearm_l", "one bone"),
            ("upper_arm_l", "shoulder_l upper_arm_l", "one bone"),
            ("fingers_l", "upper_arm_l forearm_l hand_l fingers_l", "FABRIK"),
            ("foot_r", "thigh_r shin_r foot_r", "two bones"),
            ("shin_r", "thigh_r shin_r", "one bone"),
            ("toes_r", "thigh_r shin_r foot_r toes_r", "FABRIK"),
            ("head", "neck head", "one bone"),
        ] {
            assert_eq!(limb(&knight, joint), Some((joints.into(), method)), "{joint}");
        }
        for joint in ["hips", "thigh_l", "neck", "shoulder_l"] {
            assert_eq!(limb(&knight, joint), None, "{joint}: the figure branches above it");
        }
        let (tail, method) = limb(&asset("creature"), "tail_4").unwrap();
        assert_eq!((tail.split(' ').count(), method), (4, "FABRIK"));
    }

    /// A tentacle on a body with two legs.
    #[test]
    fn long_chains_by_fabrik() {
        let mut bones = vec![(None, Vec3::ZERO)];
        for side in [-1.0, 1.0] {
            let first = bones.len();
            bones.push((Some(0), Vec3::X * side));
            bones.push((Some(first), -Vec3::Y));
        }
        for bone in 0..7 {
            let parent = if bone == 0 { 0 } else { bones.len() - 1 };
            bones.push((Some(parent), Vec3::new(0.1, 0.3, 0.0)));
        }
        let is_joint = vec![true; bones.len()];
        let joints = bones.into_iter().map(|(parent, offset)| Joint {
            name: String::new(),
            parent,
            bind_local: Transform::from_translation(offset),
        });
        let skeleton = Skeleton::new(joints.collect()).unwrap();
        let model = Model { skeleton, is_joint, ..Model::default() };
        let tip = model.skeleton.len() - 1;
        let pin = Pin::new(&model, tip, Vec3::ZERO).unwrap();
        assert_eq!((pin.chain.len(), pin.chain[0], pin.method_name()), (7, 5, "FABRIK"));
        let mut actor = Actor::new(model);
        let position = Vec3::new(0.9, 0.6, 0.5);
        actor.pin(tip, position);
        assert!(actor.joint_position(tip).distance(position) < 1e-3, "{}", actor.joint_position(tip));
    }
}

//! Roles of a figure's joints, for inverse kinematics: its legs, its arms, and where it faces.

use crate::Side;
use crate::names::{Role, find_part, is_part};
use crate::retarget::Rig;
use armature::ik::Foot;
use armature::model::{Model, ModelInstance};
use glam::Vec3;

/// Parts of a body that the joints of a figure with two legs are, found as for retargeting. Find them once, when the
/// figure is loaded. An animal on four legs has none: name its joints.
///
/// ```
/// use armature::ik;
/// use armature_offline::{JointRoles, Side};
/// # use armature::{model::Model, skeleton::Pose};
/// # fn stand(model: &Model, pose: &mut Pose, ground: glam::Vec3, normal: glam::Vec3) -> Option<()> {
/// let roles = JointRoles::new(model);
/// let mut foot = roles.foot(model, Side::Left)?;
/// (foot.hit, foot.normal) = (ground, normal); // in each frame, from a ray that the game casts
/// ik::plant(&model.skeleton, pose, roles.hips()?, &[foot], model.up());
/// # Some(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct JointRoles {
    roles: Vec<Option<Role>>,
    forward: Option<Vec3>,
}

impl JointRoles {
    /// Finds the roles of a figure's joints. A joint that is no part of a body has none.
    pub fn new(model: &Model) -> Self {
        let (roles, left) = Rig::from_model(model).roles_and_left();
        let forward = left.map(|left| model.world_from_model.inverse().transform_vector3(left.cross(Vec3::Y)));
        Self { roles, forward: forward.and_then(Vec3::try_normalize) }
    }

    /// Returns the first joint of a part on a side: `hips`, `spine`, `neck` and `head` in the middle; `thigh`, `shin`,
    /// `foot`, `toes`, `collarbone`, `upper arm`, `forearm`, `hand`, `thumb`, `index`, `middle`, `ring` and `pinky` left
    /// and right.
    ///
    /// # Panics
    /// If no body has such a part.
    pub fn find(&self, part: &str, side: Side) -> Option<usize> {
        assert!(is_part(part), "no body has a part {part:?}");
        find_part(&self.roles, part, side)
    }

    /// Returns the hips.
    pub fn hips(&self) -> Option<usize> {
        self.find("hips", Side::Middle)
    }

    /// Returns hip, knee and ankle of a leg, for [`ik::two_bone`](armature::ik::two_bone).
    pub fn leg(&self, side: Side) -> Option<[usize; 3]> {
        Some([self.find("thigh", side)?, self.find("shin", side)?, self.find("foot", side)?])
    }

    /// Returns shoulder, elbow and wrist of an arm.
    pub fn arm(&self, side: Side) -> Option<[usize; 3]> {
        Some([self.find("upper arm", side)?, self.find("forearm", side)?, self.find("hand", side)?])
    }

    /// Returns the direction that the figure faces in its neutral pose, in model space and of unit length.
    pub fn forward(&self) -> Option<Vec3> {
        self.forward
    }

    /// Returns a foot for [`ik::plant`](armature::ik::plant), on flat ground below the figure in its bind pose: set
    /// `hit` and `normal` in each frame. `ankle_height` is the ankle's height over the lowest vertex; it skins every
    /// vertex to find that.
    pub fn foot(&self, model: &Model, side: Side) -> Option<Foot> {
        let leg = self.leg(side)?;
        let up = model.up();
        let instance = ModelInstance::new(model);
        let points = leg.map(|joint| Vec3::from(instance.model_from_joint()[joint].translation));
        let bounds = instance.bounds(model)?;
        let sole = (bounds.min * up).min(bounds.max * up).element_sum();
        let ankle_height = points[2].dot(up) - sole;
        let length = points[0].distance(points[1]) + points[1].distance(points[2]);
        let hit = points[2] - ankle_height * up;
        Some(Foot { leg, pole: self.forward? * length, hit, normal: up, ankle_height, weight: 1.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::load_asset;
    use armature::ik;

    #[test]
    #[should_panic(expected = "no body has a part \"left thigh\"")]
    fn a_misspelt_part_is_named() {
        JointRoles::new(&Model::default()).find("left thigh", Side::Left);
    }

    #[test]
    fn a_knight_stands_on_a_step() {
        let Some(model) = load_asset("knight") else { return };
        let roles = JointRoles::new(&model);
        let hips = roles.hips().unwrap();
        let feet = [Side::Left, Side::Right].map(|side| roles.foot(&model, side).unwrap());
        assert_ne!(feet[0].leg, feet[1].leg);
        assert!(roles.arm(Side::Left).is_some() && feet[0].ankle_height * model.metres_per_unit() > 0.02);
        let up = model.up();
        let bind = model.skeleton.bind_pose();
        let mut pose = bind.clone();
        assert!(ik::plant(&model.skeleton, &mut pose, hips, &feet, up));
        let ankle = |pose: &armature::skeleton::Pose, foot: &Foot| {
            Vec3::from(pose.model_from_joint(&model.skeleton, foot.leg[2]).translation)
        };
        let tolerance = 1e-3 / model.metres_per_unit();
        assert!(ankle(&pose, &feet[0]).distance(ankle(&bind, &feet[0])) < tolerance, "flat ground moves nothing");
        let step = 0.1 / model.metres_per_unit() * up;
        let raised = [Foot { hit: feet[0].hit + step, ..feet[0] }, feet[1]];
        ik::plant(&model.skeleton, &mut pose, hips, &raised, up);
        assert!(ankle(&pose, &feet[0]).distance(ankle(&bind, &feet[0]) + step) < tolerance);
        let forward = model.world_from_model.inverse().transform_vector3(Vec3::Z).normalize();
        assert!(roles.forward().unwrap().angle_between(forward) < 0.1);
        let [before, after] = [&bind, &pose].map(|pose| {
            let [hip, knee, ankle] =
                feet[0].leg.map(|joint| Vec3::from(pose.model_from_joint(&model.skeleton, joint).translation));
            (knee - hip.midpoint(ankle)).dot(forward)
        });
        assert!(after > before, "the knee bends forward: {before} {after}");
    }
}

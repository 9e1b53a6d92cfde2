//! The skeleton: joints with their parents and their bind pose.

use super::{Pose, no_joint};
use crate::math::Transform;
use glam::Vec3;
use std::{collections::HashMap, error::Error, fmt};

/// A frame of reference that moves with its parent.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Joint {
    /// Name in the file. Not necessarily unique: [`Skeleton::find`] returns the first.
    pub name: String,
    /// Index of the parent; `None` for a root.
    pub parent: Option<usize>,
    /// Transform in the bind pose, in the parent's space. A joint without tracks keeps it.
    pub bind_local: Transform,
}

/// Error of joints that do not make a skeleton.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum SkeletonError {
    /// A parent does not come before its child, as [`local_to_model`](super::local_to_model) needs it.
    ParentAfterChild {
        /// Index of the child.
        joint: usize,
        /// Name of the child.
        name: String,
        /// Index of the parent.
        parent: usize,
    },
    /// A bind transform has NaN or infinity.
    NotFinite {
        /// Index of the joint.
        joint: usize,
        /// Name of the joint.
        name: String,
        /// Bind transform of the joint.
        transform: Transform,
    },
}

impl SkeletonError {
    /// Returns the index of the joint at fault.
    pub fn joint(&self) -> usize {
        match self {
            Self::ParentAfterChild { joint, .. } | Self::NotFinite { joint, .. } => *joint,
        }
    }
}

impl Error for SkeletonError {}
crate::debug_as_display!(SkeletonError);

impl fmt::Display for SkeletonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ParentAfterChild { joint, name, parent } => {
                write!(f, "joint {joint} {name:?} has parent {parent}: a parent must come before its children")
            }
            Self::NotFinite { joint, name, transform } => {
                write!(f, "joint {joint} {name:?} has a bind transform that is not finite: {transform:?}")
            }
        }
    }
}

/// Joints with every parent before its children.
///
/// ```
/// use armature::{math::Transform, skeleton::{Joint, Skeleton}};
/// use glam::Vec3;
///
/// let shoulder = Joint { name: "shoulder".into(), parent: None, bind_local: Transform::IDENTITY };
/// let elbow = Joint { name: "elbow".into(), parent: Some(0), bind_local: Transform::from_translation(Vec3::X) };
/// let arm = Skeleton::new(vec![shoulder, elbow]).unwrap();
/// assert_eq!(arm.find("elbow"), Some(1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Skeleton {
    joints: Vec<Joint>,
    by_name: HashMap<String, usize>,
    /// Empty, or one for each joint.
    shears: Vec<Vec3>,
}

impl Skeleton {
    /// Makes a skeleton of `joints`, in which each parent comes before its children.
    ///
    /// # Errors
    /// If a parent does not come before its child, or a bind transform is not finite.
    pub fn new(joints: Vec<Joint>) -> Result<Self, SkeletonError> {
        let mut by_name = HashMap::with_capacity(joints.len());
        for (index, joint) in joints.iter().enumerate() {
            if let Some(parent) = joint.parent.filter(|&parent| parent >= index) {
                let name = joint.name.clone();
                return Err(SkeletonError::ParentAfterChild { joint: index, name, parent });
            }
            let rest = joint.bind_local;
            if !(rest.translation.is_finite() && rest.rotation.is_finite() && rest.scale.is_finite()) {
                let name = joint.name.clone();
                return Err(SkeletonError::NotFinite { joint: index, name, transform: rest });
            }
            by_name.entry(joint.name.clone()).or_insert(index);
        }
        Ok(Self { joints, by_name, shears: Vec::new() })
    }

    /// Makes a skeleton with shear: `shears` are as in [`Pose::shears`], one for each joint, or none.
    ///
    /// # Errors
    /// As [`new`](Self::new); a shear that is not finite counts as a bind transform that is not.
    ///
    /// # Panics
    /// If there are shears, but not as many as joints.
    pub fn sheared(joints: Vec<Joint>, shears: Vec<Vec3>) -> Result<Self, SkeletonError> {
        assert!(shears.is_empty() || shears.len() == joints.len(), "a shear for each joint");
        if let Some(joint) = shears.iter().position(|shear| !shear.is_finite()) {
            let name = joints[joint].name.clone();
            let transform = joints[joint].bind_local;
            return Err(SkeletonError::NotFinite { joint, name, transform });
        }
        Ok(Self { shears, ..Self::new(joints)? })
    }

    /// Gives every joint a shear of zero, for clips with shear on a skeleton without shear in its bind pose.
    pub fn make_room_for_shear(&mut self) {
        self.shears.resize(self.joints.len(), Vec3::ZERO);
    }

    /// Returns whether joints may have shear, in the bind pose or in a clip.
    pub fn is_sheared(&self) -> bool {
        !self.shears.is_empty()
    }

    /// Returns all joints, parents before children.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// Returns the number of joints.
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// Returns whether there is no joint.
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// Returns the index of the first joint of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Returns the children of `joint`, in index order.
    pub fn children(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        (joint + 1..self.joints.len()).filter(move |&child| self.joints[child].parent == Some(joint))
    }

    /// Returns the joints without a parent, in index order.
    pub fn roots(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.joints.len()).filter(|&joint| self.joints[joint].parent.is_none())
    }

    /// Returns the number of a joint's ancestors: 0 for a root, 1 for its children.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn depth(&self, joint: usize) -> usize {
        self.path_to_root(joint).count() - 1
    }

    /// Returns a joint, its parent, and so on up to its root.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn path_to_root(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        if joint >= self.joints.len() {
            no_joint(joint, self.joints.len());
        }
        std::iter::successors(Some(joint), |joint| self.joints[*joint].parent)
    }

    /// Returns the bind transforms of all joints.
    pub fn bind_pose(&self) -> Pose {
        Pose { locals: self.joints.iter().map(|joint| joint.bind_local).collect(), shears: self.shears.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, parent: Option<usize>) -> Joint {
        Joint { name: name.into(), parent, bind_local: Transform::IDENTITY }
    }

    #[test]
    fn a_parent_comes_first() {
        let err = Skeleton::new(vec![named("a", None), named("b", Some(1))]).unwrap_err();
        assert_eq!(err.to_string(), "joint 1 \"b\" has parent 1: a parent must come before its children");
        assert!(Skeleton::new(vec![named("a", Some(3))]).is_err());
    }

    #[test]
    fn bind_transforms_are_finite() {
        let mut joint = named("a", None);
        joint.bind_local.translation = Vec3::new(0.0, f32::NAN, 0.0);
        assert!(matches!(Skeleton::new(vec![joint]), Err(SkeletonError::NotFinite { joint: 0, .. })));
    }

    #[test]
    fn lookups() {
        let joints = vec![named("hip", None), named("leg", Some(0)), named("leg", Some(0)), named("toe", Some(2))];
        let s = Skeleton::new(joints).unwrap();
        assert_eq!(s.find("leg"), Some(1), "the first of two");
        assert_eq!(s.find("arm"), None);
        assert_eq!(s.children(0).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(s.roots().collect::<Vec<_>>(), [0]);
        assert_eq!((s.depth(0), s.depth(3)), (0, 2));
    }
}

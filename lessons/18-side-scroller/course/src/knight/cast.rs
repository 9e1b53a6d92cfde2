//! The files: the knight's joints and clips, his sword and his spheres.

use crate::State;
use crate::attached::Attached;
use anyhow::{Context, Result};
use armature::animation::Mask;
use armature::skeleton::{Pose, Skeleton};
use glam::{Affine3A, Mat4, Vec3};
use lesson_12::character::{
    file::CharacterFile,
    own::{CharacterOptions, Lead},
};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Joint that bends about the knight's own x axis, and this axis in its parent's space at rest.
#[derive(Clone, Copy)]
pub(super) struct Hinge {
    pub(super) joint: usize,
    pub(super) axis: Vec3,
}

impl Hinge {
    fn new(file: &CharacterFile, own_from_joint: &[Affine3A], joint: usize) -> Self {
        let own_from_parent = match file.joints[joint].parent {
            Some(parent) => own_from_joint[parent],
            None => file.model.world_from_model,
        };
        Hinge { joint, axis: own_from_parent.inverse().transform_vector3(Vec3::X).normalize() }
    }
}

/// The files of the knight, and what was attached to him.
#[derive(Clone)]
pub struct GameCast {
    /// `assets/knight.dae`, or a figure that plays his part, with the input of 12's answers.
    pub file: Arc<CharacterFile>,
    /// Size of a joint's part of the body, as a multiple of the knight's; 1 for joints that are missing here.
    pub sizes: BTreeMap<String, f32>,
    /// His spheres, and the models on his joints, of which the sword is the first.
    pub attached: Attached,
    /// Joint that carries the sword.
    pub socket: usize,
    pub socket_from_sword: Mat4,
    /// The clip of each state, in the order of [`State::ALL`].
    pub(super) clips: [usize; 8],
    pub(super) bind: Pose,
    pub(super) joint_from_bind: Vec<Mat4>,
    pub(super) hips: usize,
    pub(super) spine: Hinge,
    /// Joints that bend in a blow, where the figure has them: chest, neck, and the upper arm that strikes.
    pub(super) chest: Option<Hinge>,
    pub(super) neck: Option<Hinge>,
    pub(super) striking_arm: Option<Hinge>,
    /// The spine and its descendants: what a punch moves.
    pub(super) upper_body: Mask,
    /// What a leap swings, on the left and on the right.
    pub(super) thighs: [Hinge; 2],
    /// Thigh, shin and foot, on the left and on the right.
    pub(super) legs: [[usize; 3]; 2],
    /// Height of each ankle over its sole, in metres.
    pub(super) ankle_height: [f32; 2],
    /// The toes in each foot's space, and their height at rest, in metres.
    pub(super) foot_from_toe: [Vec3; 2],
    pub(super) toe_height: [f32; 2],
}

impl GameCast {
    pub fn load() -> Result<Self> {
        Self::new(CharacterOptions::default().load()?, &common::assets())
    }

    /// Takes sword and spheres from the newest file that was saved for the knight in the folder `saves`.
    pub fn new(Lead { file, sizes, .. }: Lead, saves: &Path) -> Result<Self> {
        let attached = Attached::read(saves, "knight", &file.model.skeleton, Some("sword"))?;
        let skeleton = &file.model.skeleton;
        let mut clips = [0; 8];
        for state in State::ALL {
            let name = if state == State::Swing { "sword_swing" } else { state.name() };
            let clip = file.clips.iter().position(|found| found.clip.name == name);
            clips[state as usize] = clip.with_context(|| format!("the knight has no clip {name}"))?;
        }
        let hips = joint(skeleton, "hips")?;
        let spine = joint(skeleton, "spine")?;
        let legs = [
            [joint(skeleton, "thigh_l")?, joint(skeleton, "shin_l")?, joint(skeleton, "foot_l")?],
            [joint(skeleton, "thigh_r")?, joint(skeleton, "shin_r")?, joint(skeleton, "foot_r")?],
        ];
        let toes = [skeleton.find("toes_l").unwrap_or(legs[0][2]), skeleton.find("toes_r").unwrap_or(legs[1][2])];
        let binds = skeleton.inverse_binds();
        let at_rest: Vec<Affine3A> = binds.iter().map(|bind| file.model.world_from_model * bind.inverse()).collect();
        let mut joint_from_bind: Vec<Mat4> = binds.iter().map(|bind| Mat4::from(*bind)).collect();
        for binding in file.model.skins.iter().flat_map(|skin| &skin.bindings) {
            if let Some(joint) = binding.joint {
                joint_from_bind[joint] = Mat4::from(binding.joint_from_bind);
            }
        }
        let cast = GameCast {
            socket: 0,
            socket_from_sword: Mat4::IDENTITY,
            clips,
            bind: skeleton.bind_pose(),
            chest: skeleton.find("chest").map(|joint| Hinge::new(&file, &at_rest, joint)),
            neck: skeleton.find("neck").map(|joint| Hinge::new(&file, &at_rest, joint)),
            striking_arm: skeleton.find("upper_arm_r").map(|joint| Hinge::new(&file, &at_rest, joint)),
            thighs: legs.map(|[thigh, ..]| Hinge::new(&file, &at_rest, thigh)),
            upper_body: Mask::descendants(skeleton, spine),
            ankle_height: legs.map(|[_, _, foot]| at_rest[foot].translation.y),
            foot_from_toe: [0, 1].map(|side| {
                // The rotation alone, as a leg has it.
                let own_from_foot = at_rest[legs[side][2]];
                let (_, rotation, ankle) = own_from_foot.to_scale_rotation_translation();
                rotation.inverse() * (Vec3::from(at_rest[toes[side]].translation) - ankle)
            }),
            toe_height: toes.map(|toe| at_rest[toe].translation.y),
            joint_from_bind,
            hips,
            spine: Hinge::new(&file, &at_rest, spine),
            legs,
            sizes,
            file: Arc::new(file),
            attached: attached.clone(),
        };
        Ok(cast.with(attached))
    }

    /// Returns the cast with what has been saved since; `None` if nothing was.
    pub fn reloaded(&self, saves: &Path) -> Result<Option<Self>> {
        let attached = Attached::read(saves, "knight", &self.file.model.skeleton, Some("sword"))?;
        Ok((attached.file != self.attached.file).then(|| self.clone().with(attached)))
    }

    fn with(mut self, attached: Attached) -> Self {
        let sword = &attached.models[0];
        self.socket = sword.attachment.joint;
        self.socket_from_sword = sword.joint_from_model;
        self.attached = attached;
        for sphere in &mut self.attached.spheres {
            let name = &self.file.model.skeleton.joints()[sphere.joint].name;
            let size = self.sizes.get(name).copied().unwrap_or(1.0);
            sphere.center *= size;
            sphere.radius *= size;
        }
        self
    }

    pub fn joint(&self, name: &str) -> Option<usize> {
        self.file.model.skeleton.find(name)
    }

    /// Transform from the file's axes to his own: x to his left, y up, z the way he looks.
    pub(super) fn own_from_file(&self) -> Affine3A {
        self.file.model.world_from_model
    }
}

fn joint(skeleton: &Skeleton, name: &str) -> Result<usize> {
    skeleton.find(name).with_context(|| format!("the knight has no joint {name}"))
}

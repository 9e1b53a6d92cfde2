//! The files: the knight's joints and clips, his sword and his spheres.

use crate::attached::Attached;
use crate::{Hand, State};
use anyhow::{Context, Result};
use armature::animation::{Clip, Mask};
use armature::model::Model;
use armature::skeleton::{Pose, Skeleton};
use common::ui::Message;
use given::lesson_13::Fade;
use given::lesson_14::{Bend, Limb};
use glam::{Affine3A, Mat4, Quat, Vec3};
use std::any::Any;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Joint that is turned about the knight's own axes, and the rotation from these into its parent's space at rest.
#[derive(Clone, Copy)]
pub struct Hinge {
    pub joint: usize,
    pub(super) parent_from_own: Quat,
}

impl Hinge {
    fn new(model: &Model, own_from_joint: &[Affine3A], joint: usize) -> Self {
        let own_from_parent = match model.skeleton.joints()[joint].parent {
            Some(parent) => own_from_joint[parent],
            None => model.world_from_model,
        };
        Hinge { joint, parent_from_own: own_from_parent.to_scale_rotation_translation().1.inverse() }
    }

    /// Turns the joint about an axis in his own space by the length of `turn`, in radians.
    pub(super) fn turn(self, pose: &mut Pose, turn: Vec3) {
        let rotation = &mut pose.locals[self.joint].rotation;
        *rotation = Quat::from_scaled_axis(self.parent_from_own * turn) * *rotation;
    }
}

/// His joints that are turned, left before right; `None` where the figure has none.
#[derive(Clone)]
pub struct Hinges {
    pub(super) hips: Hinge,
    pub spine: Hinge,
    pub(super) chest: Option<Hinge>,
    pub(super) neck: Option<Hinge>,
    /// Upper and lower half of the cape.
    pub(super) cape: Option<[Hinge; 2]>,
    /// Upper arm, forearm and hand.
    pub(super) arms: [Option<[Hinge; 3]>; 2],
    pub(super) thighs: [Hinge; 2],
    pub(super) shins: [Hinge; 2],
    pub(super) feet: [Hinge; 2],
    /// The joint on the other side of each joint, or the joint itself in the middle.
    mirror: Vec<Option<Hinge>>,
}

impl Hinges {
    fn find(model: &Model, own_from_joint: &[Affine3A]) -> Result<Self> {
        let skeleton = &model.skeleton;
        let known = |name: &str| Some(Hinge::new(model, own_from_joint, skeleton.find(name)?));
        let hinge = |name: &str| known(name).with_context(|| format!("the knight has no joint {name}"));
        let arm = |[upper, lower, hand]: [&str; 3]| Some([known(upper)?, known(lower)?, known(hand)?]);
        let mut mirror = Vec::new();
        for part in skeleton.joints() {
            mirror.push(match part.name.rsplit_once('_') {
                Some((name, "l")) => known(&format!("{name}_r")),
                Some((name, "r")) => known(&format!("{name}_l")),
                _ => known(&part.name),
            });
        }
        Ok(Hinges {
            hips: hinge("hips")?,
            spine: hinge("spine")?,
            chest: known("chest"),
            neck: known("neck"),
            cape: known("cape_upper").zip(known("cape_lower")).map(<[Hinge; 2]>::from),
            arms: [["upper_arm_l", "forearm_l", "hand_l"], ["upper_arm_r", "forearm_r", "hand_r"]].map(arm),
            thighs: [hinge("thigh_l")?, hinge("thigh_r")?],
            shins: [hinge("shin_l")?, hinge("shin_r")?],
            feet: [hinge("foot_l")?, hinge("foot_r")?],
            mirror,
        })
    }
}

/// His legs at rest, left before right.
#[derive(Clone)]
pub(super) struct Legs {
    /// Thigh, shin and foot.
    pub(super) joints: [[usize; 3]; 2],
    /// Height of each ankle over its sole, in metres.
    pub(super) ankle_height: [f32; 2],
    /// The toes in each foot's space, and their height, in metres.
    pub(super) foot_from_toe: [Vec3; 2],
    pub(super) toe_height: [f32; 2],
}

impl Legs {
    fn of(hinges: &Hinges, skeleton: &Skeleton, own_from_joint: &[Affine3A]) -> Self {
        let feet = hinges.feet.map(|foot| foot.joint);
        let toes = [skeleton.find("toes_l").unwrap_or(feet[0]), skeleton.find("toes_r").unwrap_or(feet[1])];
        Legs {
            joints: [0, 1].map(|side| [hinges.thighs[side].joint, hinges.shins[side].joint, feet[side]]),
            ankle_height: feet.map(|foot| own_from_joint[foot].translation.y),
            foot_from_toe: [0, 1].map(|side| {
                // The rotation alone, as a leg has it.
                let (_, rotation, ankle) = own_from_joint[feet[side]].to_scale_rotation_translation();
                rotation.inverse() * (Vec3::from(own_from_joint[toes[side]].translation) - ankle)
            }),
            toe_height: toes.map(|toe| own_from_joint[toe].translation.y),
        }
    }
}

/// A figure that plays the knight, and functions of the runtime that move him.
pub trait Figure: Any + Send + Sync {
    /// Returns the model with these clips in the place of its own of the same names, and a line about each.
    fn with_clips(&self, clips: &[Clip]) -> (Model, Vec<Message>);
    /// Size of a joint's part of the body, as a multiple of the knight's; 1 for joints that are missing here.
    fn sizes(&self) -> &BTreeMap<String, f32>;
    /// Advances a fade by `dt` seconds, and returns the weight of the pose to which it leads.
    fn advance_fade(&self, fade: &mut Fade, new_fade: Option<f32>, dt: f32) -> f32;
    fn reach(&self, limb: &Limb, target: Vec3, pole: Vec3) -> Bend;
    /// Returns `world_from_sword`.
    fn sword(&self, hand: &Hand) -> Mat4;
}

/// The knight's model, and what was attached to him.
pub struct GameCast {
    pub figure: Arc<dyn Figure>,
    /// Its model with the clips that were saved for him.
    pub model: Model,
    /// His spheres, and the models on his joints, of which the sword is the first.
    pub attached: Attached,
    /// Joint that carries the sword.
    pub socket: usize,
    pub socket_from_sword: Mat4,
    /// The clip of each state, in the order of [`State::ALL`].
    pub clips: [usize; 8],
    pub(super) bind: Pose,
    pub(super) joint_from_bind: Vec<Mat4>,
    pub hinges: Hinges,
    pub(super) legs: Legs,
    /// The spine and its descendants: what a punch moves.
    pub(super) upper_body: Mask,
}

impl GameCast {
    /// Takes sword, spheres and clips from the newest file that was saved for the knight in the folder `saves`.
    pub fn new(figure: Arc<dyn Figure>, saves: &Path) -> Result<Self> {
        let skeleton = &figure.with_clips(&[]).0.skeleton;
        let mut attached = Attached::read(saves, "knight", skeleton, Some("sword"))?;
        let (model, notes) = figure.with_clips(&attached.clips);
        attached.messages.extend(notes);
        for sphere in &mut attached.spheres {
            let size = figure.sizes().get(&skeleton.joints()[sphere.joint].name).copied().unwrap_or(1.0);
            sphere.center *= size;
            sphere.radius *= size;
        }
        let mut clips = [0; 8];
        for state in State::ALL {
            let name = if state == State::Swing { "sword_swing" } else { state.name() };
            let clip = model.clip_index(name);
            clips[state as usize] = clip.with_context(|| format!("the knight has no clip {name}"))?;
        }
        let binds = skeleton.inverse_binds();
        let at_rest: Vec<Affine3A> = binds.iter().map(|bind| model.world_from_model * bind.inverse()).collect();
        let mut joint_from_bind: Vec<Mat4> = binds.iter().map(|bind| Mat4::from(*bind)).collect();
        for binding in model.skins.iter().flat_map(|skin| &skin.bindings) {
            if let Some(joint) = binding.joint {
                joint_from_bind[joint] = Mat4::from(binding.joint_from_bind);
            }
        }
        let hinges = Hinges::find(&model, &at_rest)?;
        Ok(GameCast {
            socket: attached.models[0].attachment.joint,
            socket_from_sword: attached.models[0].joint_from_model,
            clips,
            bind: skeleton.bind_pose(),
            upper_body: Mask::descendants(skeleton, hinges.spine.joint),
            legs: Legs::of(&hinges, skeleton, &at_rest),
            hinges,
            joint_from_bind,
            attached,
            figure,
            model,
        })
    }

    pub(super) fn parent(&self, joint: usize) -> Option<usize> {
        self.model.skeleton.joints()[joint].parent
    }

    /// Returns the duration of a state's clip, in seconds.
    pub(super) fn seconds(&self, state: State) -> f32 {
        self.model.clips[self.clips[state as usize]].duration()
    }

    pub fn joint(&self, name: &str) -> Option<usize> {
        self.model.skeleton.find(name)
    }

    /// Mirrors a pose: his left arm does what his right one did. The sword stays as it is in his hand.
    pub(super) fn mirror(&self, pose: &mut Pose) {
        for joint in 0..self.hinges.mirror.len() {
            let Some(other) = self.hinges.mirror[joint].filter(|_| joint != self.socket) else { continue };
            let Some(own) = self.hinges.mirror[other.joint].filter(|_| joint <= other.joint) else { continue };
            let turns = [(own, joint), (other, other.joint)].map(|(hinge, joint)| {
                let turn = pose.locals[joint].rotation * self.bind.locals[joint].rotation.inverse();
                let own = hinge.parent_from_own.inverse() * turn * hinge.parent_from_own;
                Quat::from_xyzw(own.x, -own.y, -own.z, own.w)
            });
            for (hinge, turn) in [(own, turns[1]), (other, turns[0])] {
                let turn = hinge.parent_from_own * turn * hinge.parent_from_own.inverse();
                pose.locals[hinge.joint].rotation = turn * self.bind.locals[hinge.joint].rotation;
            }
        }
    }

    /// Transform from the file's axes to his own: x to his left, y up, z the way he looks.
    pub fn own_from_file(&self) -> Affine3A {
        self.model.world_from_model
    }
}

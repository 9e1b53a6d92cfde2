//! The clip with which the window and the page begin: keys of an arm, set in any order, and one of them moved.

use crate::{Blob, Key, PAGE, SAME_TIME, Tools, Transform, finished};
use armature::model::{Model, ModelInstance};
use drawing::report::report;
use given::{CallError, Course};
use glam::{Affine3A, Quat, Vec3, Vec4};

/// The joint that is keyed, and the one whose way is drawn.
const ARM: &str = "upper_arm_r";
const TIP: &str = "fingertips_r";
/// Length of the clip, in seconds.
pub const SECONDS: f32 = 2.0;
/// A key that is set.
pub(crate) struct Setting {
    pub(crate) time: f32,
    /// Degrees round, forward and up.
    degrees: f32,
    /// Distance out to the side.
    out: f32,
    /// Whether its rotation is the other one of q and -q.
    is_negated: bool,
    /// Translation beside that of the joint, in metres.
    shift: f32,
}

const fn setting(time: f32, degrees: f32, out: f32, is_negated: bool) -> Setting {
    Setting { time, degrees, out, is_negated, shift: 0.0 }
}

/// The keys in the order in which they are set.
pub(crate) const KEYS: [Setting; 12] = [
    setting(0.9, -20.0, 0.3, false), // replaced by the last one
    setting(1.5, 280.0, 0.5, false),
    setting(1.8, 335.0, 0.9, true),
    setting(0.0, 0.0, 0.1, true),
    Setting { shift: 0.2, ..setting(0.3, -90.0, 0.2, false) },
    setting(0.3 + 0.5 * SAME_TIME, 50.0, 0.2, false), // replaces the one before
    setting(1.2, 225.0, 0.4, true),
    setting(1.95, 350.0, 0.6, false),    // replaced by a move
    setting(f32::NAN, 45.0, 0.3, false), // rejected
    setting(1.2, f32::NAN, 0.3, false),  // rejected
    setting(1.35, 105.0, 2.0, true),
    setting(0.9, 170.0, 0.3, true), // changes the signs of all that follow
];
/// Index of the key that is at the wrong time, and is moved.
pub(crate) const WRONG: usize = 10;
/// Pieces of the way between two keys.
pub const STEPS: usize = 10;
/// Times to which it is moved, one after the other: the first is nearly that of another key.
pub(crate) const MOVED_TO: [f32; 2] = [1.95 + 0.5 * SAME_TIME, 0.6];

/// The arm that is keyed.
pub struct EditedArm {
    /// The joint that is keyed.
    pub joint: usize,
    model_from_parent: Affine3A,
    joint_from_tip: Affine3A,
    rest: Transform,
}

impl EditedArm {
    /// Finds the knight's arm.
    pub fn new(model: &Model) -> Option<Self> {
        let skeleton = &model.skeleton;
        let joint = skeleton.find(ARM)?;
        let tip = skeleton.find(TIP)?;
        let at_rest = ModelInstance::new(model);
        let models = at_rest.model_from_joint();
        Some(EditedArm {
            joint,
            model_from_parent: models[skeleton.joints()[joint].parent?],
            joint_from_tip: models[joint].inverse() * models[tip],
            rest: skeleton.joints()[joint].bind_local,
        })
    }

    /// Returns the joint's transform with the arm turned by `degrees`, forward and up, and spread by `out` to the side.
    fn local(&self, degrees: f32, out: f32) -> Transform {
        let model_from_joint = self.model_from_parent * self.rest.to_affine();
        let tip = model_from_joint * self.joint_from_tip;
        let along = Vec3::from(tip.translation - model_from_joint.translation).normalize();
        let side = Vec3::X * along.x.signum();
        let hangs = Quat::from_rotation_arc(along, (side * out - Vec3::Y).normalize());
        let turn = Quat::from_rotation_x(-degrees.to_radians()) * hangs;
        let (_, parent, _) = self.model_from_parent.to_scale_rotation_translation();
        Transform { rotation: parent.inverse() * turn * parent * self.rest.rotation, ..self.rest }
    }

    /// Position of the arm's tip in the model.
    fn tip(&self, local: &Transform) -> Vec3 {
        (self.model_from_parent * local.to_affine() * self.joint_from_tip).translation.into()
    }

    /// Returns times and transforms of the keys, in the order in which they are set.
    pub(crate) fn settings(&self) -> Vec<(f32, Transform)> {
        let mut settings = Vec::new();
        for Setting { time, degrees, out, is_negated, shift } in KEYS {
            let mut local = self.local(degrees, out);
            if is_negated {
                local.rotation = -local.rotation;
            }
            local.translation += shift;
            settings.push((time, local));
        }
        settings
    }

    /// Returns the path of the tip between each two keys. Rotations are blended with the signs that they have, so the signs
    /// decide on the path.
    pub fn way(&self, keys: &[Key]) -> Vec<Vec<Vec3>> {
        let mut way = Vec::new();
        for pair in keys.windows(2) {
            let steps = (0..=STEPS).map(|step| step as f32 / STEPS as f32);
            way.push(steps.map(|u| self.tip(&between([&pair[0], &pair[1]], u))).collect());
        }
        way
    }

    /// Returns the position of the tip at a key.
    pub fn at(&self, key: &Key) -> Vec3 {
        self.tip(&key.local)
    }
}

/// Returns the transform between two keys. Rotations are blended with the signs that they have.
pub(crate) fn between([a, b]: [&Key; 2], u: f32) -> Transform {
    let [a, b] = [a.local, b.local];
    let rotation = (a.rotation + (b.rotation - a.rotation) * u).normalize();
    Transform { translation: a.translation.lerp(b.translation, u), rotation, scale: a.scale }
}

/// Returns a key's colour by its time: from yellow over red to blue.
pub(crate) fn color(time: f32) -> Vec4 {
    let u = (time / SECONDS).clamp(0.0, 1.0);
    let stops = [
        Vec3::new(0.98, 0.80, 0.15),
        Vec3::new(0.93, 0.30, 0.20),
        Vec3::new(0.60, 0.20, 0.70),
        Vec3::new(0.15, 0.40, 0.90),
    ];
    let at = u * 2.999;
    let low = at as usize;
    let fraction = at.fract();
    stops[low].lerp(stops[low + 1], fraction).extend(1.0)
}

/// The keys of the arm, by the answers.
#[derive(Clone, Debug)]
pub struct ArmKeys {
    /// The keys after the last was set.
    pub set: Vec<Key>,
    /// The keys after one was moved.
    pub moved: Vec<Key>,
}

/// Sets the keys, and moves one to these times, by the answers.
pub fn arm_keys(functions: &Guarded<'_>, arm: &EditedArm, moved_to: &[f32]) -> ArmKeys {
    let mut set = Vec::new();
    for (time, local) in arm.settings() {
        set = functions.set(&set, time, local);
    }
    let key = set.iter().position(|key| key.time == KEYS[WRONG].time);
    let mut moved = set.clone();
    if let Some(mut key) = key {
        // The last two times are rejected.
        for time in moved_to.iter().copied().chain([f32::NAN, f32::INFINITY]) {
            if key < moved.len() {
                (moved, key) = functions.moved(&moved, key, time);
            }
        }
    }
    ArmKeys { set, moved }
}

/// The answers of a course, as the editor calls them. An edit is made of many calls and cannot be begun again: where one
/// cannot be used, the finished function is called in its place.
pub struct Guarded<'a> {
    /// The answers, earlier lessons' too.
    pub course: &'a Course,
}

impl Guarded<'_> {
    fn call<R>(&self, call: impl Fn(&Course) -> Result<R, CallError>) -> R {
        given::running::frame(|| call(self.course)).unwrap_or_else(|error| {
            report(error.todo, format!("{} (Ours draws instead.)", error.kind));
            call(&PAGE.right).expect("ours can be used")
        })
    }

    /// Returns the keys with one more, by 16.1.
    pub fn set(&self, keys: &[Key], time: f32, local: Transform) -> Vec<Key> {
        self.call(|course| {
            let mut keys = keys.to_vec();
            course.pose_editor.set_key(&mut keys, time, local, &tools(course))?;
            Ok(keys)
        })
    }

    /// Returns the keys with one at another time, and its new index, by 16.2.
    pub fn moved(&self, keys: &[Key], key: usize, time: f32) -> (Vec<Key>, usize) {
        self.call(|course| {
            let mut keys = keys.to_vec();
            let index = course.pose_editor.move_key(&mut keys, key, time, &tools(course))?;
            Ok((keys, index))
        })
    }

    /// Reads a container by 16.4.
    ///
    /// # Errors
    /// Those of 16.4.
    pub fn blobs(&self, bytes: &[u8]) -> Result<Vec<Blob>, String> {
        self.call(|course| course.pose_editor.read_container(bytes))
    }

    /// Writes the container by 16.3.
    pub fn container(&self, blobs: &[Blob]) -> Vec<u8> {
        self.call(|course| course.pose_editor.write_container(blobs))
    }
}

/// Returns the tools of this lesson's answers.
fn tools(course: &Course) -> Tools {
    Tools { shortest: course.rotations.shortest, set_key: course.pose_editor.set_key, ..finished::TOOLS }
}

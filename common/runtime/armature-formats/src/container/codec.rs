//! The bytes of each kind of blob: figure, clip, weights, attachments, spheres, and what is active. For each stands first what
//! writes them, then what reads them.

use super::{
    Active, ContainerError, ModelReference, Problem, ReferenceJoint,
    fields::{Fields, UNIT_TOLERANCE, push_count, push_floats, push_text},
};
use armature::{
    animation::{Clip, Interpolation, JointKeys, JointTracks, KeyValue, RotationTrack, Track, WeightTrack},
    attachment::{Attachment, Sphere, SphereKind},
    math::Transform,
};
use glam::Quat;
use std::{collections::HashSet, fmt::Display};

type BlobBytes = Result<Vec<u8>, ContainerError>;

/// Parent of a root.
const NO_PARENT: u32 = u32::MAX;

/// Encodes a figure: its file, and the names and parents of its joints.
pub(super) fn write_figure(figure: &ModelReference) -> BlobBytes {
    let mut out = Vec::new();
    push_text(&mut out, &figure.file)?;
    push_count(&mut out, figure.joints.len());
    for joint in &figure.joints {
        push_text(&mut out, &joint.name)?;
        out.extend(joint.parent.map_or(NO_PARENT, |parent| parent as u32).to_le_bytes());
    }
    Ok(out)
}

/// Smallest number of bytes of a joint. With it, no file reserves more memory than a small multiple of its own length; the
/// other lengths here are for the same purpose.
const JOINT_BYTES: usize = 2 + 4;

/// Decodes a figure, in which parents must come before their children.
pub(super) fn read_figure(bytes: &[u8]) -> Result<ModelReference, Problem> {
    let mut fields = Fields::new(bytes);
    let file = fields.text(&"the model's file")?;
    let count = fields.count(JOINT_BYTES, &"the number of joints")?;
    let mut joints = Vec::with_capacity(count);
    for joint in 0..count {
        let name = fields.text(&format_args!("the name of joint {joint}"))?;
        let parent = fields.whole(&format_args!("the parent of joint {joint}"))?;
        if parent != NO_PARENT && parent as usize >= joint {
            return fields.error(format_args!(
                "joint {joint} {name:?} has parent {parent}: a parent must come before its children"
            ));
        }
        joints.push(ReferenceJoint { name, parent: (parent != NO_PARENT).then_some(parent as usize) });
    }
    fields.end()?;
    Ok(ModelReference { file, joints })
}

// Bits for the tracks that a joint has.
const TRANSLATION: u8 = 1;
const ROTATION: u8 = 2;
const SCALE: u8 = 4;
const SHEAR: u8 = 8;

/// Encodes a clip in the layout of its [version](clip_version).
pub(super) fn write_clip(clip: &Clip) -> Vec<u8> {
    let mut out = Vec::new();
    push_floats(&mut out, &[clip.start, clip.end]);
    let moving = clip.tracks.iter().filter(|tracks| track_bits(tracks) != 0);
    push_count(&mut out, moving.clone().count());
    for tracks in moving {
        push_count(&mut out, tracks.joint);
        out.push(track_bits(tracks));
        push_track(&mut out, tracks.translation.as_ref(), |vector| vector.to_array());
        let rotation = tracks.rotation.as_ref().map(RotationTrack::track);
        push_track(&mut out, rotation, |rotation| rotation.to_array());
        push_track(&mut out, tracks.scale.as_ref(), |vector| vector.to_array());
        push_track(&mut out, tracks.shear.as_ref(), |vector| vector.to_array());
    }
    push_count(&mut out, clip.file_keys.len());
    let version = clip_version(clip);
    for keys in &clip.file_keys {
        push_count(&mut out, keys.joint);
        push_count(&mut out, keys.times.len());
        push_floats(&mut out, &keys.times);
        if version > 1 {
            for key in 0..keys.times.len() {
                out.push(match keys.interpolations.get(key).copied().unwrap_or_default() {
                    Interpolation::Linear => 0,
                    Interpolation::Smooth => 1,
                    Interpolation::Held => 2,
                });
            }
        }
    }
    out
}

/// Returns the layout in which a clip is written: the first, if it can hold all of the clip, for older programs.
pub(super) fn clip_version(clip: &Clip) -> u32 {
    if clip.file_keys.iter().all(|keys| keys.interpolations.is_empty()) { 1 } else { 2 }
}

fn track_bits(tracks: &JointTracks) -> u8 {
    let JointTracks { translation, rotation, scale, shear, .. } = tracks;
    u8::from(translation.is_some()) * TRANSLATION
        + u8::from(rotation.is_some()) * ROTATION
        + u8::from(scale.is_some()) * SCALE
        + u8::from(shear.is_some()) * SHEAR
}

fn push_track<T: Copy, const N: usize>(out: &mut Vec<u8>, track: Option<&Track<T>>, numbers: impl Fn(T) -> [f32; N]) {
    let Some(track) = track else { return };
    push_count(out, track.len());
    push_floats(out, track.times());
    for value in track.values() {
        push_floats(out, &numbers(*value));
    }
}

const TRACKS_BYTES: usize = 4 + 1 + 4 + 4 + 12;
const FILE_KEYS_BYTES: usize = 4 + 4;

/// Decodes a clip. Its joints must be among those of the figure, and its layout the oldest that can hold the clip.
pub(super) fn read_clip(name: &str, version: u32, bytes: &[u8], joints: &[ReferenceJoint]) -> Result<Clip, Problem> {
    let mut fields = Fields::new(bytes);
    let start = fields.number(&"its start")?;
    let end = fields.number(&"its end")?;
    if end < start {
        return fields.error(format_args!("it ends at {end} s, before its start at {start} s"));
    }
    let count = fields.count(TRACKS_BYTES, &"the number of moving joints")?;
    let mut tracks = Vec::with_capacity(count);
    for _ in 0..count {
        tracks.push(read_joint_tracks(&mut fields, joints)?);
    }
    let count = fields.count(FILE_KEYS_BYTES, &"the number of joints with keys in the file")?;
    let mut file_keys = Vec::with_capacity(count);
    for _ in 0..count {
        let joint = fields.joint(joints.len(), &"a joint with keys in the file")?;
        let subject = format!("joint {joint} {:?}, keys in the file", joints[joint].name);
        let times = read_times(&mut fields, 4, &subject)?;
        if let Some(key) = (1..times.len()).find(|&key| times[key] <= times[key - 1]) {
            let fault = format_args!("{subject}: the time of key {key} is not after that of the one before it");
            return fields.error(fault);
        }
        let mut interpolations = Vec::new();
        if version > 1 {
            interpolations = read_interpolations(&mut fields, times.len(), &subject)?;
        }
        file_keys.push(JointKeys { joint, times: times.into(), interpolations });
    }
    fields.end()?;
    let clip = Clip { name: name.into(), start, end, tracks, weights: Vec::new(), file_keys };
    // Writing the clip again must give the same bytes.
    if clip_version(&clip) < version {
        return fields.error(format_args!("all keys are linear, which is layout 1 and not {version}"));
    }
    Ok(clip)
}

/// Reads the interpolation of each of `count` keys; none if all are linear.
fn read_interpolations(
    fields: &mut Fields<'_>,
    count: usize,
    subject: &dyn Display,
) -> Result<Vec<Interpolation>, Problem> {
    let bytes = fields.take(count, &format_args!("{subject}: how they run"))?;
    if bytes.iter().all(|byte| *byte == 0) {
        return Ok(Vec::new());
    }
    let mut interpolations = Vec::with_capacity(count);
    for (key, byte) in bytes.iter().enumerate() {
        interpolations.push(match byte {
            0 => Interpolation::Linear,
            1 => Interpolation::Smooth,
            2 => Interpolation::Held,
            _ => {
                let fault = format_args!("{subject}: key {key} is {byte}, not 0 (linear), 1 (smooth) or 2 (held)");
                return fields.error(fault);
            }
        });
    }
    Ok(interpolations)
}

/// Reads the tracks of a joint: those whose bits are set.
fn read_joint_tracks(fields: &mut Fields<'_>, joints: &[ReferenceJoint]) -> Result<JointTracks, Problem> {
    let joint = fields.joint(joints.len(), &"a moving joint")?;
    let name = &joints[joint].name;
    let [bits] = fields.array(&"which tracks it has")?;
    if bits == 0 || bits > TRANSLATION + ROTATION + SCALE + SHEAR {
        return fields.error(format_args!("joint {joint} {name:?} has tracks {bits}, not 1 to 15"));
    }
    let mut tracks = JointTracks { joint, ..JointTracks::default() };
    let subject = format!("joint {joint} {name:?}");
    if bits & TRANSLATION != 0 {
        tracks.translation = Some(read_track(fields, 12, &format_args!("{subject}, translation"), Fields::vector)?);
    }
    if bits & ROTATION != 0 {
        tracks.rotation = Some(read_rotation_track(fields, &format_args!("{subject}, rotation"))?);
    }
    if bits & SCALE != 0 {
        tracks.scale = Some(read_track(fields, 12, &format_args!("{subject}, scale"), Fields::vector)?);
    }
    if bits & SHEAR != 0 {
        tracks.shear = Some(read_track(fields, 12, &format_args!("{subject}, shear"), Fields::vector)?);
    }
    Ok(tracks)
}

/// Reads a track of values of `size` bytes, each by `read_value`.
fn read_track<'b, T: KeyValue>(
    fields: &mut Fields<'b>,
    size: usize,
    subject: &dyn Display,
    read_value: impl Fn(&mut Fields<'b>, &dyn Display) -> Result<T, Problem>,
) -> Result<Track<T>, Problem> {
    let times = read_times(fields, 4 + size, subject)?;
    let mut values = Vec::with_capacity(times.len());
    for key in 0..times.len() {
        values.push(read_value(fields, &format_args!("{subject}, key {key}"))?);
    }
    Track::new(times, values).or_else(|error| fields.error(format_args!("{subject}: {error}")))
}

/// Reads a track of rotations, in which each key is in the hemisphere of the key before.
fn read_rotation_track(fields: &mut Fields<'_>, subject: &dyn Display) -> Result<RotationTrack, Problem> {
    let times = read_times(fields, 20, subject)?;
    let mut keys: Vec<Quat> = Vec::with_capacity(times.len());
    for key in 0..times.len() {
        let rotation = fields.rotation(&format_args!("{subject}, key {key}"))?;
        if keys.last().is_some_and(|before| before.dot(rotation) < -UNIT_TOLERANCE) {
            let fault = "it is on the other side of the sphere than the one before it";
            return fields.error(format_args!("{subject}, key {key}: {fault}"));
        }
        keys.push(rotation);
    }
    RotationTrack::from_unit_keys(times, keys).or_else(|error| fields.error(format_args!("{subject}: {error}")))
}

/// Reads the number of keys, each of at least `key_bytes` bytes with its time, and the times.
fn read_times(fields: &mut Fields<'_>, key_bytes: usize, subject: &dyn Display) -> Result<Vec<f32>, Problem> {
    let count = fields.count(key_bytes, &format_args!("{subject}: the number of keys"))?;
    let mut times = Vec::with_capacity(count);
    for key in 0..count {
        times.push(fields.number(&format_args!("{subject}, the time of key {key}"))?);
    }
    Ok(times)
}

/// Encodes the weights of all clips that have any.
pub(super) fn write_weights(clips: &[Clip]) -> BlobBytes {
    let mut out = Vec::new();
    let changing = clips.iter().filter(|clip| !clip.weights.is_empty());
    push_count(&mut out, changing.clone().count());
    for clip in changing {
        push_text(&mut out, &clip.name)?;
        push_count(&mut out, clip.weights.len());
        for WeightTrack { set, target, track } in &clip.weights {
            push_count(&mut out, *set);
            push_count(&mut out, *target);
            push_track(&mut out, Some(track), |weight| [weight]);
        }
    }
    Ok(out)
}

const WEIGHTS_BYTES: usize = 2 + 4;
const WEIGHT_BYTES: usize = 4 + 4 + 4 + 8;

/// Decodes weights, and sets those of the clips with the same names. Weights of other clips are left out.
pub(super) fn read_weights(bytes: &[u8], clips: &mut [Clip]) -> Result<(), Problem> {
    let mut fields = Fields::new(bytes);
    for _ in 0..fields.count(WEIGHTS_BYTES, &"the number of clips")? {
        let name = fields.text(&"a clip's name")?;
        let count = fields.count(WEIGHT_BYTES, &"the number of weights")?;
        let mut weights = Vec::with_capacity(count);
        for _ in 0..count {
            let set = fields.whole(&"a set")? as usize;
            let target = fields.whole(&"a target")? as usize;
            let subject = format!("clip {name:?}, target {target} of set {set}");
            let track = read_track(&mut fields, 4, &subject, Fields::number)?;
            weights.push(WeightTrack { set, target, track });
        }
        if let Some(clip) = clips.iter_mut().find(|clip| clip.name == name) {
            clip.weights = weights;
        }
    }
    fields.end()
}

/// Encodes attachments.
pub(super) fn write_attachments(attachments: &[Attachment]) -> BlobBytes {
    let mut out = Vec::new();
    push_count(&mut out, attachments.len());
    for attachment in attachments {
        push_text(&mut out, &attachment.name)?;
        push_count(&mut out, attachment.joint);
        let Transform { translation, rotation, scale } = attachment.joint_from_attachment;
        push_floats(&mut out, &translation.to_array());
        push_floats(&mut out, &rotation.to_array());
        push_floats(&mut out, &scale.to_array());
        push_text(&mut out, &attachment.file)?;
    }
    Ok(out)
}

const ATTACHMENT_BYTES: usize = 2 + 4 + 40 + 2;

/// Decodes attachments on a figure with `joints` joints. No two may share a name.
pub(super) fn read_attachments(bytes: &[u8], joints: usize) -> Result<Vec<Attachment>, Problem> {
    let mut fields = Fields::new(bytes);
    let count = fields.count(ATTACHMENT_BYTES, &"the number of attachments")?;
    let mut attachments = Vec::with_capacity(count);
    let mut names = HashSet::new();
    for number in 0..count {
        let name = read_unique_name(&mut fields, &mut names, &format_args!("attachment {number}"))?;
        let joint = fields.joint(joints, &format_args!("the joint of {name:?}"))?;
        let joint_from_attachment = Transform {
            translation: fields.vector(&format_args!("the translation of {name:?}"))?,
            rotation: fields.rotation(&format_args!("the rotation of {name:?}"))?,
            scale: fields.vector(&format_args!("the scale of {name:?}"))?,
        };
        let file = fields.text(&format_args!("the file of {name:?}"))?;
        attachments.push(Attachment { name, joint, joint_from_attachment, file });
    }
    fields.end()?;
    Ok(attachments)
}

/// Encodes spheres.
pub(super) fn write_spheres(spheres: &[Sphere]) -> BlobBytes {
    let mut out = Vec::new();
    push_count(&mut out, spheres.len());
    for sphere in spheres {
        push_text(&mut out, &sphere.name)?;
        out.push(match sphere.kind {
            SphereKind::Hit => 0,
            SphereKind::Hurt => 1,
        });
        push_count(&mut out, sphere.joint);
        push_floats(&mut out, &sphere.center.to_array());
        push_floats(&mut out, &[sphere.radius]);
    }
    Ok(out)
}

const SPHERE_BYTES: usize = 2 + 1 + 4 + 12 + 4;

/// Decodes spheres on a figure with `joints` joints. No two may share a name.
pub(super) fn read_spheres(bytes: &[u8], joints: usize) -> Result<Vec<Sphere>, Problem> {
    let mut fields = Fields::new(bytes);
    let count = fields.count(SPHERE_BYTES, &"the number of spheres")?;
    let mut spheres = Vec::with_capacity(count);
    let mut names = HashSet::new();
    for number in 0..count {
        let name = read_unique_name(&mut fields, &mut names, &format_args!("sphere {number}"))?;
        let kind = match fields.array(&format_args!("the kind of {name:?}"))? {
            [0] => SphereKind::Hit,
            [1] => SphereKind::Hurt,
            [kind] => {
                return fields.error(format_args!("the kind of {name:?} is {kind}, not 0 (hit) or 1 (hurt)"));
            }
        };
        let joint = fields.joint(joints, &format_args!("the joint of {name:?}"))?;
        let center = fields.vector(&format_args!("the centre of {name:?}"))?;
        let radius = fields.number(&format_args!("the radius of {name:?}"))?;
        if radius < 0.0 {
            return fields.error(format_args!("the radius of {name:?} is {radius} m"));
        }
        spheres.push(Sphere { name, kind, joint, center, radius });
    }
    fields.end()?;
    Ok(spheres)
}

pub(super) fn write_active(active: &Active) -> BlobBytes {
    let mut out = Vec::new();
    push_text(&mut out, &active.clip)?;
    push_count(&mut out, active.joint);
    Ok(out)
}

pub(super) fn read_active(bytes: &[u8], joints: usize) -> Result<Active, Problem> {
    let mut fields = Fields::new(bytes);
    let clip = fields.text(&"the clip's name")?;
    let joint = fields.joint(joints, &"the joint")?;
    fields.end()?;
    Ok(Active { clip, joint })
}

/// Reads the name of `item`, which must not be among `names`, and adds it there.
fn read_unique_name(
    fields: &mut Fields<'_>,
    names: &mut HashSet<String>,
    item: &dyn Display,
) -> Result<String, Problem> {
    let name = fields.text(&format_args!("the name of {item}"))?;
    if names.insert(name.clone()) {
        Ok(name)
    } else {
        fields.error(format_args!("{item} is called {name:?}, as one before it"))
    }
}

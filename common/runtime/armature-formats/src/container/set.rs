//! Contents of the editor's files: a figure's clips, attachments and spheres, and their blobs.

use super::{Blob, ContainerError, Kind, keys::clips_of, read, write};
use armature::{
    animation::Clip,
    attachment::{Attachment, Sphere},
    skeleton::Skeleton,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{collections::HashSet, fmt::Display};

/// Version of the layout of all blobs of a set.
pub const LAYOUT: u32 = 2;

/// Largest deviation of a quaternion's length from 1: other processors round differently.
const UNIT_TOLERANCE: f32 = 1e-5;

/// A joint of the figure, by its name and parent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReferenceJoint {
    /// Name as in [`Joint::name`](armature::skeleton::Joint::name).
    pub name: String,
    /// Index of the parent in the list, which is smaller; `None` for a root.
    pub parent: Option<usize>,
}

/// The figure: its model's file, and the joints that all indices in a set mean.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelReference {
    /// The figure's file, relative to the container's folder, with `/`. Nothing here opens the file.
    pub file: String,
    /// Joints as in [`Skeleton::joints`].
    pub joints: Vec<ReferenceJoint>,
}

impl ModelReference {
    /// Makes the reference to a figure with a skeleton in `file`.
    pub fn new(file: impl Into<String>, skeleton: &Skeleton) -> Self {
        let joints = skeleton.joints().iter();
        Self {
            file: file.into(),
            joints: joints.map(|joint| ReferenceJoint { name: joint.name.clone(), parent: joint.parent }).collect(),
        }
    }
}

/// State of the editor when it saved, to go on there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Active {
    /// The name of the clip that was shown; there need not be one.
    pub clip: String,
    /// The joint that was selected.
    pub joint: usize,
}

/// All that an animator made for one figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnimationSet {
    /// The figure to which the set belongs.
    pub figure: ModelReference,
    /// Each of another name.
    pub clips: Vec<Clip>,
    /// Each of another name.
    pub attachments: Vec<Attachment>,
    /// Each of another name.
    pub spheres: Vec<Sphere>,
    /// State of the editor.
    pub active: Option<Active>,
    /// Blobs of kinds that this version does not know, as they were read.
    pub others: Vec<Blob>,
}

impl AnimationSet {
    /// Checks that the set fits its figure, and that it can be saved.
    ///
    /// # Errors
    /// If a parent does not come before its child; if a clip does not pass [`Clip::check`]; if an attachment or a sphere
    /// has the name of another, a number that is not finite, a rotation that is not of unit length or a negative radius;
    /// or if the figure does not have a joint.
    pub fn check(&self) -> Result<(), ContainerError> {
        let joints = self.figure.joints.len();
        for (index, joint) in self.figure.joints.iter().enumerate() {
            if let Some(parent) = joint.parent.filter(|parent| *parent >= index) {
                let fault = format!("joint {index} {:?} has parent {parent}: a parent must come first", joint.name);
                return Err(ContainerError::blob(Kind::FIGURE, "figure", fault));
            }
        }
        for clip in &self.clips {
            clip.check_joints(joints).map_err(|error| ContainerError::blob(Kind::CLIP, &clip.name, error))?;
        }
        let mut names = HashSet::new();
        for Attachment { name, joint, joint_from_attachment: place, .. } in &self.attachments {
            let is_sound = place.translation.is_finite()
                && place.scale.is_finite()
                && (place.rotation.length() - 1.0).abs() <= UNIT_TOLERANCE;
            check_item(Kind::ATTACHMENTS, name, names.insert(name), *joint < joints, is_sound)?;
        }
        names.clear();
        for Sphere { name, joint, center, radius, .. } in &self.spheres {
            let is_sound = center.is_finite() && radius.is_finite() && *radius >= 0.0;
            check_item(Kind::SPHERES, name, names.insert(name), *joint < joints, is_sound)?;
        }
        match &self.active {
            Some(Active { clip, joint }) => check_item(Kind::ACTIVE, clip, true, *joint < joints, true),
            None => Ok(()),
        }
    }

    /// Returns the set as blobs.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn to_blobs(&self) -> Result<Vec<Blob>, ContainerError> {
        self.check()?;
        let mut blobs = vec![blob(Kind::FIGURE, "figure", &self.figure)?];
        for clip in &self.clips {
            blobs.push(blob(Kind::CLIP, &clip.name, clip)?);
        }
        blobs.push(blob(Kind::ATTACHMENTS, "attachments", &self.attachments)?);
        blobs.push(blob(Kind::SPHERES, "spheres", &self.spheres)?);
        if let Some(active) = &self.active {
            blobs.push(blob(Kind::ACTIVE, "active", active)?);
        }
        blobs.extend_from_slice(&self.others);
        Ok(blobs)
    }

    /// Reads a set from blobs, and returns it with a warning for each blob of an unknown kind, and for each clip of keys
    /// that a clip replaces.
    ///
    /// # Errors
    /// If there is no figure, if a blob is not as the [format](super#what-the-editor-keeps) says, or as
    /// [`check`](Self::check).
    pub fn from_blobs(blobs: &[Blob]) -> Result<(Self, Vec<String>), ContainerError> {
        let mut figure = None;
        let mut set = Self::default();
        let mut attachments = None;
        let mut spheres = None;
        let mut keys = Vec::new();
        let mut warnings = Vec::new();
        for blob in blobs {
            match blob.kind {
                Kind::FIGURE => read_only(&mut figure, blob)?,
                Kind::CLIP => set.clips.push(Clip { name: blob.name.clone(), ..read_value(blob)? }),
                Kind::KEYS => keys.push(blob),
                Kind::ATTACHMENTS => read_only(&mut attachments, blob)?,
                Kind::SPHERES => read_only(&mut spheres, blob)?,
                Kind::ACTIVE => read_only(&mut set.active, blob)?,
                kind => {
                    warnings.push(format!("blob {kind} {:?}: of a kind that is not known here; it is kept", blob.name));
                    set.others.push(blob.clone());
                }
            }
        }
        if figure.is_none() && (keys.is_empty() || keys.len() + set.others.len() < blobs.len()) {
            return ContainerError::file("no blob of kind FIGR: it is not known whose clips these are");
        }
        set.figure = figure.unwrap_or_default();
        let names: HashSet<String> = set.clips.iter().map(|clip| clip.name.clone()).collect();
        for clip in clips_of(&keys, &mut set.figure)? {
            if names.contains(&clip.name) {
                warnings.push(format!(
                    "clip {:?}: there is a CLIP of this name, which plays in place of its KEYS",
                    clip.name
                ));
            } else {
                set.clips.push(clip);
            }
        }
        set.attachments = attachments.unwrap_or_default();
        set.spheres = spheres.unwrap_or_default();
        set.check()?;
        Ok((set, warnings))
    }

    /// Returns the set as the bytes of a file.
    ///
    /// # Errors
    /// As [`to_blobs`](Self::to_blobs) and [`write()`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, ContainerError> {
        write(&self.to_blobs()?)
    }

    /// Reads a set from the bytes of a file, and returns it with warnings.
    ///
    /// # Errors
    /// As [`read`] and [`from_blobs`](Self::from_blobs).
    pub fn from_bytes(file: &[u8]) -> Result<(Self, Vec<String>), ContainerError> {
        Self::from_blobs(&read(file)?)
    }
}

/// Checks an attachment, a sphere or the state of the editor: whether no other has its name, whether the figure has its
/// joint, and whether its numbers are possible.
fn check_item(kind: Kind, name: &str, is_new: bool, has_joint: bool, is_sound: bool) -> Result<(), ContainerError> {
    let fault = match (is_new, has_joint, is_sound) {
        (false, ..) => "is there twice",
        (_, false, _) => "is at a joint that the figure does not have",
        (.., false) => "has a number that is not finite, a rotation that is not of length 1, or a negative radius",
        _ => return Ok(()),
    };
    Err(ContainerError::blob(kind, name, fault))
}

fn blob(kind: Kind, name: &str, value: &impl Serialize) -> Result<Blob, ContainerError> {
    let bytes = postcard::to_allocvec(value).map_err(|error| ContainerError::blob(kind, name, error))?;
    Ok(Blob { name: name.into(), kind, version: LAYOUT, bytes })
}

/// Reads the value of a kind of which there may not be two.
fn read_only<T: DeserializeOwned>(value: &mut Option<T>, blob: &Blob) -> Result<(), ContainerError> {
    if value.is_some() {
        return Err(error_of(blob, "is there twice"));
    }
    *value = Some(read_value(blob)?);
    Ok(())
}

fn read_value<T: DeserializeOwned>(blob: &Blob) -> Result<T, ContainerError> {
    if blob.version != LAYOUT {
        let found = blob.version;
        return Err(error_of(blob, format_args!("has layout {found}, this program knows layout {LAYOUT}")));
    }
    match postcard::take_from_bytes(&blob.bytes) {
        Ok((value, [])) => Ok(value),
        Ok((_, rest)) => Err(error_of(blob, format_args!("{} bytes too many", rest.len()))),
        Err(error) => Err(error_of(blob, format_args!("its content cannot be read: {error}"))),
    }
}

fn error_of(blob: &Blob, fault: impl Display) -> ContainerError {
    ContainerError::blob(blob.kind, &blob.name, fault)
}

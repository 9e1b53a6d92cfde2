//! Contents of the editor's files: a figure's clips, attachments and spheres, and their blobs.

use super::{Blob, ContainerError, Kind, Problem, codec, read, write};
use armature::{
    animation::Clip,
    attachment::{Attachment, Sphere},
    skeleton::Skeleton,
};

/// Returns the newest layout of a kind that is read. All layouts from 1 to the newest are read.
const fn newest_layout(kind: Kind) -> u32 {
    match kind {
        Kind::CLIP => 2,
        _ => 1,
    }
}

/// A joint of the figure, by its name and parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceJoint {
    /// Name as in [`Joint::name`](armature::skeleton::Joint::name).
    pub name: String,
    /// Index of the parent in the list, which is smaller; `None` for a root.
    pub parent: Option<usize>,
}

/// The figure: its model's file, and the joints that all indices in a set mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelReference {
    /// The figure's file, relative to the container's folder, with `/`. Nothing here opens the file.
    pub file: String,
    /// Joints as in [`Skeleton::joints`].
    pub joints: Vec<ReferenceJoint>,
}

impl ModelReference {
    /// Makes the reference to a figure with a skeleton in `file`.
    pub fn new(file: impl Into<String>, skeleton: &Skeleton) -> Self {
        Self {
            file: file.into(),
            joints: skeleton
                .joints()
                .iter()
                .map(|joint| ReferenceJoint { name: joint.name.clone(), parent: joint.parent })
                .collect(),
        }
    }
}

/// State of the editor when it saved, to go on there.
#[derive(Clone, Debug, PartialEq, Eq)]
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

fn blob(kind: Kind, name: &str, bytes: Vec<u8>) -> Blob {
    Blob { name: name.into(), kind, version: 1, bytes }
}

impl AnimationSet {
    /// Returns the set as blobs, after reading them back. A joint without any track is left out of its clip.
    ///
    /// # Errors
    /// As [`from_blobs`](Self::from_blobs), and if a text is too long.
    pub fn to_blobs(&self) -> Result<Vec<Blob>, ContainerError> {
        let mut blobs = vec![blob(Kind::FIGURE, "figure", codec::write_figure(&self.figure)?)];
        for clip in &self.clips {
            let version = codec::clip_version(clip);
            blobs.push(Blob { version, ..blob(Kind::CLIP, &clip.name, codec::write_clip(clip)) });
        }
        if self.clips.iter().any(|clip| !clip.weights.is_empty()) {
            blobs.push(blob(Kind::WEIGHTS, "weights", codec::write_weights(&self.clips)?));
        }
        blobs.push(blob(Kind::ATTACHMENTS, "attachments", codec::write_attachments(&self.attachments)?));
        blobs.push(blob(Kind::SPHERES, "spheres", codec::write_spheres(&self.spheres)?));
        if let Some(active) = &self.active {
            blobs.push(blob(Kind::ACTIVE, "active", codec::write_active(active)?));
        }
        blobs.extend_from_slice(&self.others);
        Self::from_blobs(&blobs)?;
        Ok(blobs)
    }

    /// Reads a set from blobs, and returns it with a warning for each blob of an unknown kind.
    ///
    /// # Errors
    /// If there is no figure, or a blob that is not as the [format](super#what-the-editor-keeps) says.
    pub fn from_blobs(blobs: &[Blob]) -> Result<(Self, Vec<String>), ContainerError> {
        let known = [Kind::FIGURE, Kind::CLIP, Kind::WEIGHTS, Kind::ATTACHMENTS, Kind::SPHERES, Kind::ACTIVE];
        for blob in blobs.iter().filter(|blob| known.contains(&blob.kind)) {
            let newest = newest_layout(blob.kind);
            if !(1..=newest).contains(&blob.version) {
                return Err(blob.error(Problem::Version { found: blob.version, known: newest }));
            }
        }
        let figure = read_only(blobs, Kind::FIGURE, codec::read_figure)?.ok_or(ContainerError::NoFigure)?;
        let joints = &figure.joints;
        let mut clips = Vec::new();
        for blob in blobs.iter().filter(|blob| blob.kind == Kind::CLIP) {
            let clip = codec::read_clip(&blob.name, blob.version, &blob.bytes, joints);
            clips.push(clip.map_err(|problem| blob.error(problem))?);
        }
        read_only(blobs, Kind::WEIGHTS, |bytes| codec::read_weights(bytes, &mut clips))?;
        let count = joints.len();
        let attachments = read_only(blobs, Kind::ATTACHMENTS, |bytes| codec::read_attachments(bytes, count))?;
        let spheres = read_only(blobs, Kind::SPHERES, |bytes| codec::read_spheres(bytes, count))?;
        let active = read_only(blobs, Kind::ACTIVE, |bytes| codec::read_active(bytes, count))?;
        let attachments = attachments.unwrap_or_default();
        let spheres = spheres.unwrap_or_default();
        let others = blobs.iter().filter(|blob| !known.contains(&blob.kind)).cloned();
        let others: Vec<Blob> = others.collect();
        let warnings = others
            .iter()
            .map(|blob| format!("blob {} {:?}: of a kind that is not known here; it is kept", blob.kind, blob.name))
            .collect();
        Ok((Self { figure, clips, attachments, spheres, active, others }, warnings))
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

/// Reads the blob of a kind, if there is one. There may not be two.
fn read_only<T>(
    blobs: &[Blob],
    kind: Kind,
    read_bytes: impl FnOnce(&[u8]) -> Result<T, Problem>,
) -> Result<Option<T>, ContainerError> {
    let mut of_kind = blobs.iter().filter(|blob| blob.kind == kind);
    let Some(blob) = of_kind.next() else { return Ok(None) };
    if let Some(second) = of_kind.next() {
        return Err(second.error(Problem::Twice));
    }
    read_bytes(&blob.bytes).map(Some).map_err(|problem| blob.error(problem))
}

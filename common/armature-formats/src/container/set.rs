//! Contents of the editor's files: a figure's clips, attachments and spheres, and their blobs.

use super::{Blob, ContainerError, Kind, Problem, codec, read, write};
use armature::{
    animation::Clip,
    attachment::{Attachment, Sphere},
    skeleton::Skeleton,
};

/// The newest layout of a kind that is read; every older one is, too, and the first is 1.
const fn newest_layout(kind: Kind) -> u32 {
    match kind {
        Kind::CLIP => 2,
        _ => 1,
    }
}

/// A joint of the figure, as far as it takes to find it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceJoint {
    /// Name as in [`Joint::name`](armature::skeleton::Joint::name).
    pub name: String,
    /// Its place in the list, before this one; `None` for a root.
    pub parent: Option<usize>,
}

/// The figure: its model's file, and the joints that all indices in a set mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelReference {
    /// Relative to the container's folder, with `/`. It is a hint where to look: nothing here opens it.
    pub file: String,
    /// Joints as in [`Skeleton::joints`].
    pub joints: Vec<ReferenceJoint>,
}

impl ModelReference {
    /// The figure in `file` that has this skeleton.
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
    /// Returns the set as blobs, which have been read back, so that nothing is written that cannot be read. A joint
    /// without any track is left out of its clip.
    ///
    /// # Errors
    /// As [`from_blobs`](Self::from_blobs), and if a text is too long.
    pub fn to_blobs(&self) -> Result<Vec<Blob>, ContainerError> {
        let mut blobs = vec![blob(Kind::FIGURE, "figure", codec::figure(&self.figure)?)];
        for clip in &self.clips {
            let version = codec::clip_version(clip);
            blobs.push(Blob { version, ..blob(Kind::CLIP, &clip.name, codec::clip(clip)) });
        }
        if self.clips.iter().any(|clip| !clip.weights.is_empty()) {
            blobs.push(blob(Kind::WEIGHTS, "weights", codec::weights(&self.clips)?));
        }
        blobs.push(blob(Kind::ATTACHMENTS, "attachments", codec::attachments(&self.attachments)?));
        blobs.push(blob(Kind::SPHERES, "spheres", codec::spheres(&self.spheres)?));
        if let Some(active) = &self.active {
            blobs.push(blob(Kind::ACTIVE, "active", codec::active(active)?));
        }
        blobs.extend_from_slice(&self.others);
        Self::from_blobs(&blobs)?;
        Ok(blobs)
    }

    /// The set, and a warning for each blob of an unknown kind.
    ///
    /// # Errors
    /// If there is no figure, or a blob that is not as the [format](super#what-the-editor-keeps) says.
    pub fn from_blobs(blobs: &[Blob]) -> Result<(Self, Vec<String>), ContainerError> {
        let known = [Kind::FIGURE, Kind::CLIP, Kind::WEIGHTS, Kind::ATTACHMENTS, Kind::SPHERES, Kind::ACTIVE];
        let is_strange =
            |blob: &&Blob| known.contains(&blob.kind) && !(1..=newest_layout(blob.kind)).contains(&blob.version);
        if let Some(blob) = blobs.iter().find(is_strange) {
            return Err(blob.error(Problem::Version { found: blob.version, known: newest_layout(blob.kind) }));
        }
        let figure = only(blobs, Kind::FIGURE)?.ok_or(ContainerError::NoFigure)?;
        let figure = codec::read_figure(&figure.bytes).map_err(|problem| figure.error(problem))?;
        let joints = &figure.joints;
        let mut clips = Vec::new();
        for blob in blobs.iter().filter(|blob| blob.kind == Kind::CLIP) {
            let clip = codec::read_clip(&blob.name, blob.version, &blob.bytes, joints);
            clips.push(clip.map_err(|problem| blob.error(problem))?);
        }
        if let Some(blob) = only(blobs, Kind::WEIGHTS)? {
            codec::read_weights(&blob.bytes, &mut clips).map_err(|problem| blob.error(problem))?;
        }
        let attachments = match only(blobs, Kind::ATTACHMENTS)? {
            Some(blob) => codec::read_attachments(&blob.bytes, joints.len()).map_err(|problem| blob.error(problem))?,
            None => Vec::new(),
        };
        let spheres = match only(blobs, Kind::SPHERES)? {
            Some(blob) => codec::read_spheres(&blob.bytes, joints.len()).map_err(|problem| blob.error(problem))?,
            None => Vec::new(),
        };
        let active = match only(blobs, Kind::ACTIVE)? {
            Some(blob) => Some(codec::read_active(&blob.bytes, joints.len()).map_err(|problem| blob.error(problem))?),
            None => None,
        };
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

    /// The set in a file, and warnings.
    ///
    /// # Errors
    /// As [`read`] and [`from_blobs`](Self::from_blobs).
    pub fn from_bytes(file: &[u8]) -> Result<(Self, Vec<String>), ContainerError> {
        Self::from_blobs(&read(file)?)
    }
}

/// The blob of a kind of which there may be one.
fn only(blobs: &[Blob], kind: Kind) -> Result<Option<&Blob>, ContainerError> {
    let mut of_kind = blobs.iter().filter(|blob| blob.kind == kind);
    let first = of_kind.next();
    of_kind.next().map_or(Ok(first), |second| Err(second.error(Problem::Twice)))
}

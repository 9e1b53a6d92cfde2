//! A container together with the figure that it names.

use super::{AnimationSet, ContainerError, MAGIC, MAX_FILE_BYTES, MatchReport, store};
use crate::loading::{Error, LoadedModel, counted, files::read_up_to, some_of};
use armature::model::Model;
use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// A figure, and what an animator made for it.
#[derive(Clone, Debug)]
pub struct LoadedContainer {
    /// The figure's file.
    pub file: PathBuf,
    /// The figure as it is in its file.
    pub figure: LoadedModel,
    /// The set in the container, for the figure's joints.
    pub matched: MatchReport,
    /// Warnings about the container, and about its parts that did not match.
    pub warnings: Vec<String>,
}

/// Error of a container that cannot be shown. `Debug` writes the sentence, too.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The container's file cannot be read.
    #[error("{}: {error}", .file.display())]
    Io {
        /// The container.
        file: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// The file is not a container, or is damaged.
    #[error("{}: {error}", .file.display())]
    Container {
        /// The container.
        file: PathBuf,
        /// The error.
        error: ContainerError,
    },
    /// The figure's file cannot be loaded, neither from the path in the container nor beside the container.
    #[error("{}: its figure cannot be loaded: {error}", .file.display())]
    Figure {
        /// The container.
        file: PathBuf,
        /// The error.
        error: Box<Error>,
    },
}

armature::debug_as_display!(OpenError);

/// Whether a file is a container, by the ending of its name or by its first bytes.
pub fn is_container(file: impl AsRef<Path>) -> bool {
    let file = file.as_ref();
    if file.extension().is_some_and(|it| it.eq_ignore_ascii_case(store::EXTENSION)) {
        return true;
    }
    let mut begin = [0; MAGIC.len()];
    file.is_file() // a pipe could not be read again
        && File::open(file).is_ok_and(|mut file| file.read_exact(&mut begin).is_ok())
        && begin == MAGIC
}

/// Reads a container.
///
/// # Errors
/// If it cannot be read, or is damaged.
pub fn read_file(file: impl AsRef<Path>) -> Result<(AnimationSet, Vec<String>), OpenError> {
    let file = file.as_ref();
    let bytes = read_up_to(file, MAX_FILE_BYTES as u64 + 1); // a larger file is rejected below
    let bytes = bytes.map_err(|error| OpenError::Io { file: file.into(), error })?;
    AnimationSet::from_bytes(&bytes).map_err(|error| OpenError::Container { file: file.into(), error })
}

/// Reads a container, and loads the figure that it names.
///
/// # Errors
/// As [`read_file`], and if the figure cannot be loaded.
#[cfg(any(feature = "collada", feature = "gltf"))]
pub fn load(file: impl AsRef<Path>) -> Result<LoadedContainer, OpenError> {
    let file = file.as_ref();
    let (set, mut warnings) = read_file(file)?;
    let path = figure_file(file, &set.figure.file);
    let mut figure =
        crate::load(&path).map_err(|error| OpenError::Figure { file: file.into(), error: Box::new(error) })?;
    let matched = set.for_skeleton(&figure.model.skeleton);
    if matched.set.clips.iter().any(|clip| clip.tracks.iter().any(|it| it.shear.is_some())) {
        figure.model.skeleton.make_room_for_shear();
    }
    for (problem, names) in [
        ("not in the figure, so their motion is left out", &matched.unmatched),
        ("in the figure, but with another parent, so they may move wrongly", &matched.reparented),
        ("of joints that are not in the figure, so they are left out", &matched.left_out),
    ] {
        if !names.is_empty() {
            warnings.push(format!("{problem}: {}", some_of(names)));
        }
    }
    Ok(LoadedContainer { file: path, figure, matched, warnings })
}

/// Returns the path of a container's figure: at `address` from the container's folder, or else beside the container.
fn figure_file(container: &Path, address: &str) -> PathBuf {
    let folder = container.parent().unwrap_or(Path::new(""));
    let named = folder.join(address);
    let name = address.rsplit(['/', '\\']).next().unwrap_or(address);
    let beside = folder.join(name);
    if !named.is_file() && beside.is_file() { beside } else { named }
}

impl LoadedContainer {
    /// Returns the figure with the clips of the set, which replace clips of the same names in the figure's file.
    pub fn model(&self) -> Model {
        let mut model = self.figure.model.clone();
        for clip in &self.matched.set.clips {
            match model.clips.iter_mut().find(|own| own.name == clip.name) {
                Some(own) => *own = clip.clone(),
                None => model.clips.push(clip.clone()),
            }
        }
        model
    }

    /// Returns the numbers of attachments and spheres for people, "2 attachments, 1 sphere"; `None` without any.
    pub fn extras(&self) -> Option<String> {
        let attachments = &self.matched.set.attachments;
        let spheres = &self.matched.set.spheres;
        let mut counts = Vec::new();
        for (count, singular, plural) in
            [(attachments.len(), "attachment", "attachments"), (spheres.len(), "sphere", "spheres")]
        {
            if count > 0 {
                counts.push(counted(count, singular, plural));
            }
        }
        (!counts.is_empty()).then(|| counts.join(", "))
    }
}

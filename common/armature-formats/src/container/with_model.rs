//! A container together with the figure that it names.

use super::{AnimationSet, ContainerError, MAGIC, MAX_FILE_BYTES, Matched, store};
use crate::collada::{self, LoadedModel};
use armature::{model::Model, text::counted};
use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};
use thiserror::Error;

/// A figure, and what an animator made for it.
#[derive(Clone, Debug)]
pub struct WithModel {
    /// The figure's file.
    pub file: PathBuf,
    /// The figure as it is in its file.
    pub figure: LoadedModel,
    /// The set in the container, for the figure's joints.
    pub matched: Matched,
    /// Warnings about the container, and about its parts that did not match.
    pub warnings: Vec<String>,
}

/// Why a container cannot be shown.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The container's file cannot be read.
    #[error("{}: {error}", .file.display())]
    Io {
        /// The container.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is no container, or damaged.
    #[error("{}: {error}", .file.display())]
    Container {
        /// The container.
        file: PathBuf,
        /// The error.
        error: ContainerError,
    },
    /// The figure's file cannot be loaded. It is looked for where the container says, and then beside the container.
    #[error("{}: its figure cannot be loaded: {error}", .file.display())]
    Figure {
        /// The container.
        file: PathBuf,
        /// Why.
        error: Box<collada::Error>,
    },
}

/// Whether a file is a container: its name ends like one's, or it begins like one.
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
    let mut bytes = Vec::new();
    // One more than the limit, to be refused by it.
    File::open(file)
        .and_then(|file| file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| OpenError::Io { file: file.into(), error })?;
    AnimationSet::from_bytes(&bytes).map_err(|error| OpenError::Container { file: file.into(), error })
}

/// Reads a container, and loads the figure that it names.
///
/// # Errors
/// As [`read_file`], and if the figure cannot be loaded.
pub fn load(file: impl AsRef<Path>) -> Result<WithModel, OpenError> {
    let file = file.as_ref();
    let (set, mut warnings) = read_file(file)?;
    let path = figure_file(file, &set.figure.file);
    let mut figure =
        crate::load(&path).map_err(|error| OpenError::Figure { file: file.into(), error: Box::new(error) })?;
    let matched = set.for_skeleton(&figure.model.skeleton);
    if matched.set.clips.iter().any(|clip| clip.tracks.iter().any(|it| it.shear.is_some())) {
        figure.model.skeleton.make_room_for_shear();
    }
    for (what, names) in [
        ("not in the figure, so their motion is left out", &matched.unmatched),
        ("in the figure, but with another parent, so they may move wrongly", &matched.reparented),
        ("of joints that are not in the figure, so they are left out", &matched.left_out),
    ] {
        if !names.is_empty() {
            let names = first_of(names);
            warnings.push(format!("{what}: {names}"));
        }
    }
    Ok(WithModel { file: path, figure, matched, warnings })
}

/// Returns the path of a container's figure: the address that it gives, from its own folder; or beside it, if there is
/// nothing.
fn figure_file(container: &Path, address: &str) -> PathBuf {
    let folder = container.parent().unwrap_or(Path::new(""));
    let named = folder.join(address);
    let name = address.rsplit(['/', '\\']).next().unwrap_or(address);
    let beside = folder.join(name);
    if !named.is_file() && beside.is_file() { beside } else { named }
}

/// The first few of many names.
fn first_of(names: &[String]) -> String {
    const MOST: usize = 12;
    let shown = names[..names.len().min(MOST)].join(", ");
    match names.len().checked_sub(MOST + 1) {
        Some(more) => format!("{shown} and {} more", more + 1),
        None => shown,
    }
}

impl WithModel {
    /// The figure with the clips of the set: one of the name of a clip in the figure's file replaces it.
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

    /// Counts the things that move with the figure and are no part of it: "2 attachments, 1 sphere"; `None` if there
    /// are none.
    pub fn extras(&self) -> Option<String> {
        let attachments = &self.matched.set.attachments;
        let spheres = &self.matched.set.spheres;
        let counts = [
            (attachments.len(), counted(attachments.len(), "attachment", "attachments")),
            (spheres.len(), counted(spheres.len(), "sphere", "spheres")),
        ];
        let counts: Vec<_> = counts.into_iter().filter(|it| it.0 > 0).map(|it| it.1).collect();
        (!counts.is_empty()).then(|| counts.join(", "))
    }
}

//! What the command line says of the figure.

use crate::character::bound::CharacterSkins;
use crate::character::file::{CharacterFile, largest_shear};
use crate::checks::LESSON;
use crate::scene::{FIGURES, WalkCast};
use anyhow::{Result, bail};
use armature::model::Model;
use common::painter::ReadFigure;
use common::prelude::Message;
use common::scenes::skinned_mesh::MAX_JOINTS;
use drawing::Cast;
use models::pictures;
use std::path::{Path, PathBuf};
use verdict::wording::nearest_quoted;

/// A largest shear below this is not worth a warning.
const VISIBLE_SHEAR: f32 = 0.02;

const SHEARED: &str = "Joints of this file are sheared: translation, rotation and scale cannot represent that.";

/// Arguments of this lesson besides those of every lesson.
#[derive(Clone, Default, clap::Args)]
pub struct WalkOptions {
    /// A figure to play (.dae, .glb, .gltf), or one of ours: knight, creature, arm
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Name of the clip to begin with
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
}

impl WalkOptions {
    /// Returns the options for a file that was dropped on the window.
    pub fn of_file(file: &Path) -> Self {
        WalkOptions { file: Some(file.to_owned()), clip: None }
    }

    /// Returns the path of the file to play. The name of one of our figures is enough, if no file has that name.
    fn path(&self) -> PathBuf {
        let file = self.file.clone().unwrap_or(FIGURES[0].0.into());
        match FIGURES.iter().find(|(name, _)| Path::new(name) == file) {
            Some((name, _)) if self.file.is_none() || !file.exists() => common::assets().join(format!("{name}.dae")),
            _ => file,
        }
    }

    /// Reads the figure, and the sword if it has a hand for one.
    ///
    /// # Errors
    /// If a file cannot be read, or has no such clip.
    pub fn read_figure(&self) -> Result<ReadFigure> {
        let path = self.path();
        let file = CharacterFile::read(&path)?;
        let clip = find_clip(&file.model, &path, self.clip.as_deref())?;
        let mut materials = file.model.materials.clone();
        let mut sword = None;
        if file.joints.iter().any(|joint| joint.name == crate::scene::SOCKET) {
            let model = armature_formats::collada::load(common::assets().join("sword.dae"))?.model;
            materials.extend(model.materials.clone());
            sword = Some(model);
        }
        Ok(ReadFigure {
            materials,
            decode: pictures::decode,
            messages: messages(&file),
            saves: None,
            cast: Cast::Own(Box::new(WalkCast { file, clip, sword, reference: Some(LESSON.reference), read_skins })),
        })
    }
}

/// Reads the skins if their joints fit into a shader's palette.
fn read_skins(file: &CharacterFile) -> Option<CharacterSkins> {
    let fits = file.model.skins.iter().all(|skin| {
        let joints = skin.bindings.iter().filter(|binding| binding.joint.is_some());
        joints.count() < MAX_JOINTS
    });
    if fits { CharacterSkins::new(file).ok() } else { None }
}

/// Returns the clip of that name, else the one with which our figure begins.
fn find_clip(model: &Model, path: &Path, name: Option<&str>) -> Result<Option<usize>> {
    let names: Vec<&str> = model.clips.iter().map(|clip| clip.name.as_str()).collect();
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let own = FIGURES.iter().find(|(figure, _)| Some(*figure) == stem).map(|(_, clip)| *clip);
    let Some(wanted) = name.or(own) else { return Ok(None) };
    let clip = names.iter().position(|known| *known == wanted);
    if clip.is_none() && name.is_some() {
        bail!("no clip \"{wanted}\": there are {}", nearest_quoted(wanted, names.iter().copied()));
    }
    Ok(clip)
}

/// Returns the warnings of the file, and one about what cannot be represented.
fn messages(file: &CharacterFile) -> Vec<Message> {
    let mut all = Vec::new();
    for line in &file.warnings {
        let (place, text) = line.split_once(": ").unwrap_or(("", line));
        all.push(Message::warning(place, text));
    }
    if largest_shear(&file.model) > VISIBLE_SHEAR {
        all.push(Message::warning("", SHEARED));
    }
    all
}

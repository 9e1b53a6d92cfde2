//! A figure of the student's own that plays the knight's part: `--character FILE` of lessons 13, 17 and 18.
//!
//! ```text
//! its file, the knight's -> Body: which of its joints are his -> a skeleton with his names and axes and its proportions
//!                        -> its vertices on that; his clips, retargeted to it -> CharacterFile
//! ```
//!
//! So all that knows the knight by the names of his joints and clips, by his axes and in metres, plays it without a
//! change.

mod body;
mod roles;
mod vertices;

use super::{file::CharacterFile, saved::with_saved_clips};
use anyhow::{Context, Result, anyhow};
use armature::model::Model;
use armature::skin::Skin;
use armature_formats::collada::LoadedModel;
use armature_offline::merge::RestPose;
use armature_offline::retarget::{Retarget, Rig, read_pairs};
use body::Body;
use common::painter::ReadFigure;
use common::prelude::Message;
use drawing::Cast;
use models::pictures;
use std::{collections::BTreeMap, fs, path::PathBuf};
use verdict::wording::some_of;

/// Arguments of a lesson that plays a character.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct CharacterOptions {
    /// A figure of your own (.glb, .gltf, .dae) in the knight's place; lessons/FILES.md says more
    #[arg(long, value_name = "FILE")]
    pub character: Option<PathBuf>,
    /// Map of that figure's joints to the knight's: a line for each, as `figure inspect --map` writes it
    #[arg(long, value_name = "FILE", requires = "character")]
    pub map: Option<PathBuf>,
    /// Folder of what the editors save; by default that of the assets
    #[arg(skip)]
    pub saves: Option<PathBuf>,
}

/// The figure that plays the knight's part.
pub struct Lead {
    /// The figure: the knight, or one with his clips and with joints of his names.
    pub file: CharacterFile,
    /// Size of each joint's part of the body as a multiple of the knight's. A joint that is missing here has 1.
    pub sizes: BTreeMap<String, f32>,
    /// Assumptions about its file, or the reason why the knight plays himself.
    pub messages: Vec<Message>,
}

impl CharacterOptions {
    /// Reads the figure that was asked for. The knight plays where nothing was asked for, or where the figure lacks a
    /// part of a body, which a message says.
    ///
    /// # Errors
    /// If a file cannot be read, or the map names a joint that is not there.
    pub fn load(&self) -> Result<Lead> {
        let path = common::assets().join("knight.dae");
        let Some(own) = &self.character else { return Ok(Lead::knight(CharacterFile::read(&path)?)) };
        let LoadedModel { model, warnings, .. } = armature_formats::load(own)?;
        let knight = armature_formats::load(&path)?.model;
        let name = own.display().to_string();
        let text = match &self.map {
            Some(map) => fs::read_to_string(map).with_context(|| map.display().to_string())?,
            None => String::new(),
        };
        let map = self.map.as_ref().unwrap_or(own).display();
        let pairs =
            read_pairs(&text).map_err(|(line, found)| anyhow!("{map}:{line}: \"{found}\" is no pair of joints"))?;
        let (rig, rest) = Rig::from_model(&model);
        let retarget =
            Retarget::with_pairs(Rig::from_model(&knight).0, rig, &pairs).with_context(|| map.to_string())?;
        let body = match Body::new(&knight, &model, &retarget) {
            Ok(body) => body,
            Err(why) => {
                let text = format!("{name} {why}, so the knight plays");
                let messages = vec![Message::warning("", text)];
                return Ok(Lead { messages, ..Lead::knight(CharacterFile::read(&path)?) });
            }
        };
        let [_, doubts] = retarget.doubts(["the knight", &name]);
        let sizes = body.sizes.clone();
        let at_rest = body.at_rest.clone();
        let left_out = body.left_out.clone();
        let in_hands = body.in_hands.clone();
        let limbs: Vec<String> =
            retarget.limbs_at_rest().into_iter().map(|joint| model.skeleton.joints()[joint].name.clone()).collect();
        let file = CharacterFile::of_model(dressed(&knight, &model, body));
        let mut messages: Vec<Message> =
            warnings.iter().map(|warning| Message::warning("", warning.to_string())).collect();
        messages.extend(doubts.into_iter().map(|doubt| Message::warning("", doubt)));
        if rest == RestPose::Unknown {
            let text = format!("{name} does not rest in a T or A pose, and no skin of it does: limbs may be off");
            messages.push(Message::warning("", text));
        }
        if !limbs.is_empty() {
            let text = format!("{name}: joints of its limbs that nothing moves: {}", some_of(&limbs));
            messages.push(Message::warning("", text));
        }
        if !left_out.is_empty() {
            let text = format!("{name}: left out, because no joint of the figure moves it: {}", some_of(&left_out));
            messages.push(Message::note(text));
        }
        if !in_hands.is_empty() {
            let text = format!("{name}: left out of its hands, which get the knight's sword: {}", some_of(&in_hands));
            messages.push(Message::note(text));
        }
        if !at_rest.is_empty() {
            let text = format!("{name}: at rest, because the knight has no such joint: {}", some_of(&at_rest));
            messages.push(Message::note(text));
        }
        Ok(Lead { file, sizes, messages })
    }
}

impl CharacterOptions {
    /// Reads the figure for a scene. The knight has the clips that were saved for him.
    ///
    /// # Errors
    /// See [`load`](Self::load).
    pub fn read_figure(&self) -> Result<ReadFigure> {
        let lead = self.load()?;
        let (file, notes) = with_saved_clips(&lead.file, &self.saves())?;
        let mut messages = lead.messages;
        messages.extend(notes);
        let materials = file.model.materials.clone();
        let cast = Cast::Own(Box::new(file));
        let saves = Some(self.saves());
        Ok(ReadFigure { decode: pictures::decode, messages, saves, ..ReadFigure::new(cast, materials) })
    }

    pub fn saves(&self) -> PathBuf {
        self.saves.clone().unwrap_or_else(common::assets)
    }
}

impl Lead {
    fn knight(file: CharacterFile) -> Self {
        Lead { file, sizes: BTreeMap::new(), messages: Vec::new() }
    }
}

/// Returns the model of a figure's body with the knight's clips, retargeted.
fn dressed(knight: &Model, figure: &Model, Body { skeleton, parts, .. }: Body) -> Model {
    let skins = vec![Skin::bound(&skeleton)];
    let meshes = parts.iter().map(|part| (part.mesh.vertices.as_slice(), &skins[part.skin])).collect();
    let retarget = Retarget::new(Rig::from_model(knight).0, Rig { meshes, ..Rig::new(&skeleton) });
    let clips = knight.clips.iter().map(|clip| retarget.clip(clip)).collect();
    drop(retarget);
    let name = figure.name.clone();
    let materials = figure.materials.clone();
    let is_joint = vec![true; skeleton.len()];
    Model { name, materials, is_joint, skeleton, skins, parts, clips, ..Model::default() }
}

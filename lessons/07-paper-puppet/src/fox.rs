//! The fox: fifteen pictures, how they are pinned together, and how each swings.

use crate::{LAYERS, Part, Swing};
use anyhow::{Context as _, Result, bail, ensure};
use glam::Vec2;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// The torso's pin on the stage, in pixels from the floor below it: at the height of the hips.
pub(crate) const HIPS: Vec2 = Vec2::new(0.0, 232.0);

/// The puppet, part for part.
#[derive(Clone, Debug)]
pub struct Fox {
    /// What each part is called.
    pub names: Vec<String>,
    /// Each part's picture.
    pub files: Vec<PathBuf>,
    /// How they go together. In pixels, y up, from each picture's lower left corner.
    pub parts: Vec<Part>,
    /// How each part swings.
    pub swings: Vec<Swing>,
}

/// `puppet.toml`
#[derive(Deserialize)]
struct File {
    part: Vec<Entry>,
}

/// One part there: places in pixels from the picture's *upper* left corner, y down.
#[derive(Deserialize)]
struct Entry {
    name: String,
    image: String,
    size: [f32; 2],
    pivot: [f32; 2],
    parent: Option<String>,
    pin: Option<[f32; 2]>,
    layer: usize,
}

impl Entry {
    /// A point of this part's picture, with y up.
    fn y_up(&self, [x, y]: [f32; 2]) -> Vec2 {
        Vec2::new(x, self.size[1] - y)
    }
}

impl Fox {
    /// The fox's folder.
    pub fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/puppet")
    }

    /// Reads `puppet.toml` in a folder. The pictures are not looked at yet.
    ///
    /// # Errors
    /// If it cannot be read, a parent does not come before its child, or a layer is too high.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join("puppet.toml");
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let File { part: entries } =
            toml::from_str(&text).with_context(|| path.display().to_string())?;
        let mut fox =
            Fox { names: Vec::new(), files: Vec::new(), parts: Vec::new(), swings: Vec::new() };
        for entry in &entries {
            let part = fox.part(entry, &entries);
            fox.parts.push(part.with_context(|| path.display().to_string())?);
            fox.names.push(entry.name.clone());
            fox.files.push(folder.join(&entry.image));
            fox.swings.push(swing(&entry.name));
        }
        Ok(fox)
    }

    fn part(&self, entry: &Entry, entries: &[Entry]) -> Result<Part> {
        let (name, layer) = (&entry.name, entry.layer);
        ensure!(
            layer < LAYERS,
            "part \"{name}\": layer {layer}, and the highest is {}",
            LAYERS - 1
        );
        let parent = match &entry.parent {
            None => None,
            Some(parent) => {
                let index = self.names.iter().position(|name| name == parent);
                Some(index.with_context(|| {
                    format!("part \"{name}\": its parent \"{parent}\" does not stand before it")
                })?)
            }
        };
        let pin = match (parent, entry.pin) {
            (None, _) => HIPS,
            (Some(parent), Some(pin)) => entries[parent].y_up(pin),
            (Some(_), None) => bail!("part \"{name}\": a parent, and no pin on it"),
        };
        Ok(Part { parent, pivot: entry.y_up(entry.pivot), pin, layer })
    }
}

/// How a part dances: a bar takes 1.6 s, the waving arm half of it.
fn swing(name: &str) -> Swing {
    // In degrees, seconds.
    let (middle, reach, period, delay) = match name {
        "torso" => (0.0, 5.0, 1.6, 0.0),
        "head" => (0.0, 9.0, 1.6, 0.2),
        "tail" => (4.0, 20.0, 0.8, 0.1),
        "upper_arm_left" => (122.0, 12.0, 0.8, 0.0),
        "lower_arm_left" => (24.0, 30.0, 0.8, 0.1),
        "hand_left" => (4.0, 18.0, 0.8, 0.2),
        "upper_arm_right" => (-44.0, 7.0, 1.6, 0.1),
        "lower_arm_right" => (78.0, 10.0, 1.6, 0.3),
        "hand_right" => (-12.0, 8.0, 1.6, 0.3),
        "thigh_left" => (16.0, 13.0, 1.6, 0.4),
        "shin_left" => (-13.0, 14.0, 1.6, 0.5),
        "foot_left" => (-4.0, 8.0, 1.6, 0.6),
        "thigh_right" => (-16.0, 13.0, 1.6, 0.4),
        "shin_right" => (13.0, 14.0, 1.6, 0.5),
        "foot_right" => (4.0, 8.0, 1.6, 0.6),
        _ => (0.0, 0.0, 1.6, 0.0),
    };
    let (middle, reach) = (f32::to_radians(middle), f32::to_radians(reach));
    Swing { middle, reach, period, delay }
}

//! Reads a paper puppet from its `puppet.toml`: the pictures of its parts, and how they are pinned together.

use super::puppet::{LAYERS, Part};
use glam::Vec2;
use serde::Deserialize;

/// A puppet, part for part; parents come before their children.
#[derive(Clone, Debug, Default)]
pub struct Puppet {
    pub names: Vec<String>,
    /// Sizes of the pictures, in pixels.
    pub sizes: Vec<Vec2>,
    /// Pivots, pins and layers. Pixels, y up, from each picture's lower left corner.
    pub parts: Vec<Part>,
}

#[derive(Deserialize)]
struct PuppetFile {
    part: Vec<Entry>,
}

/// One part in the file: points are in pixels from the picture's *upper* left corner, y down.
#[derive(Deserialize)]
struct Entry {
    name: String,
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

impl Puppet {
    /// Reads a puppet's parts from the text of its file. Parts without a parent are pinned to `stage_pin` on the stage.
    ///
    /// # Errors
    /// In words, if it is no such file, a parent does not come before its child, or a layer is too high.
    pub fn parse(text: &str, stage_pin: Vec2) -> Result<Self, String> {
        let PuppetFile { part: entries } = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut puppet = Puppet::default();
        for entry in &entries {
            let name = &entry.name;
            let layer = entry.layer;
            if layer >= LAYERS {
                let highest = LAYERS - 1;
                return Err(format!("part \"{name}\": layer {layer}, and the highest is {highest}"));
            }
            let parent = entry.parent.as_ref().map(|parent| {
                let index = puppet.names.iter().position(|name| name == parent);
                index.ok_or_else(|| format!("part \"{name}\": its parent \"{parent}\" does not come before it"))
            });
            let parent = parent.transpose()?;
            let pin = match (parent, entry.pin) {
                (None, _) => stage_pin,
                (Some(parent), Some(pin)) => entries[parent].y_up(pin),
                (Some(_), None) => {
                    return Err(format!("part \"{name}\": a parent, and no pin on it"));
                }
            };
            puppet.parts.push(Part { parent, pivot: entry.y_up(entry.pivot), pin, layer });
            puppet.names.push(name.clone());
            puppet.sizes.push(entry.size.into());
        }
        Ok(puppet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = r#"
[[part]]
name = "torso"
image = "torso.png"
size = [20, 30]
pivot = [10.0, 5.0]
layer = 3

[[part]]
name = "head"
image = "head.png"
size = [10, 12]
pivot = [5.0, 11.0]
parent = "torso"
pin = [9.0, 2.0]
layer = 6
"#;

    #[test]
    fn points_are_turned_up() {
        let stage_pin = Vec2::new(0.0, 232.0);
        let puppet = Puppet::parse(TWO, stage_pin).unwrap();
        assert_eq!(puppet.names, ["torso", "head"]);
        assert_eq!(puppet.sizes[1], Vec2::new(10.0, 12.0));
        let torso = Part { parent: None, pivot: Vec2::new(10.0, 25.0), pin: stage_pin, layer: 3 };
        let pivot = Vec2::new(5.0, 1.0);
        let pin = Vec2::new(9.0, 28.0);
        assert_eq!(puppet.parts, [torso, Part { parent: Some(0), pivot, pin, layer: 6 }]);
    }

    #[test]
    fn faults_are_errors() {
        for (from, to, expected) in [
            ("layer = 6", "layer = 10", "\"head\": layer 10"),
            ("parent = \"torso\"", "parent = \"tail\"", "its parent \"tail\""),
            ("pin = [9.0, 2.0]", "", "no pin"),
            ("layer = 3", "", "layer"),
        ] {
            let error = Puppet::parse(&TWO.replace(from, to), Vec2::ZERO).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}

//! A figure for the pages: a model as JSON, with numbers of four decimals.

use armature::animation::{Clip, JointTracks, RotationTrack, Track};
use armature::mesh::{Mesh, SkinnedVertex};
use armature::model::{Model, Part};
use armature::skeleton::{Joint, Skeleton};
use armature::skin::Skin;
use glam::{Affine3A, Quat, Vec3};
use serde::{Deserialize, Serialize};
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// A model as a page plays it: its skinned meshes, with one texture, its joints and its clips.
#[derive(Serialize, Deserialize)]
pub struct Packed {
    world_from_model: Affine3A,
    joints: Vec<Joint>,
    skins: Vec<Skin>,
    /// Skin, vertices and indices of each part.
    parts: Vec<(usize, Vec<SkinnedVertex>, Vec<u32>)>,
    clips: Vec<PackedClip>,
}

#[derive(Serialize, Deserialize)]
struct PackedClip {
    name: String,
    start: f32,
    end: f32,
    tracks: Vec<PackedTracks>,
}

/// Tracks of a joint. Rotations have no unit length once they are rounded.
#[derive(Serialize, Deserialize)]
struct PackedTracks {
    joint: usize,
    translation: Option<Track<Vec3>>,
    rotation: Option<(Vec<f32>, Vec<Quat>)>,
}

struct Rounded;

impl Formatter for Rounded {
    fn write_f32<W: ?Sized + Write>(&mut self, writer: &mut W, value: f32) -> io::Result<()> {
        let rounded = (value * 1e4).round() / 1e4 + 0.0; // no negative zero
        write!(writer, "{rounded}")
    }
}

impl Packed {
    /// Packs a model, whose unit is the metre, with the clips of these names.
    pub fn new(model: &Model, clips: &[&str]) -> Self {
        let mut packed = Packed {
            world_from_model: model.world_from_model,
            joints: model.skeleton.joints().to_vec(),
            skins: model.skins.clone(),
            parts: Vec::new(),
            clips: Vec::new(),
        };
        for Part { mesh: Mesh { vertices, indices }, skin, .. } in &model.parts {
            packed.parts.push((*skin, vertices.clone(), indices.clone()));
        }
        for Clip { name, start, end, tracks, .. } in clips.iter().filter_map(|name| model.clip(name)) {
            let mut of_joints = Vec::new();
            for JointTracks { joint, translation, rotation, .. } in tracks {
                let rotation = rotation.as_ref().map(|track| (track.times().to_vec(), track.track().values().to_vec()));
                of_joints.push(PackedTracks { joint: *joint, translation: translation.clone(), rotation });
            }
            packed.clips.push(PackedClip { name: name.clone(), start: *start, end: *end, tracks: of_joints });
        }
        packed
    }

    /// Returns the JSON for a page.
    ///
    /// # Panics
    /// Never: numbers, names and lists have a form in JSON.
    pub fn to_json(&self) -> Vec<u8> {
        let mut text = Vec::new();
        self.serialize(&mut Serializer::with_formatter(&mut text, Rounded)).expect("a form in JSON");
        text
    }

    /// Returns the model; `None` if the joints are no skeleton, or keys no track. An error of anyhow could print a backtrace,
    /// and the code for that would be in each module.
    pub fn model(self) -> Option<Model> {
        let mut model = Model {
            world_from_model: self.world_from_model,
            is_joint: (0..self.joints.len())
                .map(|joint| self.skins.iter().any(|skin| skin.bindings.iter().any(|it| it.joint == Some(joint))))
                .collect(),
            skeleton: Skeleton::new(self.joints).ok()?,
            skins: self.skins,
            ..Model::default()
        };
        for (skin, vertices, indices) in self.parts {
            let mesh = Mesh { vertices, indices };
            model.parts.push(Part {
                name: String::new(),
                mesh,
                colors: Vec::new(),
                skin,
                material: None,
                morphs: None,
            });
        }
        for PackedClip { name, start, end, tracks } in self.clips {
            let mut of_joints = Vec::new();
            for PackedTracks { joint, translation, rotation } in tracks {
                let rotation = match rotation {
                    Some((times, keys)) => Some(RotationTrack::new(times, keys).ok()?),
                    None => None,
                };
                of_joints.push(JointTracks { joint, translation, rotation, ..JointTracks::default() });
            }
            model.clips.push(Clip { start, end, ..Clip::of_tracks(name, of_joints) });
        }
        Some(model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armature::model::ModelInstance;
    use armature_formats::collada;
    use verdict::workspace::assets;

    /// Unpacked, the knight is within a millimetre of his file, in every clip.
    #[test]
    fn the_knight_is_unpacked_as_he_was() {
        let model = collada::load(assets().join("knight.dae")).unwrap().model;
        let clips: Vec<&str> = model.clips.iter().map(|clip| clip.name.as_str()).collect();
        let json = Packed::new(&model, &clips).to_json();
        let unpacked = serde_json::from_slice::<Packed>(&json).unwrap().model().unwrap();
        assert_eq!(unpacked.clips.len(), 9);
        let mut figure = ModelInstance::new(&model);
        let mut other = ModelInstance::new(&unpacked);
        for (clip, same) in model.clips.iter().zip(&unpacked.clips) {
            for step in 0..20 {
                let time = clip.start + clip.duration() * step as f32 / 19.0;
                figure.sample(&model, clip, time);
                other.sample(&unpacked, same, time);
                for (joint, (a, b)) in figure.model_from_joint().iter().zip(other.model_from_joint()).enumerate() {
                    let off = a.translation.distance(b.translation);
                    assert!(off < 1e-3, "{} at {time}: joint {joint} is {off} m off", clip.name);
                }
            }
        }
        for (part, same) in model.parts.iter().zip(&unpacked.parts) {
            assert_eq!(part.mesh.indices, same.mesh.indices);
            for (a, b) in part.mesh.vertices.iter().zip(&same.mesh.vertices) {
                assert!(a.position.distance(b.position) < 1e-4 && a.normal.dot(b.normal) > 0.99);
                assert!(a.joints == b.joints && a.weights.iter().zip(b.weights).all(|(a, b)| (a - b).abs() < 1e-4));
            }
        }
    }
}

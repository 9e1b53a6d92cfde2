//! A figure for the pages: a model as JSON, in which most numbers are whole and small, so that it packs well.

use armature::animation::{Clip, JointTracks, RotationTrack, Track};
use armature::mesh::{Mesh, SkinnedVertex};
use armature::model::{Model, Part};
use armature::skeleton::{Joint, Skeleton};
use armature::skin::Skin;
use glam::{Affine3A, Quat, Vec2, Vec3};
use serde::{Deserialize, Serialize};

/// A model as a page plays it: its skinned meshes, with one texture, its joints and its clips.
#[derive(Serialize, Deserialize)]
pub struct Packed {
    world_from_model: Affine3A,
    joints: Vec<Joint>,
    skins: Vec<Skin>,
    parts: Vec<PackedPart>,
    clips: Vec<PackedClip>,
}

#[derive(Serialize, Deserialize)]
struct PackedPart {
    skin: usize,
    positions: Columns,
    normals: Columns,
    texcoords: Columns,
    joints: Columns,
    weights: Columns,
    indices: Columns,
}

#[derive(Serialize, Deserialize)]
struct PackedClip {
    name: String,
    start: f32,
    end: f32,
    tracks: Vec<PackedTracks>,
}

#[derive(Serialize, Deserialize)]
struct PackedTracks {
    joint: usize,
    translation: Option<PackedTrack>,
    rotation: Option<PackedTrack>,
}

#[derive(Serialize, Deserialize)]
struct PackedTrack {
    times: Columns,
    keys: Columns,
}

/// Rows of numbers, by columns: each number in parts of a unit, less the one above it.
#[derive(Serialize, Deserialize)]
struct Columns(Vec<Vec<i32>>);

/// Parts of a second, of a metre, and of a whole weight.
const FINE: f32 = 1e4;
/// Parts of 1 in a number of a quaternion, of a texture coordinate, and of a normal, which need less.
const TURN: f32 = 4096.0;
const COARSE: f32 = 2048.0;
const NORMAL: f32 = 128.0;

impl Columns {
    fn new<const N: usize>(unit: f32, rows: impl Iterator<Item = [f32; N]>) -> Self {
        let mut columns = vec![Vec::new(); N];
        let mut above = [0; N];
        for row in rows {
            for (index, column) in columns.iter_mut().enumerate() {
                let number = (row[index] * unit).round() as i32;
                column.push(number - above[index]);
                above[index] = number;
            }
        }
        Columns(columns)
    }

    fn rows<const N: usize>(&self, unit: f32) -> Vec<[f32; N]> {
        let mut rows = vec![[0.0; N]; self.0.first().map_or(0, Vec::len)];
        for (index, column) in self.0.iter().take(N).enumerate() {
            let mut number = 0_i32;
            for (row, difference) in rows.iter_mut().zip(column) {
                number = number.wrapping_add(*difference);
                row[index] = number as f32 / unit;
            }
        }
        rows
    }
}

impl PackedTrack {
    fn new<const N: usize>(times: &[f32], unit: f32, keys: impl Iterator<Item = [f32; N]>) -> Self {
        PackedTrack { times: Columns::new(FINE, times.iter().map(|time| [*time])), keys: Columns::new(unit, keys) }
    }

    fn times(&self) -> Vec<f32> {
        self.times.rows(FINE).into_iter().map(|[time]| time).collect()
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
            packed.parts.push(PackedPart {
                skin: *skin,
                positions: Columns::new(FINE, vertices.iter().map(|vertex| vertex.position.to_array())),
                normals: Columns::new(NORMAL, vertices.iter().map(|vertex| vertex.normal.to_array())),
                texcoords: Columns::new(COARSE, vertices.iter().map(|vertex| vertex.texcoord.to_array())),
                joints: Columns::new(1.0, vertices.iter().map(|vertex| vertex.joints.map(f32::from))),
                weights: Columns::new(FINE, vertices.iter().map(|vertex| vertex.weights)),
                indices: Columns::new(1.0, indices.iter().map(|index| [*index as f32])),
            });
        }
        for Clip { name, start, end, tracks, .. } in clips.iter().filter_map(|name| model.clip(name)) {
            let mut of_joints = Vec::new();
            for JointTracks { joint, translation, rotation, .. } in tracks {
                let translation = translation.as_ref();
                let rotation = rotation.as_ref().map(RotationTrack::track);
                of_joints.push(PackedTracks {
                    joint: *joint,
                    translation: translation
                        .map(|it| PackedTrack::new(it.times(), FINE, it.values().iter().map(Vec3::to_array))),
                    rotation: rotation
                        .map(|it| PackedTrack::new(it.times(), TURN, it.values().iter().map(Quat::to_array))),
                });
            }
            packed.clips.push(PackedClip { name: name.clone(), start: *start, end: *end, tracks: of_joints });
        }
        packed
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
        for part in self.parts {
            let normals = part.normals.rows(NORMAL);
            let texcoords = part.texcoords.rows(COARSE);
            let joints = part.joints.rows::<4>(1.0);
            let weights = part.weights.rows(FINE);
            let mut mesh = Mesh::default();
            for (index, position) in part.positions.rows(FINE).into_iter().enumerate() {
                mesh.vertices.push(SkinnedVertex {
                    position: Vec3::from_array(position),
                    normal: Vec3::from_array(*normals.get(index)?),
                    texcoord: Vec2::from_array(*texcoords.get(index)?),
                    joints: joints.get(index)?.map(|joint| joint as u16),
                    weights: *weights.get(index)?,
                });
            }
            mesh.indices.extend(part.indices.rows(1.0).into_iter().map(|[index]| index as u32));
            model.parts.push(Part {
                name: String::new(),
                mesh,
                colors: Vec::new(),
                skin: part.skin,
                material: None,
                morphs: None,
            });
        }
        for PackedClip { name, start, end, tracks } in self.clips {
            let mut of_joints = Vec::new();
            for PackedTracks { joint, translation, rotation } in tracks {
                let mut tracks = JointTracks { joint, ..JointTracks::default() };
                if let Some(track) = translation {
                    let keys = track.keys.rows(FINE).into_iter().map(Vec3::from_array);
                    tracks.translation = Some(Track::new(track.times(), keys.collect()).ok()?);
                }
                if let Some(track) = rotation {
                    let keys = track.keys.rows(TURN).into_iter().map(Quat::from_array);
                    tracks.rotation = Some(RotationTrack::new(track.times(), keys.collect()).ok()?);
                }
                of_joints.push(tracks);
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
        let json = serde_json::to_vec(&Packed::new(&model, &clips)).unwrap();
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

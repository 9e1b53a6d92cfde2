//! A figure for the pages, in a fifth of the size of its file. Numbers are whole, each the difference from the one before
//! it of its kind, which compresses well.

use armature::animation::{Clip, JointTracks, RotationTrack, Track};
use armature::math::Transform;
use armature::mesh::{Mesh, SkinnedVertex};
use armature::model::{Model, ModelInstance, Part};
use armature::skeleton::{Joint, Skeleton};
use armature::skin::{Binding, Skin};
use glam::{Affine3A, Quat, Vec2, Vec3};
use serde::{Deserialize, Serialize};

/// Poses a second that are kept of a clip: as many as the file has.
const RATE: f32 = 24.0;
/// Steps in a metre, in a unit vector or quaternion, in the side of a texture, and in a weight of 1.
const METRE: f32 = 10_000.0;
const UNIT: f32 = 10_000.0;
const TEXTURE: f32 = 4096.0;
const WEIGHT: f32 = 255.0;

/// A model as a page plays it: its skinned meshes, with one texture, its joints and its clips.
#[derive(Serialize, Deserialize)]
pub struct Packed {
    world_from_model: Vec<i32>,
    joints: Vec<PackedJoint>,
    skins: Vec<PackedSkin>,
    parts: Vec<PackedPart>,
    clips: Vec<PackedClip>,
}

#[derive(Serialize, Deserialize)]
struct PackedJoint {
    name: String,
    parent: Option<usize>,
    /// Translation, rotation.
    at: Vec<i32>,
}

#[derive(Serialize, Deserialize)]
struct PackedSkin {
    joints: Vec<Option<usize>>,
    /// `bind_from_mesh`, then the inverse binds, 12 numbers each.
    matrices: Vec<i32>,
}

#[derive(Serialize, Deserialize)]
struct PackedPart {
    skin: usize,
    positions: Vec<i32>,
    normals: Vec<i32>,
    texcoords: Vec<i32>,
    joints: Vec<i32>,
    weights: Vec<i32>,
    indices: Vec<i32>,
}

#[derive(Serialize, Deserialize)]
struct PackedClip {
    name: String,
    seconds: f32,
    /// Translations and rotations of each joint with tracks, evenly spread; one where it keeps still.
    tracks: Vec<(usize, Vec<i32>, Vec<i32>)>,
}

/// Returns values times `scale`, rounded, each as its difference from the value `stride` places before.
fn pack(values: impl IntoIterator<Item = f32>, scale: f32, stride: usize) -> Vec<i32> {
    let mut whole = Vec::new();
    for value in values {
        whole.push((value * scale).round() as i32);
    }
    for index in (stride..whole.len()).rev() {
        whole[index] -= whole[index - stride];
    }
    whole
}

/// Returns the values of which [`pack`] has made whole numbers with the stride `N`, in groups of `N`.
fn unpack<const N: usize>(packed: &[i32], scale: f32) -> Vec<[f32; N]> {
    let mut sums = [0; N];
    let mut values = Vec::new();
    for group in packed.as_chunks::<N>().0 {
        for (sum, difference) in sums.iter_mut().zip(group) {
            *sum += difference;
        }
        values.push(sums.map(|sum| sum as f32 / scale));
    }
    values
}

/// Returns the numbers of all keys, or of the first key if all keys are equal.
fn thinned<const N: usize>(keys: &[[f32; N]]) -> Vec<f32> {
    let is_still = keys.iter().all(|key| key.iter().zip(&keys[0]).all(|(a, b)| (a - b).abs() < 0.5 / UNIT));
    if is_still { keys[0].to_vec() } else { keys.concat() }
}

impl Packed {
    /// Packs a model, whose unit is the metre, with the clips of these names.
    pub fn new(model: &Model, clips: &[&str]) -> Self {
        let mut packed = Packed {
            world_from_model: pack(model.world_from_model.to_cols_array(), METRE, 12),
            joints: Vec::new(),
            skins: Vec::new(),
            parts: Vec::new(),
            clips: Vec::new(),
        };
        for Joint { name, parent, bind_local } in model.skeleton.joints() {
            let at =
                pack(bind_local.translation.to_array().into_iter().chain(bind_local.rotation.to_array()), METRE, 7);
            packed.joints.push(PackedJoint { name: name.clone(), parent: *parent, at });
        }
        for Skin { bindings, bind_from_mesh } in &model.skins {
            let inverses = bindings.iter().map(|binding| &binding.joint_from_bind);
            let matrices = std::iter::once(bind_from_mesh).chain(inverses).flat_map(Affine3A::to_cols_array);
            let joints = bindings.iter().map(|binding| binding.joint).collect();
            packed.skins.push(PackedSkin { joints, matrices: pack(matrices, METRE, 12) });
        }
        for Part { mesh: Mesh { vertices, indices }, skin, .. } in &model.parts {
            packed.parts.push(PackedPart {
                skin: *skin,
                positions: pack(vertices.iter().flat_map(|vertex| vertex.position.to_array()), METRE, 3),
                normals: pack(vertices.iter().flat_map(|vertex| vertex.normal.to_array()), 100.0, 3),
                texcoords: pack(vertices.iter().flat_map(|vertex| vertex.texcoord.to_array()), TEXTURE, 2),
                joints: pack(vertices.iter().flat_map(|vertex| vertex.joints).map(f32::from), 1.0, 4),
                weights: pack(vertices.iter().flat_map(|vertex| vertex.weights), WEIGHT, 4),
                indices: pack(indices.iter().map(|index| *index as f32), 1.0, 3),
            });
        }
        for clip in clips.iter().filter_map(|name| model.clip(name)) {
            packed.clips.push(pack_clip(model, clip));
        }
        packed
    }

    /// Unpacks the model; `None` if the joints are no skeleton. An error of anyhow could print a backtrace, and
    /// the code for that would be in each module.
    pub fn model(&self) -> Option<Model> {
        let mut joints = Vec::new();
        for PackedJoint { name, parent, at } in &self.joints {
            let [x, y, z, i, j, k, w] = unpack::<7>(at, METRE)[0];
            let rotation = Quat::from_xyzw(i, j, k, w).normalize();
            let bind_local = Transform { rotation, ..Transform::from_translation(Vec3::new(x, y, z)) };
            joints.push(Joint { name: name.clone(), parent: *parent, bind_local });
        }
        let mut model = Model {
            world_from_model: Affine3A::from_cols_array(&unpack(&self.world_from_model, METRE)[0]),
            is_joint: (0..joints.len())
                .map(|joint| self.skins.iter().any(|skin| skin.joints.contains(&Some(joint))))
                .collect(),
            skeleton: Skeleton::new(joints).ok()?,
            ..Model::default()
        };
        for PackedSkin { joints, matrices } in &self.skins {
            let mut matrices = unpack(matrices, METRE).into_iter().map(|matrix| Affine3A::from_cols_array(&matrix));
            let bind_from_mesh = matrices.next().unwrap_or_default();
            let bindings = joints.iter().zip(matrices);
            let bindings =
                bindings.map(|(joint, joint_from_bind)| Binding { joint: *joint, joint_from_bind }).collect();
            model.skins.push(Skin { bindings, bind_from_mesh });
        }
        for part in &self.parts {
            model.parts.push(part.unpack());
        }
        for PackedClip { name, seconds, tracks } in &self.clips {
            let mut all = Vec::new();
            for (joint, translations, rotations) in tracks {
                let translations: Vec<Vec3> = unpack(translations, METRE).into_iter().map(Vec3::from_array).collect();
                let rotations: Vec<Quat> = unpack(rotations, UNIT).into_iter().map(Quat::from_array).collect();
                all.push(JointTracks {
                    joint: *joint,
                    translation: Some(Track::new(times(*seconds, translations.len()), translations).ok()?),
                    rotation: Some(RotationTrack::new(times(*seconds, rotations.len()), rotations).ok()?),
                    ..JointTracks::default()
                });
            }
            model.clips.push(Clip { end: *seconds, ..Clip::of_tracks(name, all) });
        }
        Some(model)
    }
}

/// Returns `count` times, evenly spread from 0 to `seconds`.
fn times(seconds: f32, count: usize) -> Vec<f32> {
    (0..count).map(|key| seconds * key as f32 / (count.max(2) - 1) as f32).collect()
}

/// Samples a clip [`RATE`] times a second, and packs translations and rotations of the joints that have tracks.
fn pack_clip(model: &Model, clip: &Clip) -> PackedClip {
    let seconds = clip.duration();
    let count = (seconds * RATE).ceil() as usize + 1;
    let mut figure = ModelInstance::new(model);
    let mut poses = Vec::new();
    for time in times(seconds, count) {
        figure.sample(model, clip, clip.start + time);
        poses.push(figure.pose().locals.clone());
    }
    let mut tracks = Vec::new();
    for track in &clip.tracks {
        let joint = track.joint;
        let mut rotations: Vec<[f32; 4]> = Vec::new();
        for pose in &poses {
            let rotation = pose[joint].rotation;
            let is_far = rotations.last().is_some_and(|before| Quat::from_array(*before).dot(rotation) < 0.0);
            rotations.push(if is_far { -rotation } else { rotation }.to_array());
        }
        let translations: Vec<[f32; 3]> = poses.iter().map(|pose| pose[joint].translation.to_array()).collect();
        let translations = pack(thinned(&translations), METRE, 3);
        let rotations = pack(thinned(&rotations), UNIT, 4);
        tracks.push((joint, translations, rotations));
    }
    PackedClip { name: clip.name.clone(), seconds, tracks }
}

impl PackedPart {
    fn unpack(&self) -> Part {
        let mut vertices = Vec::new();
        let normals = unpack::<3>(&self.normals, 100.0).into_iter();
        let texcoords = unpack(&self.texcoords, TEXTURE).into_iter();
        let joints = unpack::<4>(&self.joints, 1.0).into_iter();
        let weights = unpack::<4>(&self.weights, WEIGHT).into_iter();
        let shape = unpack(&self.positions, METRE).into_iter().zip(normals.zip(texcoords));
        for ((position, (normal, texcoord)), (joints, weights)) in shape.zip(joints.zip(weights)) {
            let total: f32 = weights.iter().sum();
            vertices.push(SkinnedVertex {
                position: Vec3::from_array(position),
                normal: Vec3::from_array(normal).normalize_or_zero(),
                texcoord: Vec2::from_array(texcoord),
                joints: joints.map(|joint| joint as u16),
                weights: weights.map(|weight| weight / total.max(1.0 / WEIGHT)),
            });
        }
        let indices = unpack::<3>(&self.indices, 1.0).concat().into_iter().map(|index| index as u32).collect();
        let mesh = Mesh { vertices, indices };
        Part { name: String::new(), mesh, colors: Vec::new(), skin: self.skin, material: None, morphs: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armature_formats::collada;
    use verdict::workspace::assets;

    /// Unpacked, the knight is within a centimetre of his file, in every clip.
    #[test]
    fn the_knight_is_unpacked_as_he_was() {
        let model = collada::load(assets().join("knight.dae")).unwrap().model;
        let clips: Vec<&str> = model.clips.iter().map(|clip| clip.name.as_str()).collect();
        let text = serde_json::to_string(&Packed::new(&model, &clips)).unwrap();
        let unpacked = serde_json::from_str::<Packed>(&text).unwrap().model().unwrap();
        assert_eq!(unpacked.clips.len(), 9);
        let [mut figure, mut other] = [ModelInstance::new(&model), ModelInstance::new(&unpacked)];
        for (clip, same) in model.clips.iter().zip(&unpacked.clips) {
            for step in 0..20 {
                let time = clip.duration() * step as f32 / 19.0;
                figure.sample(&model, clip, clip.start + time);
                other.sample(&unpacked, same, time);
                for (joint, (a, b)) in figure.model_from_joint().iter().zip(other.model_from_joint()).enumerate() {
                    let off = a.translation.distance(b.translation);
                    assert!(off < 0.01, "{} at {time}: joint {joint} is {off} m off", clip.name);
                }
            }
        }
        for (part, same) in model.parts.iter().zip(&unpacked.parts) {
            assert_eq!(part.mesh.indices, same.mesh.indices);
            for (a, b) in part.mesh.vertices.iter().zip(&same.mesh.vertices) {
                assert!(a.position.distance(b.position) < 1e-4 && a.normal.dot(b.normal) > 0.99);
                assert_eq!(a.joints, b.joints);
                assert!(a.weights.iter().zip(b.weights).all(|(a, b)| (a - b).abs() < 0.01), "{a:?} {b:?}");
            }
        }
    }
}

//! The same figure and clips as in ozz, and the steps of a frame.

use crate::ozz::Ozz;
use armature::{
    animation::{Clip, Cursors, JointTracks, RotationTrack, Track},
    math::Transform,
    mesh::SkinnedVertex,
    skeleton::{Joint, Pose, Skeleton, local_to_model},
    skin::{Binding, Skin, skin_vertices},
};
use armature_simd::{Affine3x4, Crowd, CrowdMember, Frames, PaletteBindings, SimdLevel, SimdSkeleton, VertexBlocks};
use glam::{Affine3A, Mat3, Quat, Vec3};
use std::{error::Error, hint::black_box};

/// Frame rate at which clips with keys at different times are resampled.
const RATE: f32 = 30.0;

/// A clip of ozz, as keys and as frames.
pub(crate) struct BothForms {
    pub(crate) keys: Clip,
    pub(crate) frames: Frames,
    pub(crate) ozz_bytes: usize,
}

/// A figure with its clips.
pub(crate) struct Character {
    skeleton: Skeleton,
    bind: Pose,
    skin: Skin,
    fast_skeleton: SimdSkeleton,
    bindings: PaletteBindings,
    pub(crate) clips: Vec<BothForms>,
    pub(crate) vertices: Vec<SkinnedVertex>,
    blocks: VertexBlocks,
}

impl Character {
    pub(crate) fn read(ozz: &mut Ozz) -> Result<Self, Box<dyn Error>> {
        ozz.tell("data")?;
        let mut joints = Vec::new();
        for index in 0..ozz.number::<usize>()? {
            let parent = usize::try_from(ozz.number::<i32>()?).ok();
            let [tx, ty, tz, rx, ry, rz, rw, sx, sy, sz] = ozz.numbers()?;
            let bind_local = Transform {
                translation: Vec3::new(tx, ty, tz),
                rotation: Quat::from_xyzw(rx, ry, rz, rw).normalize(),
                scale: Vec3::new(sx, sy, sz),
            };
            joints.push(Joint { name: format!("joint {index}"), parent, bind_local });
        }
        let skeleton = Skeleton::new(joints)?;
        let fast_skeleton = SimdSkeleton::new(&skeleton);
        let mut clips = Vec::new();
        for name in ["recorded", "reduced"] {
            let end = ozz.number()?;
            let ozz_bytes = ozz.number()?;
            let mut tracks = Vec::new();
            for joint in 0..skeleton.len() {
                let translation = read_vectors(ozz)?;
                let mut times = Vec::new();
                let mut keys = Vec::new();
                for _ in 0..ozz.number::<usize>()? {
                    let [time, x, y, z, w] = ozz.numbers()?;
                    times.push(time);
                    keys.push(Quat::from_xyzw(x, y, z, w));
                }
                let rotation = if keys.is_empty() { None } else { Some(RotationTrack::new(times, keys)?) };
                tracks.push(JointTracks { joint, translation, rotation, scale: read_vectors(ozz)?, shear: None });
            }
            let keys = Clip { start: 0.0, end, ..Clip::of_tracks(name, tracks) };
            let frames = Frames::bake(&fast_skeleton, &keys, RATE)?;
            clips.push(BothForms { keys, frames, ozz_bytes });
        }
        let mut skin = Skin { bindings: Vec::new(), bind_from_mesh: Affine3A::IDENTITY };
        for _ in 0..ozz.number::<usize>()? {
            let joint = Some(ozz.number()?);
            let [x, y, z, t] = [ozz.numbers()?, ozz.numbers()?, ozz.numbers()?, ozz.numbers()?].map(Vec3::from_array);
            let joint_from_bind = Affine3A::from_mat3_translation(Mat3::from_cols(x, y, z), t);
            skin.bindings.push(Binding { joint, joint_from_bind });
        }
        let mut vertices = Vec::new();
        for _ in 0..ozz.number::<usize>()? {
            let [position, normal] = [ozz.numbers()?, ozz.numbers()?].map(Vec3::from_array);
            let mut vertex = SkinnedVertex { position, normal, ..SkinnedVertex::default() };
            for influence in 0..ozz.number()? {
                vertex.joints[influence] = ozz.number()?;
                vertex.weights[influence] = ozz.number()?;
            }
            vertices.push(vertex);
        }
        let bindings = PaletteBindings::new(&fast_skeleton, std::slice::from_ref(&skin));
        let (bind, blocks) = (skeleton.bind_pose(), VertexBlocks::new(&vertices));
        Ok(Self { skeleton, bind, skin, fast_skeleton, bindings, clips, vertices, blocks })
    }

    pub(crate) fn joints(&self) -> usize {
        self.skeleton.len()
    }

    /// Returns the largest distances of a joint from where ozz has it, with keys and with frames, in metres.
    pub(crate) fn largest_distances(&self, ozz: &mut Ozz, clip: usize) -> Result<[f32; 2], Box<dyn Error>> {
        let BothForms { keys, frames, .. } = &self.clips[clip];
        let mut pose = Pose::default();
        let mut blocks = self.fast_skeleton.rest().to_vec();
        let mut worst = [0.0f32; 2];
        for step in 0..50 {
            let time = keys.duration() * step as f32 / 50.0;
            ozz.tell(&format!("pose {clip} {time}"))?;
            let mut positions = Vec::new();
            for _ in 0..self.joints() {
                positions.push(Vec3::from_array(ozz.numbers()?));
            }
            keys.sample(time, &self.bind, &mut Cursors::default(), &mut pose);
            worst[0] = worst[0].max(self.distance(&pose, &positions));
            frames.sample(SimdLevel::best(), time, &mut blocks);
            self.fast_skeleton.write_pose(&blocks, &mut pose);
            worst[1] = worst[1].max(self.distance(&pose, &positions));
        }
        Ok(worst)
    }

    fn distance(&self, pose: &Pose, positions: &[Vec3]) -> f32 {
        let matrices = self.skeleton.model_from_joint(pose);
        let distances =
            matrices.iter().zip(positions).map(|(matrix, position)| position.distance(matrix.translation.into()));
        distances.fold(0.0, f32::max)
    }
}

fn read_vectors(ozz: &mut Ozz) -> Result<Option<Track<Vec3>>, Box<dyn Error>> {
    let mut times = Vec::new();
    let mut keys = Vec::new();
    for _ in 0..ozz.number::<usize>()? {
        let [time, x, y, z] = ozz.numbers()?;
        times.push(time);
        keys.push(Vec3::new(x, y, z));
    }
    Ok(if keys.is_empty() { None } else { Some(Track::new(times, keys)?) })
}

/// Advances the times by a frame, as the other side does.
pub(crate) fn advance(times: &mut [f32], duration: f32) {
    for time in times {
        *time += 1.0 / 60.0;
        if *time >= duration {
            *time = 0.0;
        }
    }
}

/// Side of the comparison.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Side {
    Plain,
    Simd,
    Bevy,
}

/// Returns a function that does a step for `count` characters, or `None` where a crate does not have the step.
pub(crate) fn step<'c>(
    character: &'c Character,
    name: &str,
    clip: usize,
    count: usize,
    side: Side,
) -> Option<Box<dyn FnMut() + 'c>> {
    let Character { skeleton, bind, skin, fast_skeleton, bindings, clips, vertices, blocks } = character;
    let BothForms { keys, frames, .. } = &clips[clip];
    let simd = SimdLevel::best();
    let joints = skeleton.len();
    let duration = keys.duration();
    let mut times: Vec<f32> = (0..count).map(|index| (index * 37 % 101) as f32 / 101.0 * duration).collect();
    let mut poses = vec![bind.clone(); count];
    for (time, pose) in times.iter().zip(&mut poses) {
        keys.sample(*time, bind, &mut Cursors::default(), pose);
    }
    let mut cursors = vec![Cursors::default(); count];
    let mut models = vec![Affine3A::IDENTITY; count * joints];
    let mut palettes = vec![Affine3A::IDENTITY; count * skin.bindings.len()];
    for (pose, palette) in poses.iter().zip(palettes.chunks_exact_mut(skin.bindings.len())) {
        skin.write_palette(&skeleton.model_from_joint(pose), palette);
    }
    Some(match (name, side) {
        ("sampling", Side::Plain) => Box::new(move || {
            advance(&mut times, duration);
            for ((time, cursors), pose) in times.iter().zip(&mut cursors).zip(&mut poses) {
                keys.sample(*time, bind, cursors, pose);
            }
            black_box(&poses);
        }),
        ("sampling", Side::Simd) => {
            let mut poses = vec![fast_skeleton.rest().to_vec(); count];
            Box::new(move || {
                advance(&mut times, duration);
                for (time, pose) in times.iter().zip(&mut poses) {
                    frames.sample(simd, *time, pose);
                }
                black_box(&poses);
            })
        }
        ("blending", Side::Plain) => {
            let mut others = poses.clone();
            others.rotate_left(count / 2);
            let mut blended = poses.clone();
            Box::new(move || {
                for ((pose, other), blended) in poses.iter().zip(&others).zip(&mut blended) {
                    blended.set_blend(pose, other, 0.3);
                }
                black_box(&blended);
            })
        }
        ("matrices", Side::Plain) => Box::new(move || {
            for (pose, model) in poses.iter().zip(models.chunks_exact_mut(joints)) {
                local_to_model(skeleton, pose, Affine3A::IDENTITY, model);
            }
            black_box(&models);
        }),
        ("matrices", Side::Simd) => {
            let poses = fast_skeleton.rest().repeat(count);
            let slots = armature_simd::model_len(fast_skeleton);
            let mut models = vec![Affine3x4::IDENTITY; count * slots];
            Box::new(move || {
                let blocks = poses.chunks_exact(fast_skeleton.blocks());
                for (pose, model) in blocks.zip(models.chunks_exact_mut(slots)) {
                    armature_simd::local_to_model(simd, fast_skeleton, pose, Affine3A::IDENTITY, model);
                }
                black_box(&models);
            })
        }
        ("skinning", Side::Plain) => {
            let mut positions = vec![Vec3::ZERO; vertices.len()];
            let mut normals = positions.clone();
            Box::new(move || {
                for palette in palettes.chunks_exact(skin.bindings.len()) {
                    skin_vertices(palette, vertices, &mut positions, &mut normals);
                }
                black_box((&positions, &normals));
            })
        }
        ("skinning", Side::Simd) => {
            let palettes: Vec<Affine3x4> = palettes.iter().map(|matrix| Affine3x4::from(*matrix)).collect();
            let mut positions = vec![[0.0; 3]; vertices.len()];
            let mut normals = positions.clone();
            Box::new(move || {
                for palette in palettes.chunks_exact(skin.bindings.len()) {
                    blocks.skin(simd, palette, &mut positions, &mut normals);
                }
                black_box((&positions, &normals));
            })
        }
        ("all", Side::Plain) => {
            let mut pose = bind.clone();
            let mut model = vec![Affine3A::IDENTITY; joints];
            Box::new(move || {
                advance(&mut times, duration);
                let palettes = palettes.chunks_exact_mut(skin.bindings.len());
                for ((time, cursors), palette) in times.iter().zip(&mut cursors).zip(palettes) {
                    keys.sample(*time, bind, cursors, &mut pose);
                    local_to_model(skeleton, &pose, Affine3A::IDENTITY, &mut model);
                    skin.write_palette(&model, palette);
                }
                black_box(&model);
            })
        }
        ("all", Side::Simd) => {
            let crowd = Crowd { skeleton: fast_skeleton, bindings, clips: std::slice::from_ref(frames) };
            let mut members = vec![CrowdMember::default(); count];
            let mut palettes = vec![Affine3x4::IDENTITY; count * bindings.len()];
            Box::new(move || {
                advance(&mut times, duration);
                for (time, member) in times.iter().zip(&mut members) {
                    member.time = *time;
                }
                crowd.write_on_this_thread(simd, &members, &mut palettes);
                black_box(&palettes);
            })
        }
        ("sampling", Side::Bevy) => crate::bevy::sampling(keys, times),
        _ => return None, // armature-simd blends nothing
    })
}

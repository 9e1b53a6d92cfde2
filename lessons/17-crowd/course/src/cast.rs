//! The dancers: the knight and the creature, and their clips, in the processor's form and baked for the shader.

use crate::BakedClip;
use anyhow::{Context, Result};
use armature::animation::{Clip, LoopMode};
use armature::model::Model;
use armature_offline::edit::{EditableClip, Key};
use armature_simd::SkinFrames;
use armature_simd::{Affine3x4, Crowd, CrowdMember, Frames, PaletteBindings, SimdLevel, SimdSkeleton};
use given::Course;
use lesson_12::Transform;
use lesson_12::character::{Character, TrackCache, file::CharacterFile, own::CharacterOptions};

/// The figures, and what they dance. All of these clips end as they begin.
pub const FIGURES: [(&str, &[&str]); 2] =
    [("knight", &["dance", "walk", "idle", "run"]), ("creature", &["walk", "idle"])];
/// Frames a second that are baked, at least.
pub const RATE: f32 = 48.0;

/// Figures of the crowd, whose clips the answers of earlier lessons sample.
pub struct CrowdCast {
    /// Models, in the order of [`FIGURES`].
    pub figures: Vec<CrowdModel>,
}

/// A figure, ready to be played many times over.
pub struct CrowdModel {
    /// Its meshes and skins; its clips are those that it dances.
    pub model: Model,
    skeleton: SimdSkeleton,
    bindings: PaletteBindings,
    frames: Vec<Frames>,
    /// Baked frames for the shader. In every second frame all rotations have the other sign: a quaternion has two.
    pub baked: SkinFrames,
    /// Range of each clip in the baked frames.
    pub clips: Vec<BakedClip>,
}

/// Reads the files of all figures.
///
/// # Errors
/// If one cannot be read.
pub fn files() -> Result<Vec<CharacterFile>> {
    files_with(CharacterOptions::default().load()?.file)
}

/// Returns the files with a figure in the knight's place.
///
/// # Errors
/// As [`files`].
pub fn files_with(lead: CharacterFile) -> Result<Vec<CharacterFile>> {
    let others =
        FIGURES[1..].iter().map(|(name, _)| CharacterFile::read(&common::assets().join(format!("{name}.dae"))));
    std::iter::once(Ok(lead)).chain(others).collect()
}

impl CrowdCast {
    /// Makes the cast with the clips that `common` reads.
    ///
    /// # Errors
    /// If a clip is missing, or cannot be baked.
    pub fn finished(files: &[CharacterFile]) -> Result<Self> {
        Self::from_files(files, |file, clip| Ok(files[file].model.clips[clip].clone()))
    }

    /// Makes the cast with clips that answers of earlier lessons sample.
    ///
    /// # Errors
    /// As [`finished`](Self::finished), and if an answer cannot be used.
    pub fn sampled(files: &[CharacterFile], course: &Course) -> Result<Self> {
        let mut caches: Vec<TrackCache> = files.iter().map(|_| TrackCache::default()).collect();
        Self::from_files(files, |file, clip| {
            sample_clip(Character { file: &files[file], course }, &mut caches[file], clip)
        })
    }

    fn from_files(files: &[CharacterFile], mut clip_of: impl FnMut(usize, usize) -> Result<Clip>) -> Result<Self> {
        let mut figures = Vec::new();
        for (number, (name, dances)) in FIGURES.into_iter().enumerate() {
            let model = &files[number].model;
            let mut clips = Vec::new();
            for dance in dances {
                let clip = model.clip_index(dance);
                let clip = clip.with_context(|| format!("{name} has no clip {dance}"))?;
                clips.push(clip_of(number, clip)?);
            }
            figures.push(CrowdModel::new(Model { clips, ..model.clone() })?);
        }
        Ok(CrowdCast { figures })
    }
}

/// Samples a clip by the answers, [`RATE`] times a second, as a clip with those keys.
fn sample_clip(character: Character<'_>, cache: &mut TrackCache, clip: usize) -> Result<Clip> {
    let model = &character.file.model;
    let finished = &model.clips[clip];
    let steps = (finished.duration() * RATE).ceil().max(1.0) as usize;
    let step = finished.duration() / steps as f32;
    // Not quite to the end: a loop would begin anew there.
    let seconds: Vec<f32> = (0..=steps).map(|frame| step * frame as f32 * (1.0 - 1e-5)).collect();
    let mut poses = Vec::new();
    for seconds in &seconds {
        poses.push(character.pose(cache, clip, LoopMode::Loop, *seconds)?);
    }
    let mut sampled = EditableClip::empty(&finished.name, finished.duration(), &model.skeleton);
    for joint in 0..model.skeleton.len() {
        sampled.edit_keys(joint, |keys| {
            for (time, pose) in seconds.iter().zip(&poses) {
                let key = Key { time: *time, local: pose[joint] };
                keys.push(if key.is_sound() { key } else { Key { local: Transform::IDENTITY, ..key } });
            }
        })?;
    }
    Ok(sampled.clip())
}

impl CrowdModel {
    fn new(model: Model) -> Result<Self> {
        let skeleton = SimdSkeleton::new(&model.skeleton);
        let bindings = PaletteBindings::new(&skeleton, &model.skins);
        let mut frames = Vec::new();
        for clip in &model.clips {
            frames.push(Frames::bake(&skeleton, clip, RATE)?);
        }
        let all: Vec<usize> = (0..model.clips.len()).collect();
        let mut baked = SkinFrames::bake(&model, &all, RATE)?;
        for frame in baked.texels.chunks_mut(2 * baked.joints).skip(1).step_by(2) {
            frame.iter_mut().step_by(2).for_each(|rotation| *rotation = -*rotation);
        }
        let mut clips = Vec::new();
        for clip in &baked.clips {
            // The last one shows what the first does, and is never asked for.
            let frames = (clip.count - 1).max(1);
            let rate = frames as f32 / (clip.end - clip.start).max(1e-3);
            clips.push(BakedClip { first: clip.first, frames, rate });
        }
        Ok(CrowdModel { model, skeleton, bindings, frames, baked, clips })
    }

    /// Returns the number of baked frames of all clips together.
    pub fn frame_count(&self) -> usize {
        self.baked.texels.len() / (2 * self.baked.joints)
    }

    /// Returns the palettes of all members, one after the other.
    pub fn palettes(&self, members: &[CrowdMember]) -> Vec<Affine3x4> {
        let mut palettes = vec![Affine3x4::IDENTITY; members.len() * self.baked.joints];
        let CrowdModel { skeleton, bindings, frames, .. } = self;
        let crowd = Crowd { skeleton, bindings, clips: frames };
        crowd.write_palettes(SimdLevel::best(), members, &mut palettes);
        palettes
    }
}

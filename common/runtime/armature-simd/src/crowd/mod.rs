//! Many characters of one skeleton, each with its own clip and time, or two of them in a fade: a lane for each character.
//!
//! # The idea
//! Within a character, local to model is a chain of products that depend on each other, and each is too small for a
//! register of eight. Characters do not depend on each other: here eight of them are posed together, joint by joint, a
//! lane for each, so that every operation from the frames to the palette is eight wide. Only the model matrices of the
//! eight (26 kB for 67 joints) are kept in between.
//!
//! ```text
//! frames, each character at its own time       transposed: a register for each number of each joint
//! character 0   tx of joint 0 1 2 .. 7         joint 0   tx of character 0 1 2 .. 7
//! character 1   tx of joint 0 1 2 .. 7    ->   joint 1   tx of character 0 1 2 .. 7
//! ...                                          ...
//!
//! model[joint]  m00 of character 0 1 2 .. 7,  m01 of character 0 1 2 .. 7, ...   384 bytes
//!
//! palettes, transposed back:   character 0 | matrix 0  matrix 1  ... | character 1 | matrix 0 ... |
//! ```
//!
//! The palettes of all characters are one after another, for one upload; a shader finds a matrix at
//! `instance * bindings + joint`.
//!
//! A part of a block (translation, rotation or scale) that does not move and is the same for all eight characters is
//! copied to the lanes instead of sampled and transposed: in most clips every scale and nearly every translation, and
//! for eight characters of one clip all parts that do not move in it.
//!
//! A character that fades has two clips and a weight. Their poses are blended as [`Pose::set_blend`](armature::skeleton::Pose::set_blend) does, eight joints at
//! a time, before they are transposed; all that follows is the same. The others of its eight are sampled once.
//!
//! # What it costs
//! For each joint of a character whose parts all move: an eighth of 20 operations to interpolate frames and of 30
//! shuffles to transpose them, of 35 operations for the local matrix, of 39 for the model matrix and 39 for the
//! palette, and of 24 shuffles to transpose the palette. A fade adds an eighth of 20 operations for the second clip and of
//! about 45 for the blend, of which two are square roots and two divisions. Up to seven characters beyond a multiple of
//! eight cost as much as eight: one alone is for [`ModelInstance`](armature::model::ModelInstance).
//!
//! The palettes of ten thousand characters are 32 MB, more than a cache has. Prefetching this memory, or writing past
//! the caches (at once, or linearly from a buffer, in parts), was not faster where it was tried (Zen 3).
//!
//! A crowd is distributed over threads if it is about a millisecond of work; for less, waking a thread costs too much.

mod lanes;

use self::lanes::{Group, LaneMatrix};
use super::{Affine3x4, Frames, PaletteBindings, SimdLevel, SimdSkeleton, pose::LANES};
use armature::{animation::Crossfade, math::clamp_weight};
use std::cell::RefCell;

/// Clip and time of one member of a crowd, and in a fade those of a second clip.
///
/// ```
/// use armature_simd::CrowdMember;
///
/// let walker = CrowdMember::new(2, 0.5); // clip 2 at 0.5 s
/// let limping = CrowdMember { second: 3, second_time: 0.1, weight: 0.25, ..walker };
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CrowdMember {
    /// Index in the list of clips.
    pub clip: usize,
    /// Time in seconds on the clip's own clock, as [`armature::animation::Playback::time`] returns it.
    pub time: f32,
    /// Index of the second clip; any number if `weight` is 0.
    pub second: usize,
    /// Time of the second clip.
    pub second_time: f32,
    /// Weight of the second clip, from 0 to 1, clamped by [`clamp_weight`]: at 0 there is only the first clip.
    pub weight: f32,
}

impl CrowdMember {
    /// Makes a member that plays one clip.
    pub fn new(clip: usize, time: f32) -> Self {
        Self { clip, time, ..Self::default() }
    }

    /// Makes a member from a fade's course, whose clips are indices in the crowd's list. The second clip is the one that
    /// fades out.
    pub fn fading(fade: &Crossfade) -> Self {
        let member = Self::new(fade.clip(), fade.playback().time());
        let Some((second, playback)) = fade.from() else { return member };
        Self { second, second_time: playback.time(), weight: 1.0 - fade.weight(), ..member }
    }

    /// Returns the weight of the second clip, from 0 to 1.
    fn second_weight(&self) -> f32 {
        clamp_weight(self.weight)
    }
}

/// Smallest number of joints and bindings, over all characters, for several threads: about a millisecond on one core.
#[cfg(feature = "rayon")]
const PARALLEL_WORK: usize = 400_000;

/// Number of characters that a thread takes at a time.
#[cfg(feature = "rayon")]
const SHARE: usize = 64;

/// Data that all members of a crowd share. All but the last call below is done once, when the figure is loaded.
///
/// ```
/// use armature::{animation::Crossfade, model::Model};
/// use armature_simd::{Affine3x4, Crowd, CrowdMember, Frames, PaletteBindings, SimdLevel, SimdSkeleton};
///
/// /// Writes the palettes of two figures: one plays clip 0, one fades from clip 0 to clip 1.
/// fn pose(model: &Model, fade: &Crossfade) -> Result<Vec<Affine3x4>, Box<dyn std::error::Error>> {
///     let skeleton = SimdSkeleton::new(&model.skeleton);
///     let bindings = PaletteBindings::new(&skeleton, &model.skins);
///     let mut clips = Vec::new();
///     for clip in &model.clips {
///         clips.push(Frames::bake(&skeleton, clip, 30.0)?);
///     }
///     let mut palettes = vec![Affine3x4::IDENTITY; 2 * bindings.len()];
///
///     let crowd = Crowd { skeleton: &skeleton, bindings: &bindings, clips: &clips };
///     let members = [CrowdMember::new(0, 0.5), CrowdMember::fading(fade)];
///     crowd.write_palettes(SimdLevel::best(), &members, &mut palettes);
///     Ok(palettes)
/// }
/// ```
///
/// A figure in a pose of its own, after masks, layers or inverse kinematics, has a
/// [`ModelInstance`](armature::model::ModelInstance), whose
/// [`write_palette_rows`](armature::model::ModelInstance::write_palette_rows) overwrites the figure's palette.
#[derive(Clone, Copy, Debug)]
pub struct Crowd<'a> {
    /// Joints.
    pub skeleton: &'a SimdSkeleton,
    /// Skins: [`PaletteBindings::of_skin`] is the range of a skin's matrices in the palette of a character.
    pub bindings: &'a PaletteBindings,
    /// Clips baked for this skeleton.
    pub clips: &'a [Frames],
}

impl Crowd<'_> {
    /// Writes the palettes of all characters, one after another: matrix `p` of character `c` is
    /// `palettes[c * bindings.len() + p]`, and joint `j` of skin `s` has `p = bindings.of_skin(s).start + j`.
    ///
    /// With the feature `rayon`, a large crowd is distributed over several threads. A thread allocates when it poses its
    /// first crowd, and then no more.
    ///
    /// # Panics
    /// If a character has a clip that does not exist, if `palettes` is shorter than all palettes together, or if clips or
    /// bindings are those of a skeleton with other joints.
    pub fn write_palettes(&self, simd: SimdLevel, characters: &[CrowdMember], palettes: &mut [Affine3x4]) {
        #[cfg(feature = "rayon")]
        if characters.len() * (self.skeleton.len() + self.bindings.len()) >= PARALLEL_WORK {
            return self.write_on_all_threads(simd, characters, palettes);
        }
        self.write_on_this_thread(simd, characters, palettes);
    }

    /// Writes the palettes on the threads of rayon's pool.
    #[cfg(feature = "rayon")]
    fn write_on_all_threads(&self, simd: SimdLevel, characters: &[CrowdMember], palettes: &mut [Affine3x4]) {
        use rayon::prelude::*;
        let bindings = self.bindings.len();
        if bindings == 0 {
            return;
        }
        self.assert_fits(characters, palettes.len());
        let palettes = &mut palettes[..characters.len() * bindings];
        let shares = characters.par_chunks(SHARE).zip(palettes.par_chunks_mut(SHARE * bindings));
        shares.for_each(|(characters, palettes)| self.write_on_this_thread(simd, characters, palettes));
    }

    /// Panics if a character has a clip that does not exist, or there is no room for all palettes.
    fn assert_fits(&self, characters: &[CrowdMember], room: usize) {
        let matrices = characters.len() * self.bindings.len();
        assert!(matrices <= room, "the palettes have {matrices} matrices, and room for {room}");
        let clips = self.clips.len();
        for (index, member) in characters.iter().enumerate() {
            let second = if member.second_weight() > 0.0 { member.second } else { member.clip };
            let clip = member.clip.max(second);
            assert!(clip < clips, "member {index} plays clip {clip}, but the crowd has {clips} clips");
        }
    }

    /// Writes the palettes on the calling thread alone.
    ///
    /// # Panics
    /// As [`write_palettes`](Self::write_palettes).
    pub fn write_on_this_thread(&self, simd: SimdLevel, characters: &[CrowdMember], palettes: &mut [Affine3x4]) {
        self.assert_same_skeleton();
        let bindings = self.bindings.len();
        if bindings == 0 {
            return;
        }
        self.assert_fits(characters, palettes.len());
        let palettes = &mut palettes[..characters.len() * bindings];
        MODELS.with_borrow_mut(|models| {
            models.resize(self.skeleton.parents.len() + 1, LaneMatrix::IDENTITY);
            for (members, palettes) in characters.chunks(LANES).zip(palettes.chunks_mut(LANES * bindings)) {
                let mut group = [members[0]; LANES];
                group[..members.len()].copy_from_slice(members);
                let frames = group.map(|member| self.clips[member.clip].around(member.time));
                let mut seconds = [None; LANES];
                for (second, member) in seconds.iter_mut().zip(members) {
                    let weight = member.second_weight();
                    if weight > 0.0 {
                        *second = Some((self.clips[member.second].around(member.second_time), weight));
                    }
                }
                let fades = seconds.iter().any(Option::is_some);
                let one_clip = !fades && group.iter().all(|member| member.clip == group[0].clip);
                let skeleton = self.skeleton;
                let bindings = self.bindings;
                simd.run(Group { skeleton, bindings, frames, seconds, one_clip, models, palettes });
            }
        });
    }

    fn assert_same_skeleton(&self) {
        let id = self.skeleton.id;
        let is_same = self.bindings.skeleton == id && self.clips.iter().all(|clip| clip.skeleton == id);
        assert!(is_same, "clips and bindings of the crowd's skeleton");
    }
}

thread_local! {
    /// Model matrices of eight characters, kept from crowd to crowd.
    static MODELS: RefCell<Vec<LaneMatrix>> = const { RefCell::new(Vec::new()) };
}

#[cfg(test)]
mod tests;

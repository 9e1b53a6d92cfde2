//! Many characters on one skeleton, each with its own clip and clock: a lane for each character.
//!
//! # The idea
//! Within one character, local to model is a chain of products that wait for each other, and each
//! is too small for a register of eight. Across characters nothing waits for anything: eight of them
//! go through the same joints in step, a lane each, and every operation is eight wide from
//! the frames to the finished palette. Joints come and go one at a time, so that nothing but the
//! model matrices of the eight (26 kB for 67 joints) is kept on the way.
//!
//! ```text
//! frames, each character at its own time       turned: a register for each number of each joint
//! character 0   tx of joint 0 1 2 .. 7         joint 0   tx of character 0 1 2 .. 7
//! character 1   tx of joint 0 1 2 .. 7    ->   joint 1   tx of character 0 1 2 .. 7
//! ...                                          ...
//!
//! model[joint]  m00 of character 0 1 2 .. 7,  m01 of character 0 1 2 .. 7, ...   384 bytes
//!
//! palettes, turned back:   character 0 | place 0  place 1  ... | character 1 | place 0 ... |
//! ```
//!
//! The palettes of all characters lie one behind the other: one upload for the whole crowd, and the
//! shader finds a matrix at `instance * bindings + joint`.
//!
//! A part of a block (translation, rotation, scale) that none of the eight moves, and that is the same for all of
//! them, is spread over the lanes at once instead of mixed and turned eight times: in most clips that is every scale
//! and nearly every translation, and for eight who play one clip whatever stands still in it.
//!
//! # What it costs
//! A joint of one character: an eighth of 20 operations to mix a block's frames and of 30 shuffles to turn
//! them, where all moves; of 35 operations for the local matrix, of 39 for the model's and 39 for the palette's,
//! and of 24 shuffles to turn that. Characters beyond a multiple of eight are posed one by one; a group of seven would
//! cost more.
//!
//! Palettes are written once, in the rows that are uploaded; only the model matrices of eight lie between, in 26 kB.
//! Those of ten thousand are 32 MB, which no cache holds, and take longer for it. Prefetching that memory, or writing
//! past the caches (at once, or linearly from a buffer, in shares), was no faster where it was tried (Zen 3).
//!
//! A crowd is shared among threads when there is about a millisecond of work; below that, waking a thread costs more
//! than it does.

mod lanes;

use self::lanes::{Group, LaneMatrix};
use super::{
    Affine3x4, FastSkeleton, Frames, PaletteBindings, SimdLevel, TransformBlock, local_to_model, model_len,
    pose::LANES, write_palette,
};
use glam::Affine3A;
use std::cell::RefCell;

/// The clip and time of one member of a crowd.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CrowdMember {
    /// Index in the list of clips.
    pub clip: usize,
    /// Time on the clip's own clock, as [`armature::animation::Player::time`] gives it.
    pub time: f32,
}

/// Number of joints and bindings, over all characters, from which more than one thread pays: about a millisecond on one
/// core.
const PARALLEL_WORK: usize = 400_000;

/// Characters that one thread takes at a time.
const SHARE: usize = 64;

/// Data that a crowd has in common.
#[derive(Clone, Copy, Debug)]
pub struct Crowd<'a> {
    /// Its joints.
    pub skeleton: &'a FastSkeleton,
    /// Its skins.
    pub bindings: &'a PaletteBindings,
    /// Clips baked for this skeleton.
    pub clips: &'a [Frames],
}

impl Crowd<'_> {
    /// The palette of every character, one behind the other: `palettes[c * bindings + p]`.
    ///
    /// On several threads when there is enough to do. Allocates when a thread poses its first crowd, and
    /// then no more.
    ///
    /// # Panics
    /// If a character names a clip that is not there, or `palettes` is shorter than all palettes together.
    /// May panic, or write wrong matrices, if clips or bindings are another skeleton's.
    pub fn write_palettes(&self, simd: SimdLevel, characters: &[CrowdMember], palettes: &mut [Affine3x4]) {
        if characters.len() * (self.skeleton.len() + self.bindings.len()) >= PARALLEL_WORK {
            return self.write_on_all_threads(simd, characters, palettes);
        }
        self.write_on_this_thread(simd, characters, palettes);
    }

    /// Writes the palettes on the threads of rayon's pool.
    fn write_on_all_threads(&self, simd: SimdLevel, characters: &[CrowdMember], palettes: &mut [Affine3x4]) {
        use rayon::prelude::*;
        let bindings = self.bindings.len();
        let palettes = &mut palettes[..characters.len() * bindings];
        if bindings == 0 {
            return;
        }
        let fractions = characters.par_chunks(SHARE).zip(palettes.par_chunks_mut(SHARE * bindings));
        fractions.for_each(|(characters, palettes)| {
            self.write_on_this_thread(simd, characters, palettes);
        });
    }

    /// Writes the palettes on the caller's thread alone.
    ///
    /// # Panics
    /// As [`write_palettes`](Self::write_palettes).
    pub fn write_on_this_thread(&self, simd: SimdLevel, characters: &[CrowdMember], palettes: &mut [Affine3x4]) {
        thread_local! {
            static SCRATCH: RefCell<Scratch> = const { RefCell::new(Scratch::new()) };
        }
        let bindings = self.bindings.len();
        let palettes = &mut palettes[..characters.len() * bindings];
        if bindings == 0 {
            return;
        }
        SCRATCH.with_borrow_mut(|scratch| {
            scratch.fit(self.skeleton);
            let Scratch { lane_models: models, pose, model } = scratch;
            let (groups, alone) = characters.as_chunks::<LANES>();
            let (of_groups, of_alone) = palettes.split_at_mut(groups.len() * LANES * bindings);
            for (group, palettes) in groups.iter().zip(of_groups.chunks_exact_mut(LANES * bindings)) {
                let around = group.map(|CrowdMember { clip, time }| self.clips[clip].around(time));
                let one_clip = group.iter().all(|member| member.clip == group[0].clip);
                let skeleton = self.skeleton;
                let bindings = self.bindings;
                simd.run(Group { skeleton, bindings, around, one_clip, models, palettes });
            }
            for (playing, palette) in alone.iter().zip(of_alone.chunks_exact_mut(bindings)) {
                self.clips[playing.clip].sample(simd, playing.time, pose);
                local_to_model(simd, self.skeleton, pose, Affine3A::IDENTITY, model);
                write_palette(simd, self.bindings, model, palette);
            }
        });
    }
}

/// Working memory of a thread, kept from crowd to crowd.
struct Scratch {
    lane_models: Vec<LaneMatrix>,
    pose: Vec<TransformBlock>,
    model: Vec<Affine3x4>,
}

impl Scratch {
    const fn new() -> Self {
        Self { lane_models: Vec::new(), pose: Vec::new(), model: Vec::new() }
    }

    fn fit(&mut self, skeleton: &FastSkeleton) {
        self.lane_models.resize(model_len(skeleton), LaneMatrix::IDENTITY);
        self.pose.resize(skeleton.blocks(), TransformBlock::REST);
        self.model.resize(model_len(skeleton), Affine3x4::IDENTITY);
    }
}

#[cfg(test)]
mod tests;

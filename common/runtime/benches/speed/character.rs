//! A character in both forms, and the times of many in a clip.

use crate::data;
use armature::{
    animation::{
        Clip, Cursors,
        reduce::{SHELL, shell_distance},
    },
    skeleton::{Pose, Skeleton, local_to_model},
    skin::Skin,
};
use armature_simd::{Frames, PaletteBindings, SimdLevel, SimdSkeleton};
use glam::Affine3A;

/// A character in the plain and in the fast form.
pub(super) struct Character {
    pub(super) skeleton: Skeleton,
    pub(super) skin: Skin,
    pub(super) bind: Pose,
    pub(super) fast_skeleton: SimdSkeleton,
    pub(super) bindings: PaletteBindings,
}

impl Character {
    pub(super) fn new(skin: Skin, skeleton: Skeleton) -> Self {
        let fast_skeleton = SimdSkeleton::new(&skeleton);
        let bindings = PaletteBindings::new(&fast_skeleton, std::slice::from_ref(&skin));
        Self { bind: skeleton.bind_pose(), skeleton, skin, fast_skeleton, bindings }
    }

    pub(super) fn bake(&self, clip: &Clip) -> Frames {
        Frames::bake(&self.fast_skeleton, clip, 30.0).expect("a few seconds fit")
    }

    /// Returns the skinning matrices at a time of a clip.
    pub(super) fn palette_at(&self, clip: &Clip, time: f32) -> Vec<Affine3A> {
        let mut pose = Pose::default();
        clip.sample(time, &self.bind, &mut Cursors::default(), &mut pose);
        self.skin.palette(&self.skeleton.model_from_joint(&pose))
    }

    /// Returns the largest distance between a clip and its frames of a point 3 cm from a joint, in metres; the same on every
    /// processor of a kind.
    pub(super) fn largest_error(&self, clip: &Clip, frames: &Frames) -> f32 {
        let mut models = [vec![Affine3A::IDENTITY; self.skeleton.len()], vec![Affine3A::IDENTITY; self.skeleton.len()]];
        let mut cursors = Cursors::default();
        let mut pose = self.bind.clone();
        let mut blocks = self.fast_skeleton.rest().to_vec();
        let mut worst = 0.0f32;
        for step in 0..=1000 {
            let time = clip.start + clip.duration() * (step as f32 / 1000.0);
            clip.sample(time, &self.bind, &mut cursors, &mut pose);
            local_to_model(&self.skeleton, &pose, Affine3A::IDENTITY, &mut models[0]);
            frames.sample(SimdLevel::PORTABLE, time, &mut blocks);
            self.fast_skeleton.write_pose(&blocks, &mut pose);
            local_to_model(&self.skeleton, &pose, Affine3A::IDENTITY, &mut models[1]);
            for (a, b) in models[0].iter().zip(&models[1]) {
                worst = worst.max(shell_distance(a, b, SHELL));
            }
        }
        worst
    }
}

/// Times of many characters in a clip.
#[derive(Clone)]
pub(super) struct Clocks {
    times: Vec<f32>,
    span: [f32; 2],
    /// Random numbers for times that jump in each frame; `None` for 60 frames a second.
    seek: Option<data::Random>,
}

impl Clocks {
    pub(super) fn new(clip: &Clip, count: usize, seek: bool) -> Self {
        let mut random = data::Random::new(5);
        let times = (0..count).map(|_| clip.start + random.unit() * clip.duration()).collect();
        Self { times, span: [clip.start, clip.end], seek: seek.then_some(random) }
    }

    /// Advances all times by a frame and returns them.
    pub(super) fn advance(&mut self) -> &[f32] {
        let [start, end] = self.span;
        for time in &mut self.times {
            *time = match &mut self.seek {
                Some(random) => start + random.unit() * (end - start),
                None if *time >= end => start,
                None => *time + 1.0 / 60.0,
            };
        }
        &self.times
    }
}

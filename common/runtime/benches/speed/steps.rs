//! The steps one by one: sampling, matrices, skinning.

use crate::character::{Character, Clocks};
use crate::{Bench, NO_GOAL, TABLE};
use armature::{
    animation::{Clip, Cursors},
    mesh::SkinnedVertex,
    skeleton::local_to_model,
    skin::skin_vertices,
};
use armature_simd::{Affine3x4, VertexBlocks};
use glam::{Affine3A, Vec3};
use std::hint::black_box;

impl Bench {
    /// Measures the sampling of a clip, forward and at random times, and all steps from the clip to palettes.
    pub(super) fn measure_sampling(
        &mut self,
        character: &Character,
        clip: &Clip,
        counts: &[usize],
        goals: [[f64; 2]; 2],
    ) {
        let frames = character.bake(clip);
        let name = &clip.name;
        let millimetres = 1e3 * character.largest_error(clip, &frames);
        let size = format!("{} | {} | {millimetres:.3} mm", clip.key_bytes(), frames.bytes());
        if !TABLE.contains(&format!("| frames, {name}, forward, 1 | {size} ")) {
            self.changed.push(format!("{name}: {size}"));
        }
        let simd = self.simd;
        for (order, goal) in ["forward", "seek"].into_iter().zip(goals) {
            for &count in counts {
                let mut clocks = Clocks::new(clip, count, order == "seek");
                let mut same_clocks = clocks.clone();
                let mut plain = vec![(Cursors::default(), character.bind.clone()); count];
                let mut fast = vec![character.fast_skeleton.rest().to_vec(); count];
                self.row_with_size(
                    &format!("frames, {name}, {order}, {count}"),
                    count * character.skeleton.len(),
                    goal,
                    &size,
                    || {
                        for (time, (cursors, pose)) in clocks.advance().iter().zip(&mut plain) {
                            clip.sample(*time, &character.bind, cursors, pose);
                        }
                        black_box(&plain);
                    },
                    || {
                        for (time, pose) in same_clocks.advance().iter().zip(&mut fast) {
                            frames.sample(simd, *time, pose);
                        }
                        black_box(&fast);
                    },
                );
            }
        }
        for (count, goal) in [(1, NO_GOAL), (8, [3.3, 2.5]), (1024, [3.3, 2.5])] {
            let row = format!("clip to palettes, {name}, {count}");
            self.measure_palettes(&row, character, std::slice::from_ref(clip), &vec![0; count], goal);
        }
    }

    /// Measures local to model, and palettes, of poses in memory. There is a list of poses, one of matrices and one of
    /// palettes for all characters, as a crowd has its palettes: with a character's pose beside its matrices, the
    /// prefetcher would read poses in vain, and a thousand palettes would take two to four times as long, plain or
    /// fast.
    pub(super) fn measure_matrices(&mut self, character: &Character) {
        let Character { skeleton, skin, bind, fast_skeleton, bindings } = character;
        let simd = self.simd;
        let joints = skeleton.len();
        let blocks = fast_skeleton.blocks();
        let slots = armature_simd::model_len(fast_skeleton);
        for count in [1, 8, 1024] {
            let poses = vec![bind.clone(); count];
            let mut models = vec![Affine3A::IDENTITY; count * joints];
            let fast_poses = fast_skeleton.rest().repeat(count);
            let mut fast_models = vec![Affine3x4::IDENTITY; count * slots];
            self.row(
                &format!("local to model, {count}"),
                count * joints,
                [1.5, 1.1],
                || {
                    for (pose, model) in poses.iter().zip(models.chunks_exact_mut(joints)) {
                        local_to_model(skeleton, pose, Affine3A::IDENTITY, model);
                    }
                    black_box(&models);
                },
                || {
                    for (pose, model) in fast_poses.chunks_exact(blocks).zip(fast_models.chunks_exact_mut(slots)) {
                        armature_simd::local_to_model(simd, fast_skeleton, pose, Affine3A::IDENTITY, model);
                    }
                    black_box(&fast_models);
                },
            );
            let mut palettes = vec![Affine3A::IDENTITY; count * joints];
            let mut fast_palettes = vec![Affine3x4::IDENTITY; count * joints];
            self.row(
                &format!("palette, {count}"),
                count * joints,
                [1.35, 1.15],
                || {
                    for (model, palette) in models.chunks_exact(joints).zip(palettes.chunks_exact_mut(joints)) {
                        skin.write_palette(model, palette);
                    }
                    black_box(&palettes);
                },
                || {
                    for (model, palette) in fast_models.chunks_exact(slots).zip(fast_palettes.chunks_exact_mut(joints))
                    {
                        armature_simd::write_palette(simd, bindings, model, palette);
                    }
                    black_box(&fast_palettes);
                },
            );
        }
    }

    /// Measures skinning on the processor.
    pub(super) fn measure_skinning(&mut self, name: &str, vertices: &[SkinnedVertex], palette: &[Affine3A]) {
        let simd = self.simd;
        let blocks = VertexBlocks::new(vertices);
        let rows: Vec<Affine3x4> = palette.iter().map(|matrix| Affine3x4::from(*matrix)).collect();
        let mut plain = (vec![Vec3::ZERO; vertices.len()], vec![Vec3::ZERO; vertices.len()]);
        let mut fast = (vec![[0.0; 3]; vertices.len()], vec![[0.0; 3]; vertices.len()]);
        self.row(
            &format!("skinning, {name}"),
            vertices.len(),
            [1.5, 1.3],
            || {
                skin_vertices(palette, vertices, &mut plain.0, &mut plain.1);
                black_box(&plain);
            },
            || {
                blocks.skin(simd, &rows, &mut fast.0, &mut fast.1);
                black_box(&fast);
            },
        );
    }
}

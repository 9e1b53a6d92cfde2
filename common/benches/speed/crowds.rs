//! Ten thousand characters, each with its own clock and clip.

use crate::{
    Bench, data,
    poses::{Character, Clocks},
    report::Goal,
};
use common::{
    animation::Cursors,
    fast::{Affine3x4, Crowd, CrowdMember, Frames},
    skeleton::local_to_model,
};
use glam::Affine3A;
use std::hint::black_box;

const COUNT: usize = 10_000;

pub(crate) fn run(bench: &mut Bench) {
    let what = "crowd of 10000, two clips";
    if !bench.rounds.wanted(what) {
        return;
    }
    let character = Character::humanoid();
    let plain_clips = [data::dense(&character.skeleton), data::sparse(&character.skeleton)];
    let clips = plain_clips
        .each_ref()
        .map(|clip| Frames::bake(&character.fast_skeleton, clip, 30.0).expect("four seconds fit"));
    let crowd =
        Crowd { skeleton: &character.fast_skeleton, bindings: &character.bindings, clips: &clips };
    let mut clocks = Clocks::new(&plain_clips[0], COUNT, false);
    let mut same_clocks = clocks.clone();
    let mut random = data::Random::new(6);
    let mut playing: Vec<CrowdMember> =
        (0..COUNT).map(|_| CrowdMember { clip: random.below(2), time: 0.0 }).collect();
    let plays: Vec<usize> = playing.iter().map(|playing| playing.clip).collect();
    let mut palettes = vec![Affine3x4::IDENTITY; COUNT * character.bindings.len()];
    let joints = character.skeleton.len();
    let (mut pose, mut model) = (character.bind.clone(), vec![Affine3A::IDENTITY; joints]);
    let mut cursors = vec![Cursors::default(); COUNT];
    let mut plain_palettes = vec![Affine3A::IDENTITY; COUNT * joints];
    let simd = bench.simd;
    let comparison = bench.rounds.compare(
        COUNT,
        || {
            let palettes = plain_palettes.chunks_exact_mut(joints);
            let characters = clocks.tick().iter().zip(&plays).zip(&mut cursors).zip(palettes);
            for (((time, clip), cursors), palette) in characters {
                plain_clips[*clip].sample(*time, &character.bind, cursors, &mut pose);
                local_to_model(&character.skeleton, &pose, Affine3A::IDENTITY, &mut model);
                character.skin.write_palette(&model, palette);
            }
            black_box(&plain_palettes);
        },
        || {
            for (playing, time) in playing.iter_mut().zip(same_clocks.tick()) {
                playing.time = *time;
            }
            crowd.write_on_this_thread(simd, &playing, &mut palettes);
            black_box(&palettes);
        },
    );
    bench.report.comparison(what, "character", comparison, Goal::Ratio { target: 4.0, floor: 3.2 });
}

//! Ten thousand characters, each with its own clock and clip.

use crate::{
    Bench, data,
    poses::{Clocks, Figure},
    report::Goal,
};
use common::{
    animation::Cursors,
    fast::{Crowd, Frames, Playing, Rows},
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
    let figure = Figure::humanoid();
    let plain_clips = [data::dense(&figure.skeleton), data::sparse(&figure.skeleton)];
    let clips = plain_clips
        .each_ref()
        .map(|clip| Frames::bake(&figure.rig, clip, 30.0).expect("four seconds fit"));
    let crowd = Crowd { rig: &figure.rig, places: &figure.places, clips: &clips };
    let mut clocks = Clocks::new(COUNT, false);
    let mut same_clocks = clocks.clone();
    let mut random = data::Random::new(6);
    let mut playing: Vec<Playing> =
        (0..COUNT).map(|_| Playing { clip: random.below(2), time: 0.0 }).collect();
    let plays: Vec<usize> = playing.iter().map(|playing| playing.clip).collect();
    let mut palettes = vec![Rows::IDENTITY; COUNT * figure.places.len()];
    let joints = figure.skeleton.len();
    let (mut pose, mut model) = (figure.bind.clone(), vec![Affine3A::IDENTITY; joints]);
    let mut cursors = vec![Cursors::default(); COUNT];
    let mut plain_palettes = vec![Affine3A::IDENTITY; COUNT * joints];
    let path = bench.path;
    let tick = |clocks: &mut Clocks, playing: &mut [Playing]| {
        for (playing, time) in playing.iter_mut().zip(clocks.tick()) {
            playing.time = *time;
        }
    };

    let contest = bench.rounds.contest(
        COUNT,
        || {
            let palettes = plain_palettes.chunks_exact_mut(joints);
            let characters = clocks.tick().iter().zip(&plays).zip(&mut cursors).zip(palettes);
            for (((time, clip), cursors), palette) in characters {
                plain_clips[*clip].sample(*time, &figure.bind, cursors, &mut pose);
                local_to_model(&figure.skeleton, &pose, Affine3A::IDENTITY, &mut model);
                figure.skin.write_palette(&model, palette);
            }
            black_box(&plain_palettes);
        },
        || {
            tick(&mut same_clocks, &mut playing);
            crowd.write_on_this_thread(path, &playing, &mut palettes);
            black_box(&palettes);
        },
    );
    bench.report.contest(what, "character", contest, Goal::Ratio { target: 4.0, floor: 3.2 });
    let milliseconds = contest.fast.median * COUNT as f64 / 1e6;
    bench.report.at_most("crowd of 10000, one core", "ms", milliseconds, 6.0, " of CPU time");

    #[cfg(feature = "parallel")]
    {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
        let pool = pool.expect("two threads can be started");
        let (wall, least) = bench.rounds.wall(|| {
            tick(&mut same_clocks, &mut playing);
            pool.install(|| crowd.write_on_all_threads(path, &playing, &mut palettes));
            black_box(&palettes);
        });
        // Other work on the machine takes a core away and only ever adds: the least is what two free
        // cores need. On a quiet machine the median is close to it.
        let note = format!(" at least, median {:.2}", wall.median);
        bench.report.at_most("crowd of 10000, two threads", "ms", least, 3.2, &note);
    }
}

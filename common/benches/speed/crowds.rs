//! Ten thousand characters, each with its own clock and clip; and from how many on a second thread helps.

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
    ten_thousand(bench);
    second_thread(bench);
}

fn ten_thousand(bench: &mut Bench) {
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
    let tick = |clocks: &mut Clocks, playing: &mut [CrowdMember]| {
        for (playing, time) in playing.iter_mut().zip(clocks.tick()) {
            playing.time = *time;
        }
    };

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
            tick(&mut same_clocks, &mut playing);
            crowd.write_on_this_thread(simd, &playing, &mut palettes);
            black_box(&palettes);
        },
    );
    bench.report.comparison(what, "character", comparison, Goal::Ratio { target: 4.0, floor: 3.2 });

    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let pool = pool.expect("two threads can be started");
    let [one, two] = [false, true].map(|threads| {
        bench.rounds.wall(|| {
            tick(&mut same_clocks, &mut playing);
            if threads {
                pool.install(|| crowd.write_on_all_threads(simd, &playing, &mut palettes));
            } else {
                crowd.write_on_this_thread(simd, &playing, &mut palettes);
            }
            black_box(&palettes);
        })
    });
    println!("{what}, one thread over two, on the wall clock: {:.2}x", one / two);
}

/// A crowd once a frame, as a game would: between two frames the second thread has gone to sleep, and
/// waking it is part of the cost. On the wall clock, so on a machine that has nothing else to do.
fn second_thread(bench: &mut Bench) {
    use crate::rounds::Spread;
    use common::fast::PARALLEL_WORK;
    let what = "crowd, a second thread";
    if !bench.rounds.wanted(what) {
        return;
    }
    let character = Character::humanoid();
    let clip = data::dense(&character.skeleton);
    let clips = [Frames::bake(&character.fast_skeleton, &clip, 30.0).expect("four seconds fit")];
    let crowd =
        Crowd { skeleton: &character.fast_skeleton, bindings: &character.bindings, clips: &clips };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let pool = pool.expect("two threads can be started");
    let simd = bench.simd;
    let mut least = None;
    println!("{:<52} {:>24} {:>24} {:>22}", "", "one thread, us", "two threads, us", "ratio");
    for count in [128, 256, 512, 1024, 2048, 3072, 4096, 8192] {
        let mut clocks = Clocks::new(&clip, count, false);
        let mut palettes = vec![Affine3x4::IDENTITY; count * character.bindings.len()];
        let mut frame = |threads: usize| {
            let times = clocks.tick().iter();
            let playing: Vec<CrowdMember> =
                times.map(|time| CrowdMember { clip: 0, time: *time }).collect();
            let start = std::time::Instant::now();
            match threads {
                1 => crowd.write_on_this_thread(simd, &playing, &mut palettes),
                _ => pool.install(|| crowd.write_on_all_threads(simd, &playing, &mut palettes)),
            }
            black_box(&palettes);
            start.elapsed().as_secs_f64() * 1e6
        };
        let [one, two] = bench.rounds.asleep_between([1, 2], &mut frame).map(Spread::of);
        let ratio = one.median / two.median;
        let us = |s: Spread| format!("{:.0} [{:.0}..{:.0}]", s.median, s.p10, s.p90);
        let name = format!("{what}, {count} characters");
        println!("{name:<52} {:>24} {:>24} {:>21.2}x", us(one), us(two), ratio);
        // From here on: an exception further up takes it back.
        least = if ratio > 1.1 { least.or(Some((count, one.median))) } else { None };
    }
    let each = character.skeleton.len() + character.bindings.len();
    match least {
        Some((count, us)) => println!(
            "{what} pays from {count} characters on: {us:.0} us of work, {} joints and bindings; \
             PARALLEL_WORK is {PARALLEL_WORK}",
            count * each
        ),
        None => println!("{what} never pays here"),
    }
}

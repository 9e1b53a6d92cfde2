//! Measures `armature` and `armature-simd` beside ozz-animation, whose program `ozz.cc` runs beside this one and takes turns
//! with it. `run` builds both. The argument is that program with its arguments.

mod bevy;
mod character;
mod ozz;

use character::{Character, Side, step};
use cpu_time::ThreadTime;
use ozz::Ozz;

/// Nanoseconds for which each side works in a turn.
const SLICE: f64 = 3e6;
const ROUNDS: usize = 21;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().ok_or("the program of ozz.cc is missing")?;
    let mut ozz = Ozz::start(&program, arguments)?;
    let character = Character::read(&mut ozz)?;
    for (index, name) in ["recorded", "reduced"].into_iter().enumerate() {
        let [error, simd_error] = character.largest_distances(&mut ozz, index)?;
        let clip = &character.clips[index];
        println!(
            "{name}: {} bytes in ozz, {} as keys, {} as frames; joints are up to {:.2} mm from those of ozz, as frames {:.2} mm",
            clip.ozz_bytes,
            clip.keys.key_bytes(),
            clip.frames.bytes(),
            1e3 * error,
            1e3 * simd_error,
        );
    }
    println!(
        "\nNanoseconds for a character ({} joints, {} vertices), medians of {ROUNDS} turns:\n",
        character.joints(),
        character.vertices.len()
    );
    println!("| step | characters | ozz | armature | | armature-simd | | bevy_curve | |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (name, clip) in [
        ("sampling", Some(0)),
        ("sampling", Some(1)),
        ("blending", None),
        ("matrices", None),
        ("skinning", None),
        ("all", Some(0)),
        ("all", Some(1)),
    ] {
        for count in [1, 8, 1024] {
            let index = clip.unwrap_or(0);
            let question = format!("time {name} {index} {count}");
            let mut steps =
                [Side::Plain, Side::Simd, Side::Bevy].map(|side| step(&character, name, index, count, side));
            let calls = steps.each_mut().map(|step| step.as_mut().map_or(0, |step| calls_in_slice(step)));
            let mut times = [const { Vec::new() }; 4];
            for _ in 0..ROUNDS {
                times[0].push(ozz.measure(&question)?);
                for (side, step) in steps.iter_mut().enumerate() {
                    if let Some(step) = step {
                        times[side + 1].push(time(calls[side], step) / (calls[side] * count) as f64);
                    }
                }
            }
            let kind = clip.map_or("", |clip| [", recorded", ", reduced"][clip]);
            let [ozz_times, plain, simd, bevy] = &times;
            println!(
                "| {name}{kind} | {count} | {:.0} | {} | {} | {} |",
                median(ozz_times.clone()),
                beside(plain, ozz_times),
                beside(simd, ozz_times),
                beside(bevy, ozz_times),
            );
        }
    }
    Ok(())
}

/// Returns the median time, and how many times as long the other side takes.
fn beside(times: &[f64], ozz_times: &[f64]) -> String {
    if times.is_empty() {
        return "- | -".into();
    }
    let ratios = times.iter().zip(ozz_times).map(|(time, ozz_time)| ozz_time / time).collect();
    format!("{:.0} | {:.2}x", median(times.to_vec()), median(ratios))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the number of calls that take a [`SLICE`].
fn calls_in_slice(step: &mut dyn FnMut()) -> usize {
    let mut calls = 1;
    loop {
        let nanoseconds = time(calls, step);
        if nanoseconds >= SLICE / 2.0 {
            return (SLICE / nanoseconds * calls as f64).ceil() as usize;
        }
        calls *= 2;
    }
}

/// Returns the CPU time of this thread that `calls` calls take, in nanoseconds.
fn time(calls: usize, step: &mut dyn FnMut()) -> f64 {
    let start = ThreadTime::now();
    for _ in 0..calls {
        step();
    }
    start.elapsed().as_nanos() as f64
}

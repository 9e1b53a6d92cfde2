//! The README's statements about the code and the knight's file hold.

use crate::readme_says;
use armature_formats::collada;
use common::exercise::Exercise;
use lesson_05::{
    LoopMode, Segment,
    chain::{CLIP, Chain, kept},
    checks::REFERENCE,
    figures::{CLOSES_AT, KEYS},
    playing::{FRAMES, PlayingDance, SPAN},
    scene::DanceScene,
};

#[test]
fn the_numbers_are_those_of_the_code() {
    let chain = Chain::read(&Chain::knight()).expect("the knight");
    let model = collada::load(Chain::knight()).expect("the knight").model;
    let clip = model.clip(CLIP).expect("the dance");
    let document = collada::read(Chain::knight()).expect("the knight");
    let times = &document.curves[0].times; // as the file has them: a track may do with fewer
    let [all, walk] = [clip, model.clip("walk").expect("the walk")]
        .map(|clip| times.iter().filter(|time| (clip.start..=clip.end).contains(*time)).count());
    let times: Vec<String> = chain.keys.times.iter().map(|time| format!("{time:.2}")).collect();
    let (last, before) = times.split_last().expect("keys");
    let before = before.join(", ").replacen("0.00", "0", 1);
    let key_times = chain.keys.times.clone();
    let keys = chain.keys.times.len();
    let end = chain.keys.closes_at;
    let numbers: Vec<usize> = chain.floats.iter().map(Vec::len).filter(|count| *count > 0).collect();
    assert_eq!(numbers, vec![16 * keys; numbers.len()], "each joint has all keys, or none");
    let shortest = 1000.0 * FRAMES.iter().copied().fold(f32::MAX, f32::min);
    let longest = 1000.0 * FRAMES.iter().copied().fold(0.0, f32::max);
    let backwards = REFERENCE.keyframes.wrap_time(-0.5, 2.0, LoopMode::Loop).unwrap();
    let Segment { from, to, alpha } = REFERENCE.keyframes.segment(&chain.keys.times, 1.17, Some(end)).unwrap();
    let frames: Vec<f32> = chain.keys.times.iter().map(|time| (time * 24.0).round()).collect();
    assert_eq!((&frames[..], end), (&KEYS[..], CLOSES_AT), "the figures' keys are the dance's");
    for says in [
        format!("1.17 s lies in the segment from key {from} to key {to}, and alpha is {alpha:.2}"),
        format!("knows {} motions", ["", "nine"][usize::from(model.clips.len() == 9)]),
        format!("The dance has {all} keys in the file"),
        format!("which of the {all} keys are kept. Keep all but the last, 0 to {}", all - 2),
        format!("let them walk, with keys of 0 to {}", walk - 2),
        format!("we keep {keys}: at {before} and {last} s. That makes {} numbers a joint", 16 * keys),
        format!("So {0} numbers are {0} / 16 = {keys} keys", 16 * keys),
        format!("And {}? You might take the first {}", 16 * keys - 1, ["", "eight"][usize::from(keys == 9)]),
        format!("At {end} s the dance comes back"),
        format!("the shortest takes {shortest:.0} ms, the longest {longest:.0} ms"),
        format!("{keys} keys have {} segments", keys - 1),
        format!("from the last key, at {last} s, back to key 0, which is reached again at {end} s"),
        format!("its $d$ is {end} s, that of the others {last} s"),
        format!("over {SPAN} seconds"),
        format!("half a second before the start is {backwards} s"),
        format!("36000 s, the next larger one is {:.3} s away", 36000.0_f32.next_up() - 36000.0),
        format!("A float has {} binary digits", f32::MANTISSA_DIGITS),
        format!("the picture's moment, {} s", DanceScene::TIME),
        format!("by writing `(0..{}).collect()`", all - 1),
        format!("to `(0..{}).collect()`", walk - 1),
        format!("keeps the sign and gives {}", -0.5_f32 % 2.0),
    ] {
        readme_says(&says);
    }
    // A dance of 2 s after 5.3 s, and after 7 s; and the seam.
    let [clamped, looped, there, back] =
        [(5.3, LoopMode::Clamp), (5.3, LoopMode::Loop), (5.3, LoopMode::PingPong), (7.0, LoopMode::PingPong)]
            .map(|(elapsed, mode)| REFERENCE.keyframes.wrap_time(elapsed, 2.0, mode).unwrap());
    readme_says(&format!("he stops, so he is at {clamped} s"));
    readme_says(&format!("The remainder counts, {looped:.1} s"));
    readme_says(&format!("The remainder is {there:.1} s again"));
    readme_says(&format!("at 4 - 3 = {back} s"));
    let seam = REFERENCE.keyframes.segment(&key_times, 1.85, Some(end)).unwrap();
    readme_says(&format!("At 1.85 s you are between key {} and key {}, and alpha is", seam.from, seam.to));
    readme_says(&format!("= {:.2}. If alpha stayed 0 there", seam.alpha));
    // "the left knight's pink arm is too short"
    let keys = chain.keys.clone();
    let mut playing = PlayingDance::new(chain);
    let short = arm(&mut playing, DanceScene::TIME) / arm(&mut playing, keys.times[1]);
    assert!(short < 0.9, "{short}");
    // "a third of a second"
    let last = keys.times.len() - 1;
    assert!((end - keys.times[last] - 1.0 / 3.0).abs() < 0.01);
    // "one every 24th of a second"
    assert_eq!(all, kept()[last] + 8 + 1);
    assert!((keys.times[1] - kept()[1] as f32 / 24.0).abs() < 1e-4);
}

/// Returns the length of the looping knight's right arm from shoulder to hand, in the file's unit.
fn arm(playing: &mut PlayingDance, seconds: f32) -> f32 {
    let frame = playing.evaluate(&REFERENCE, seconds).unwrap();
    let [shoulder, hand] = ["upper_arm_r", "hand_r"].map(|name| {
        let joint = playing.chain.find(name).expect(name);
        frame.knights[0].pose[joint].w_axis
    });
    shoulder.distance(hand)
}

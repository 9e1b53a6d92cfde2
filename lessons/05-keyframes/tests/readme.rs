//! What README.md says of code and of the knight's file is what they are.

use common::collada;
use lesson_05::LoopMode;
use lesson_05::chain::{CLIP, Chain, KEPT};
use lesson_05::checks::REFERENCE;
use lesson_05::playing::{FRAMES, SPAN};

const README: &str = include_str!("../README.md");

#[test]
fn the_numbers_are_those_of_the_code() {
    let chain = Chain::read(&Chain::knight()).expect("the knight");
    let model = collada::load(&Chain::knight()).expect("the knight").model;
    let clip = model.clip(CLIP).expect("the dance");
    let all = clip.tracks[0].rotation.as_ref().expect("a rotation").track().times();
    let all = all.iter().filter(|time| (clip.start..=clip.end).contains(*time)).count();
    let times: Vec<String> = chain.times.iter().map(|time| format!("{time:.2}")).collect();
    let (last, before) = times.split_last().expect("keys");
    let before = before.join(", ").replacen("0.00", "0", 1);
    let (keys, end) = (chain.times.len(), chain.closes_at);
    let numbers: Vec<usize> =
        chain.floats.iter().map(Vec::len).filter(|count| *count > 0).collect();
    assert_eq!(numbers, vec![16 * keys; numbers.len()], "each joint has all keys, or none");
    let millis = |seconds: f32| format!("{:.0} ms", 1000.0 * seconds);
    let shortest = millis(FRAMES.iter().copied().fold(f32::MAX, f32::min));
    let longest = millis(FRAMES.iter().copied().fold(0.0, f32::max));
    let backwards = (REFERENCE.wrap_time)(-0.5, 2.0, LoopMode::Loop);
    for says in [
        format!("knows {} motions", ["", "nine"][usize::from(model.clips.len() == 9)]),
        format!("The dance has {all} keys there"),
        format!("which of the {all} keys are kept"),
        format!(
            "we keep {keys}: at {before} and {last} s. That makes {} numbers a joint",
            16 * keys
        ),
        format!("If there are {}, one number is lost", 16 * keys - 1),
        format!("At {end} s the dance comes back"),
        format!("the shortest takes {shortest}, the longest {longest}"),
        format!("{keys} keys have {} segments", keys - 1),
        format!("from the last key, at {last} s, back to key 0, which is reached again at {end} s"),
        format!("its $d$ is {end} s, that of the others {last} s"),
        format!("over {SPAN} seconds"),
        format!("half a second before the start is {backwards} s"),
        format!("36000 s, the next larger one is {:.3} s away", 36000.0_f32.next_up() - 36000.0),
        format!("A float has {} binary digits", f32::MANTISSA_DIGITS),
        format!("keeps the sign and gives {}", -0.5_f32 % 2.0),
    ] {
        assert!(README.contains(&says), "README.md does not say: {says}");
    }
    // "a third of a second"
    assert!((end - chain.times[keys - 1] - 1.0 / 3.0).abs() < 0.01);
    // "one every 24th of a second"
    assert_eq!(all, KEPT[keys - 1] + 8 + 1);
    assert!((chain.times[1] - KEPT[1] as f32 / 24.0).abs() < 1e-4);
}

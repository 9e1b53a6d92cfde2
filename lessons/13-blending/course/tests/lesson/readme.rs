//! The README's statements about the code and the knight's file hold.

use crate::readme_says;
use armature::math::{nlerp, shortest, slerp};
use drawing::Sheet;
use glam::{Quat, Vec3};
use lesson_12::character::file::CharacterFile;
use lesson_12::character::walk::Walk;
use lesson_13::checks::REFERENCE;
use lesson_13::figures::{FIGURES, LASTS, WALK_AT};
use lesson_13::finished::{ANSWERS, TOOLS};
use lesson_13::motion::{CYCLES, Controls, KnightMotion, PERIOD, RUN, WALK, recorded};
use lesson_13::play::MEMORY;
use lesson_13::scene::KEYS;
use lesson_13::{Fade, Now, State, Transform};

/// Returns the largest angle between nlerp and slerp, in degrees, for rotations `degrees` apart.
fn nlerp_off(degrees: f32) -> f32 {
    let a = Quat::IDENTITY;
    let b = Quat::from_rotation_z(degrees.to_radians());
    (0..=100)
        .map(|step| {
            let u = step as f32 / 100.0;
            let [line, arc] = [nlerp(a, b, u), slerp(a, b, u)];
            2.0 * (shortest(line, arc) - line).length().asin().to_degrees()
        })
        .fold(0.0, f32::max)
}

/// Returns the fraction that a fade of 0.2 s reaches at half of its time, if each frame blends from the frame before.
fn mixed_into_itself(rate: f32) -> f32 {
    let [a, b] = [0.0, 1.0].map(|x| vec![Transform::from_translation(Vec3::X * x)]);
    let mut shown = a;
    let mut elapsed = 0.0;
    while elapsed < 0.1 - 1e-4 {
        elapsed += 1.0 / rate;
        shown = TOOLS.blend(&shown, &b, elapsed / 0.2);
    }
    shown[0].translation.x
}

#[test]
fn the_numbers_are_those_of_the_code() {
    let off = [90.0, 60.0].map(nlerp_off);
    readme_says(&format!("Between rotations 90 degrees apart nlerp is up to {:.1} degrees ahead", off[0]));
    readme_says(&format!("60 apart up to {:.1}", off[1]));
    let mixed = [30.0, 60.0].map(mixed_into_itself);
    readme_says(&format!("he has come {:.2} of the way at 30 frames a second", mixed[0]));
    readme_says(&format!("{:.2} at 60", mixed[1]));
    readme_says(&format!("Let $w$ be 0 at the walk's speed, {WALK} m/s, 1 at the run's, {RUN} m/s"));
    readme_says(&format!("The walk takes {} s and the run {} s", CYCLES[0], CYCLES[1]));
    readme_says(&format!(r"$dt / ((1-w)\cdot {} + w\cdot {})$", CYCLES[0], CYCLES[1]));
    assert_eq!(MEMORY, 6.0);
    readme_says("over the last six seconds");
}

#[test]
fn a_difference_belongs_on_its_side() {
    let [base, pose] = [(Vec3::Y, 1.1), (Vec3::X, 0.7)].map(|(axis, angle)| Quat::from_axis_angle(axis, angle));
    let [right, left] = [base.inverse() * pose, pose * base.inverse()];
    assert!((base * right).angle_between(pose) < 1e-3 && (left * base).angle_between(pose) < 1e-3);
    assert!((right * base).angle_between(pose) > 0.5, "not even the reference would give the pose");
    readme_says(r"(A $\Delta$ for the left is $R_{pose} R_{ref}^{-1}$.)");
}

/// Panel, README.md and KEYS.md name the same keys.
#[test]
fn the_keys_are_those_of_the_panel() {
    let page = include_str!("../../../../KEYS.md");
    for (keys, does) in KEYS {
        let caps: Vec<String> = keys
            .split(' ')
            .map(|cap| match cap.trim_end_matches(',') {
                "arrows" => cap.to_owned(),
                name => cap.replace(name, &format!("`{name}`")),
            })
            .collect();
        readme_says(&format!("| {} | {does} |", caps.join(" ")));
        assert!(caps.iter().all(|cap| page.contains(cap.trim_end_matches(','))), "{keys}");
    }
}

/// The constants of walk and run are those of the knight's feet and clips.
#[test]
fn walk_and_run_are_those_of_the_file() {
    let path = common::assets().join("knight.dae");
    let knight = CharacterFile::read(&path).expect("the knight");
    let walk = Walk::new(&knight.model);
    for (name, speed, cycle) in [("walk", WALK, CYCLES[0]), ("run", RUN, CYCLES[1])] {
        let place = knight.clips.iter().position(|found| found.clip.name == name).expect(name);
        assert_eq!(knight.clips[place].clip.seconds(), cycle, "{name}");
        assert!((walk.speeds[place] - speed).abs() < 0.03, "{name}: {}", walk.speeds[place]);
    }
}

/// The recorded run passes through the states that README.md lists, in order.
#[test]
fn the_recorded_run() {
    use State::{Fall, Idle, Jump, Land, Punch, Run, Swing, Walk};
    let mut motion = KnightMotion::default();
    let mut states = vec![Idle];
    let mut heights = Vec::new();
    while motion.time < PERIOD - 0.02 {
        let controls: Controls = recorded(motion.time, motion.time + 1.0 / 60.0);
        let next = (ANSWERS.next_state)(motion.state, motion.now(&controls));
        motion.step(next, &controls, 1.0 / 60.0);
        if states.last() != Some(&motion.state) {
            states.push(motion.state);
            heights.push(motion.position.y);
        }
    }
    let begins = [Idle, Walk, Run, Jump, Fall, Land, Idle, Walk, Punch];
    assert_eq!(states[..begins.len()], begins, "{states:?}");
    let edge = states.windows(2).position(|pair| pair == [Run, Fall]).expect("over the edge");
    assert!(heights[edge] > 0.3, "from the podium");
    assert!(states.contains(&Swing), "{states:?}");
}

/// A figure by the finished answers, at these values of its parameters.
fn figure(name: &str, values: &[f32]) -> Sheet {
    FIGURES.iter().find(|figure| figure.name == name).expect(name).sheet(values, &REFERENCE).unwrap()
}

fn reading(sheet: &Sheet, name: &str) -> f32 {
    sheet.readings().iter().find(|reading| reading.name == name).expect(name).value
}

#[test]
fn the_figures_numbers_are_those_of_the_text() {
    let arm = figure("13.1", &[]);
    readme_says(&format!("only {:.2} m from the shoulder", 0.30 * reading(&arm, "straight: upper arm")));
    for name in ["upper arm", "forearm"] {
        assert!((reading(&arm, name) - 1.0).abs() < 1e-3, "the orange arm keeps its length");
    }
    let kept = reading(&figure("13.2", &[0.25, 60.0]), "kept");
    assert!((kept - 0.5).abs() < 1e-3, "half a stand and half a walk: {kept}");
    readme_says(&format!("at {WALK_AT} s he begins to walk. Each fade takes {LASTS} s"));
    let [spine, leg] = [2.0, 5.0].map(|first| reading(&figure("13.4", &[first]), "joints of the punch"));
    readme_says(&format!("at 2, {spine} of the 12 joints take the punch, at 5 only one leg"));
    assert_eq!(leg, 2.0, "one leg");
    assert_eq!(reading(&figure("13.3", &[]), "begun"), 10.0, "each state of the figure once in its place");
    let [wide, close] = [1.0, 0.0].map(|step| reading(&figure("13.1-step", &[0.9, step]), "feet apart, in legs"));
    readme_says(&format!("at 0.9 s its feet are {wide:.2} legs apart"));
    readme_says(&format!("the blend's feet are only {close:.2} apart"));
    let heads = figure("13-sides", &[]);
    let [right, left] = ["base Δ", "Δ base"].map(|side| reading(&heads, &format!("to a shoulder, {side}")));
    assert!(right < 1e-2, "with the difference on the right it nods: {right}");
    readme_says(&format!("leans to a shoulder, by {left:.0} degrees"));
}

/// The table of 13.2: a fade of 0.2 s, and another after two frames of 0.05 s.
#[test]
fn a_fade_by_hand() {
    let [stand, walk, jump] = [0.0, 1.0, 2.0].map(|x| vec![Transform::from_translation(x * Vec3::X)]);
    let mut fade = Fade::new(&stand);
    for frame in 1..=6 {
        let pose = if frame < 3 { &walk } else { &jump };
        let begins = ["walk ", "", "jump "].get(frame - 1).copied().unwrap_or_default();
        (ANSWERS.fade)(&mut fade, pose, (!begins.is_empty()).then_some(0.2), 0.05, &TOOLS);
        let [from, shown] = [&fade.from, &fade.shown].map(|pose| pose[0].translation.x);
        let t = fade.elapsed;
        readme_says(&format!("| {frame} | {begins}| {from:.2} | {t:.2} | {:.2} | {shown:.3} |", t / fade.duration));
    }
}

#[test]
fn the_states_by_hand() {
    use State::{Fall, Jump, Land, Walk};
    for (does, state, supported, ended, wanted, next) in [
        ("walks", Walk, true, false, Walk, None),
        ("walks", Walk, true, false, Jump, Some(Jump)),
        ("jumps", Jump, false, false, Walk, None),
        ("jumps", Jump, false, true, Walk, Some(Fall)),
        ("falls", Fall, true, false, Walk, Some(Land)),
        ("lands", Land, true, false, Walk, None),
        ("lands", Land, true, true, Walk, Some(Walk)),
    ] {
        assert_eq!((ANSWERS.next_state)(state, Now { supported, ended, wanted }), next, "{does}");
        let [supported, ended] = [supported, ended].map(|is| if is { "yes" } else { "no" });
        let answer = next.map_or("None".into(), |next| format!("Some(State::{next:?})"));
        readme_says(&format!("| {does} | {supported} | {ended} | {} | `{answer}`", wanted.name()));
    }
}

/// The lists of 13.4: below each joint its parent, and whether it takes the punch.
#[test]
fn the_mask_by_hand() {
    let readme = include_str!("../../../README.md");
    let rows = ["joint ", "parent ", "punch "].map(|name| readme.lines().find(|line| line.starts_with(name)).unwrap());
    let mut parents = Vec::new();
    let mut marks = Vec::new();
    for joint in 0..12 {
        let [_, parent, mark] = rows.map(|row| row.get(4 * joint + 8..4 * joint + 11).unwrap_or("").trim());
        parents.push(parent.parse().ok());
        marks.push(mark == "x");
    }
    let base = vec![Transform::IDENTITY; 12];
    let over = vec![Transform::from_translation(Vec3::X); 12];
    let masked = (ANSWERS.masked)(&base, &over, &parents, 2);
    assert_eq!(masked.iter().map(|joint| *joint == over[0]).collect::<Vec<_>>(), marks);
}

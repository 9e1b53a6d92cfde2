//! The finished answers agree with `common`, and the knight stays on his stage.

use armature::animation::Fade as CoreFade;
use armature::skeleton::Pose;
use check::{Probe, Random};
use drawing::{Cast, Moment, Packed};
use lesson_12::character::file::CharacterFile;
use lesson_13::checks::LESSON;
use lesson_13::finished::{ANSWERS, TOOLS};
use lesson_13::motion::{CYCLES, Controls, KnightMotion, PERIOD, recorded};
use lesson_13::probes::scripts;
use lesson_13::{Fade, PAGE, State, Transform, scene::SCENE};

fn whole(locals: &[Transform]) -> Pose {
    Pose { locals: locals.to_vec(), ..Pose::default() }
}

/// The scripts of the check: fades that interrupt one another, and cuts, in frames that take unequal times.
#[test]
fn fades_are_those_of_common() {
    for index in 0..Probe::COUNT {
        for (first, frames) in scripts(&Probe { seed: 1, index }) {
            let mut mine = Fade::new(&first);
            let mut core = CoreFade::new(&whole(&first));
            for (frame, (pose, begins, dt)) in frames.into_iter().enumerate() {
                (ANSWERS.fade)(&mut mine, &pose, begins, dt, &TOOLS);
                if let Some(duration) = begins {
                    core.begin(duration);
                }
                let shown = &core.advance(dt, &whole(&pose)).locals;
                for (mine, core) in mine.shown.iter().zip(shown) {
                    assert!(mine.to_mat4().abs_diff_eq(core.to_mat4(), 1e-4), "probe {index}, frame {frame}");
                }
            }
        }
    }
}

/// A minute of random keys: he stays on the stage and on the ground, whatever the frame rate, and does everything.
#[test]
fn random_keys() {
    let mut met = Vec::new();
    for (seed, rate) in [(1, 20.0), (2, 60.0), (3, 200.0)] {
        let random = &mut Random::new(seed);
        let mut motion = KnightMotion::default();
        let mut controls = Controls::default();
        while motion.time < 60.0 {
            controls.pressed = None;
            if random.below(rate as usize / 3) == 0 {
                controls.arrows = glam::Vec2::from_array([0, 1].map(|_| random.below(3) as f32 - 1.0));
                controls.runs = random.below(2) == 0;
                let deeds = [State::Jump, State::Punch, State::Swing];
                controls.pressed = deeds.get(random.below(5)).copied();
            }
            let next = (ANSWERS.next_state)(motion.state, motion.now(&controls));
            motion.step(next, &controls, 1.0 / rate);
            let KnightMotion { position, state, .. } = motion;
            assert!(position.is_finite() && position.y >= -1e-3 && position.y < 1.5, "{motion:?}");
            assert!(position.abs().x <= 4.3 && position.abs().z <= 1.4, "{motion:?}");
            if !met.contains(&state) {
                met.push(state);
            }
        }
    }
    assert_eq!(met.len(), State::ALL.len(), "{met:?}");
}

/// The cycles of walk and run are those of the knight's clips.
#[test]
fn walk_and_run_are_those_of_the_file() {
    let path = common::assets().join("knight.dae");
    let knight = CharacterFile::read(&path).expect("the knight");
    for (name, cycle) in [("walk", CYCLES[0]), ("run", CYCLES[1])] {
        let walked = knight.clips.iter().find(|found| found.clip.name == name).expect(name);
        assert_eq!(walked.clip.seconds(), cycle, "{name}");
    }
}

/// The recorded run passes through these states, in order.
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

/// The page's answers play the packed knight as the window's play his file.
#[test]
fn a_page_plays_as_the_window() {
    let file = CharacterFile::read(&common::assets().join("knight.dae")).expect("the knight");
    let names: Vec<&str> = file.model.clips.iter().map(|clip| clip.name.as_str()).collect();
    let packed = Packed::new(&file.model, &names).model().expect("a model");
    let casts = [(Cast::Own(Box::new(file)), LESSON.reference), (Cast::Model(Box::new(packed)), PAGE.right)];
    let [window, page] = casts.map(|(cast, course)| {
        let mut scene = (SCENE.open)(cast).expect("his clips");
        scene.frame(&course, &Moment { seconds: 4.4, dt: 0.0 }).expect("our answers")
    });
    assert_eq!(window.values, page.values);
    for (window, page) in window.points.iter().zip(&page.points) {
        assert!(window.name == page.name && window.at.distance(page.at) < 0.02, "{window:?} {page:?}");
    }
}

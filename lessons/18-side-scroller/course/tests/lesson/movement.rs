//! Measures of how smoothly he moves: over the recorded run, and over three that are full of transitions.
//! How good a transition is, in four numbers: `cargo test -p lesson-18 --test lesson -- movement --nocapture`

use super::game::{Play, door_run, ruins, stage};
use check::Random;
use glam::{DVec2, Vec3};
use lesson_18::{
    Keys,
    game::{GameOutcome, Run, STEP, Stage},
    ground,
    level::{Level, Piece, PieceKind},
};

/// Height of a toe at rest, in metres.
const REST: f32 = 0.026;
/// Height above that up to which a toe stands, in metres.
const STANDING_HEIGHT: f32 = 0.015;
/// Number of steps after a landing within which a toe must find the ground, and the depth in which there is none.
const FINDS_GROUND: usize = 5;
const NO_GROUND: f32 = 0.3;
/// Limits of the measures, in the order of [`Measures`].
const LIMITS: [f32; 4] = [0.15, 0.03, 0.3, 30.0];

const TURNS: &str = "40 wait\n50 right run\n50 left run\n9 right run\n9 left run\n30 right run\n30 wait\n40 left\n\
    40 right\n20 wait\n3 left\n40 wait\n3 right\n40 wait\n180 right run\n60 left run\n40 wait\n";
const JUMPS: &str = "40 wait\n1 jump hold\n60 hold\n30 right run\n1 right run jump hold\n60 right run hold\n\
    1 left run jump hold\n60 left run hold\n40 wait\n1 jump\n60 wait\n20 left run\n1 left run jump hold\n60 hold\n\
    90 right run\n1 left jump hold\n90 left hold\n60 wait\n";
const BLOWS: &str = "40 wait\n1 swing\n60 wait\n1 punch\n40 wait\n40 right run\n1 right run swing\n60 right run\n\
    1 right run punch\n20 right run\n1 right run punch\n25 left run\n1 swing\n22 left run\n20 right\n1 punch\n\
    14 right run\n40 left run\n1 left run jump hold\n8 left run hold\n1 left run hold swing\n45 left run hold\n40 wait\n\
    1 swing\n18 wait\n1 punch\n18 wait\n1 swing\n14 wait\n1 jump hold\n60 hold\n1 swing\n4 wait\n1 jump hold\n60 hold\n\
    1 punch\n2 wait\n1 jump hold\n60 hold\n";

const FALLS: &str = "40 wait\n200 right run\n60 wait\n";
/// From a run, and from rest at the wall.
const CLIMBS: &str = "40 wait\n84 right run\n1 right run jump hold\n50 right run hold\n40 wait\n75 left run\n70 right run\n\
    20 right\n1 right jump hold\n60 right hold\n40 wait\n";

/// The largest of each measure, and the number of steps in which it was beyond its limit.
#[derive(Clone, Copy, Debug, Default)]
struct Measures {
    /// Distance of a joint from where its motion in the last two steps led, beside his body, in metres; height of the
    /// lower toe after a landing, in metres; speed of a toe that stands, in metres a second; bend of a knee, in degrees
    /// a step.
    largest: [f32; 4],
    over: [usize; 4],
}

impl Measures {
    fn take(&mut self, measure: usize, value: f32) {
        self.largest[measure] = self.largest[measure].max(value);
        self.over[measure] += usize::from(value > LIMITS[measure]);
    }
}

fn measured(mut play: Play, keys: &[Keys]) -> Measures {
    let stage = play.stage.clone();
    let cast = &stage.figures.cast;
    let toes = ["toes_l", "toes_r"].map(|name| cast.joint(name).expect("a toe"));
    let legs = ["l", "r"].map(|side| {
        ["thigh", "shin", "foot"].map(|name| cast.joint(&format!("{name}_{side}")).expect("a leg's joint"))
    });
    let is_arm = arms(&stage);
    let mut bent = [None::<f32>; 2];
    let mut measures = Measures::default();
    let mut before: Vec<Vec<Vec3>> = Vec::new();
    let mut stood = [None::<Vec3>; 2];
    let mut supported_for = 0;
    let mut lowest = f32::INFINITY;
    for keys in keys {
        let time = play.game.knight.time;
        let was_playing = play.game.outcome == GameOutcome::Playing;
        play.step(*keys);
        let game = &play.game;
        let knight = &game.knight;
        if game.outcome != GameOutcome::Playing || !was_playing {
            before.clear();
            bent = [None; 2];
            stood = [None; 2];
            supported_for = 0;
            continue;
        }
        if knight.time == time {
            continue; // a blow stops everything for a moment
        }
        let place = knight.body.position.as_vec2().extend(0.0);
        let mut joints = Vec::new();
        for model_from_joint in game.poser.model_from_joint() {
            joints.push((game.poser.world_from_model() * *model_from_joint).w_axis.truncate() - place);
        }
        if let [a, b] = &before[..] {
            let mut jump = 0.0f32;
            for joint in 0..joints.len() {
                // The arms of a blow are to be sudden.
                if knight.blow().is_none() || !is_arm[joint] {
                    jump = jump.max((joints[joint] - 2.0 * b[joint] + a[joint]).length());
                }
            }
            measures.take(0, jump);
        }
        for (before, [hip, knee, ankle]) in bent.iter_mut().zip(legs) {
            let angle = (joints[hip] - joints[knee]).angle_between(joints[ankle] - joints[knee]).to_degrees();
            measures.take(3, (angle - before.unwrap_or(angle)).abs());
            *before = Some(angle);
        }
        supported_for = if knight.body.support.is_some() { supported_for + 1 } else { 0 };
        lowest = if supported_for <= 1 { f32::INFINITY } else { lowest };
        for (foot, toe) in toes.into_iter().enumerate() {
            let toe = joints[toe] + place;
            let mut height = f32::INFINITY;
            for (y, _) in ground::surfaces(&stage.obstacles, f64::from(toe.x)) {
                let above = toe.y - REST - y as f32;
                height = if above > -0.2 { height.min(above) } else { height };
            }
            lowest = lowest.min(height);
            let stands = supported_for > 0 && height < STANDING_HEIGHT;
            if let Some(last) = stood[foot].filter(|_| stands) {
                measures.take(2, (toe - last).with_y(0.0).length() / STEP as f32);
            }
            stood[foot] = stands.then_some(toe);
        }
        if supported_for == FINDS_GROUND && lowest < NO_GROUND {
            measures.take(1, lowest);
        }
        if before.len() == 2 {
            before.remove(0);
        }
        before.push(joints);
    }
    measures
}

fn arms(stage: &Stage) -> Vec<bool> {
    let mut is_arm: Vec<bool> = Vec::new();
    for joint in &stage.figures.cast.file.joints {
        is_arm.push(joint.name.starts_with("upper_arm") || joint.parent.is_some_and(|parent| is_arm[parent]));
    }
    is_arm
}

#[test]
fn transitions_are_smooth() {
    let mut meadow = Level { spawns: Vec::new(), ..Level::default() };
    meadow.pieces.push(Piece::new(PieceKind::Block, DVec2::new(7.0, 2.0), DVec2::new(9.0, 3.0)));
    // From 8 m and from 3 m: a tower, and a step before it.
    let mut tower = Level { start: DVec2::new(0.0, 8.0), spawns: Vec::new(), ..Level::default() };
    tower.pieces.push(Piece::new(PieceKind::Block, DVec2::new(0.0, 4.0), DVec2::new(6.0, 8.0)));
    let meadow = Play::new(stage(&meadow));
    let mut runs = vec![("recorded", Play::new(ruins()), Run::read(&door_run()).expect("a run").steps)];
    for (name, text) in [("turns", TURNS), ("jumps", JUMPS), ("blows", BLOWS)] {
        let run = Run::from_text(&format!("armature run 1\nlevel 00000000 new\n{text}")).expect("a run");
        runs.push((name, meadow.clone(), run.steps));
    }
    let fall = Run::from_text(&format!("armature run 1\nlevel 00000000 new\n{FALLS}")).expect("a run");
    runs.push(("falls", Play::new(stage(&tower)), fall.steps));
    let mut wall = Level { spawns: Vec::new(), ..Level::default() };
    wall.pieces.push(Piece::new(PieceKind::Block, DVec2::new(4.0, 0.75), DVec2::new(4.0, 1.5)));
    let climb = Run::from_text(&format!("armature run 1\nlevel 00000000 new\n{CLIMBS}")).expect("a run");
    runs.push(("climbs", Play::new(stage(&wall)), climb.steps));
    let mut worse = Vec::new();
    println!(
        "run      | steps | joint jumps, m | toe after landing, m | standing toe, m/s | knees, degrees | steps beyond"
    );
    for (name, play, steps) in runs {
        let Measures { largest: [jump, height, speed, knee], over } = measured(play, &steps);
        println!("{name:8} | {:5} | {jump:.2} | {height:.2} | {speed:.2} | {knee:.0} | {over:?}", steps.len());
        if over != [0; 4] {
            worse.push((name, over));
        }
    }
    assert_eq!(worse, []);
}

/// No limb takes the other way round: not in a blend of two poses near half a turn apart, and not where he turns away from an
/// edge that he climbs.
#[test]
fn random_keys_flip_no_limb() {
    for level in [Level::ruins(), Level::terraces()] {
        let mut random = Random::new(7);
        let mut steps = Vec::new();
        let mut right = 1.0;
        while steps.len() < 2500 {
            if random.below(6) == 0 {
                right = -right;
            }
            let runs = random.below(4) > 0;
            let hold = if random.below(3) > 0 { 32 } else { 4 };
            let deed = random.below(6);
            let stands = random.below(5) == 0;
            for step in 0..12 + random.below(20) {
                let begins = step == 0;
                steps.push(Keys {
                    right: if stands { 0.0 } else { right },
                    runs,
                    jump: begins && deed < 2,
                    jump_held: deed < 2 && step < hold,
                    punch: begins && deed == 2,
                    swing: begins && (3..5).contains(&deed),
                });
            }
        }
        let Measures { largest: [jump, ..], .. } = measured(Play::new(stage(&level.expect("a level"))), &steps);
        println!("{jump:.2} m");
        assert!(jump < 0.3, "{jump} m");
    }
}

/// A jump's pose begins in its first step: a tenth of the way from a toe to the head by which it stretches him is then done,
/// and after four steps, 0.4 m up, most of it.
#[test]
fn a_jump_begins_with_its_pose() {
    let mut play = Play::new(stage(&Level { spawns: Vec::new(), ..Level::default() }));
    let [toe, head] = ["toes_l", "head"].map(|name| play.stage.figures.cast.joint(name).expect("a joint"));
    let mut heights = Vec::new();
    for step in 0..60 {
        play.step(Keys { jump: step == 40, jump_held: step >= 40, ..Keys::default() });
        let joints = play.game.poser.model_from_joint();
        heights.push((joints[head].w_axis - joints[toe].w_axis).truncate().length());
    }
    let idle = heights[39];
    let longest = heights[40..].iter().copied().fold(0.0, f32::max);
    let done = [40, 41, 43].map(|step| (heights[step] - idle) / (longest - idle));
    println!("{done:.2?} of {:.3} m", longest - idle);
    assert!(longest - idle > 0.03 && done[0] > 0.1 && done[1] > 0.3 && done[2] > 0.7, "{done:?} of {}", longest - idle);
}

//! Measures of how smoothly he moves: over the recorded run, and over three that are full of transitions.
//! How good a transition is, in three numbers: `cargo test -p lesson-18 --test lesson -- movement --nocapture`

use super::game::{Play, door_run, ruins, stage};
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
const LIMITS: [f32; 3] = [0.15, 0.03, 0.3];

const TURNS: &str = "40 wait\n50 right run\n50 left run\n9 right run\n9 left run\n30 right run\n30 wait\n40 left\n\
    40 right\n20 wait\n3 left\n40 wait\n3 right\n40 wait\n180 right run\n60 left run\n40 wait\n";
const JUMPS: &str = "40 wait\n1 jump hold\n60 hold\n30 right run\n1 right run jump hold\n60 right run hold\n\
    1 left run jump hold\n60 left run hold\n40 wait\n1 jump\n60 wait\n20 left run\n1 left run jump hold\n60 hold\n\
    90 right run\n1 left jump hold\n90 left hold\n60 wait\n";
const BLOWS: &str = "40 wait\n1 swing\n60 wait\n1 punch\n40 wait\n40 right run\n1 right run swing\n60 right run\n\
    1 right run punch\n20 right run\n1 right run punch\n25 left run\n1 swing\n22 left run\n20 right\n1 punch\n\
    14 right run\n40 left run\n1 left run jump hold\n8 left run hold\n1 left run hold swing\n60 left run hold\n40 wait\n\
    1 swing\n18 wait\n1 punch\n18 wait\n1 swing\n14 wait\n1 jump hold\n60 hold\n";

/// The largest of each measure, and the number of steps in which it was beyond its limit.
#[derive(Clone, Copy, Debug, Default)]
struct Measures {
    /// Distance of a joint from where its motion in the last two steps led, beside his body, in metres; height of the
    /// lower toe after a landing, in metres; speed of a toe that stands, in metres a second.
    largest: [f32; 3],
    over: [usize; 3],
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
    let is_arm = arms(&stage);
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
    let meadow = Play::new(stage(&meadow));
    let mut runs = vec![("recorded", Play::new(ruins()), Run::read(&door_run()).expect("a run").steps)];
    for (name, text) in [("turns", TURNS), ("jumps", JUMPS), ("blows", BLOWS)] {
        let run = Run::from_text(&format!("armature run 1\nlevel 00000000 new\n{text}")).expect("a run");
        runs.push((name, meadow.clone(), run.steps));
    }
    println!("run      | steps | joint jumps, m | toe after landing, m | standing toe, m/s | steps beyond");
    for (name, play, steps) in runs {
        let Measures { largest: [jump, height, speed], over } = measured(play, &steps);
        println!("{name:8} | {:5} | {jump:.2} | {height:.2} | {speed:.2} | {over:?}", steps.len());
        assert_eq!(over, [0; 3], "{name}");
    }
}

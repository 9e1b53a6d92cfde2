//! The scene: three knights dance the same dance, one in a loop, one to its end, one there and back. The first is in front,
//! with the poses of the two keys between which he is.

use crate::chain::Chain;
use crate::figures::MODES;
use crate::graph;
use crate::playing::{DanceFrame, HANDS, PlayingDance, REPEATS, word};
use crate::{AnimationIndex, PAGE, Segment};
use drawing::{
    Cast, Control, ControlKind, Draw, Frame, Graph, Moment, Painted, Point, SIDES, Scene, SceneInfo, palettes, textured,
};
use given::{CallError, Course};
use glam::{Affine3A, Mat4, Vec3, Vec4};
use std::rc::Rc;

pub static SCENE: SceneInfo = SceneInfo {
    words: "The knight dances by nine keys: in a loop, to the end, and back and forth. Orange and blue are the poses of the keys between which the first one is.",
    figure: Some("knight"),
    mistakes: &[
        ("06.1", "ROWS-FOR-COLUMNS"),
        ("06.2", "STEPS"),
        ("06.2", "COUNTS-DOWN"),
        ("06.2", "SEAM-STANDS-STILL"),
        ("06.3", "NO-WAY-BACK"),
    ],
    camera: [0.0, 0.1, 4.9, 0.8],
    time: 2.28,
    room_below: 0.1,
    controls: &[Control { name: "t", option: "t", kind: ControlKind::Slider([0.0, REPEATS], f32::NAN) }],
    open: DanceScene::open,
    ..SceneInfo::PLAIN
};

/// Colours of the poses of the keys before and after.
const FROM: Vec4 = Vec4::new(0.95, 0.42, 0.10, 0.35);
const TO: Vec4 = Vec4::new(0.16, 0.30, 0.85, 0.35);
/// Positions of the knights, in metres.
const POSITIONS: [Vec3; 3] = [Vec3::new(-1.05, 0.0, 1.3), Vec3::new(0.75, 0.0, -0.5), Vec3::new(2.35, 0.0, -0.5)];
/// Radius of the mark at a hand, in metres.
const HAND: f32 = 0.035;

struct DanceScene {
    playing: PlayingDance,
    /// The lowest and the highest place of the hands in the dance, in metres.
    heights: [f32; 2],
    /// The name of each knight's joints.
    names: [Vec<Rc<str>>; 3],
    /// The joints of the left hand and of the right one.
    hands: [usize; 2],
    /// The time that is set; NaN where it goes on.
    seconds: f32,
}

impl DanceScene {
    fn open(cast: Cast) -> Option<Box<dyn Scene>> {
        let chain = Chain::new(cast.model()?)?;
        let [left, right] = HANDS.map(|hand| chain.find(hand));
        let joints = chain.joints.iter().map(|joint| &joint.name);
        let names = MODES.map(|mode| joints.clone().map(|name| format!("{}, {name}", word(mode)).into()).collect());
        let mut playing = PlayingDance::new(chain);
        let right_frame = playing.evaluate(&PAGE.right, 0.0).ok()?;
        let heights = right_frame.curves.blended[0].iter().flatten();
        let heights = heights.fold([f32::MAX, f32::MIN], |[a, b], &y| [a.min(y), b.max(y)]);
        Some(Box::new(DanceScene { playing, heights, names, hands: [left?, right?], seconds: f32::NAN }))
    }

    /// Returns one knight's pose, drawn at his place.
    fn draws(&self, copy: usize, file_from_joint: &[Mat4]) -> Vec<Draw> {
        let model = &self.playing.chain.model;
        let joints: Vec<Affine3A> = file_from_joint.iter().map(|joint| Affine3A::from_mat4(*joint)).collect();
        let world_from_file = Mat4::from_translation(POSITIONS[copy]) * Mat4::from(model.world_from_model);
        palettes(model, &joints, world_from_file)
    }
}

impl Scene for DanceScene {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        Ok(textured(&self.playing.chain.model))
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        let seconds = if self.seconds.is_nan() { seconds } else { self.seconds };
        let dance = self.playing.evaluate(course, seconds)?;
        let chain = &self.playing.chain;
        let mut frame = Frame { focus: 0.35 * Vec3::X, chosen: vec![(0, dance.seconds)], ..Frame::default() };
        for (pose, color) in dance.knights[0].keys.iter().zip([FROM, TO]) {
            frame.draws.extend(self.draws(0, pose).into_iter().map(|draw| draw.ghost(color)));
        }
        for (copy, knight) in dance.knights.iter().enumerate() {
            frame.draws.extend(self.draws(copy, &knight.pose));
            for (joint, (name, matrix)) in self.names[copy].iter().zip(&knight.pose).enumerate() {
                let at = chain.model.world_from_model.transform_point3(matrix.w_axis.truncate()) + POSITIONS[copy];
                let hand = self.hands.iter().position(|hand| *hand == joint);
                let (color, radius) = hand.map_or((Vec3::ONE, 0.0), |hand| (SIDES[hand], HAND));
                frame.points.push(Point { name: name.clone(), at, color, radius });
            }
        }
        frame.words = words(&dance);
        let (keys, heights) = (chain.keys.clone(), self.heights);
        frame.graph = Some(Graph(Rc::new(move |sheet, _| graph::draw(sheet, &dance, &keys, heights))));
        Ok(frame)
    }

    fn set(&mut self, _: usize, seconds: f32) {
        self.seconds = seconds;
    }
}

/// Returns each knight's time and segment.
fn words(dance: &DanceFrame) -> Vec<String> {
    let mut words = Vec::new();
    for (mode, knight) in MODES.into_iter().zip(&dance.knights) {
        let AnimationIndex { elapsed, segment: Segment { from, to, alpha } } = knight.index;
        words.push(format!("{}: e = {elapsed:.2} s, key {from} to {to}, alpha {alpha:.2}", word(mode)));
    }
    words
}

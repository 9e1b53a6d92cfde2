//! The scene of the page: the knight, whose arm goes through the keys that the answers have set and moved.

use crate::Key;
use crate::windmill::{self, ArmKeys, EditedArm, Guarded, MOVED_TO, SECONDS, color};
use armature::model::{Model, ModelInstance};
use drawing::{Cast, Control, ControlKind, Frame, Line, Moment, Painted, Point, Scene, SceneInfo, palettes, textured};
use given::{CallError, Course};
use glam::Vec3;

pub static SCENE: SceneInfo = SceneInfo {
    words: "Keys that 16.1 has set in any order, and one that 16.2 has moved; black is the hand's way before that. The editor itself, with its files, is in the program at home.",
    figure: Some("knight"),
    mistakes: &[
        ("16.1", "AT-THE-END"),
        ("16.1", "SIGNS-LEFT"),
        ("16.2", "STAYS-IN-PLACE"),
        ("16.2", "COPIED"),
        ("16.2", "WRONG-ONE-REMOVED"),
    ],
    camera: [-0.55, 0.12, 2.9, 1.0],
    time: 0.6,
    controls: &[Control { name: "moved to", option: "moved", kind: ControlKind::Slider([0.0, SECONDS], f32::NAN) }],
    open: KeyScene::open,
    ..SceneInfo::PLAIN
};

const BEFORE: Vec3 = Vec3::new(0.25, 0.28, 0.33);
/// Radius of a key's mark, in metres.
const KEY: f32 = 0.03;

struct KeyScene {
    model: Model,
    figure: ModelInstance,
    arm: EditedArm,
    /// The time to which the key is moved; NaN where it is not set.
    moved_to: f32,
}

impl KeyScene {
    fn open(cast: Cast) -> Option<Box<dyn Scene>> {
        let model = cast.model()?;
        let arm = EditedArm::new(&model)?;
        Some(Box::new(KeyScene { figure: ModelInstance::new(&model), model, arm, moved_to: f32::NAN }))
    }

    /// Adds the hand's way through these keys, in one colour or coloured by time.
    fn add_way(&self, lines: &mut Vec<Line>, keys: &[Key], paint: Option<Vec3>) {
        for (way, pair) in self.arm.way(keys).iter().zip(keys.windows(2)) {
            for (step, ends) in way.windows(2).enumerate() {
                let time = pair[0].time + (pair[1].time - pair[0].time) * step as f32 / windmill::STEPS as f32;
                let ends = [ends[0], ends[1]].map(|end| self.model.world_from_model.transform_point3(end));
                let color = paint.unwrap_or(color(time).truncate());
                lines.push(Line { ends, color, width: if paint.is_some() { 1.5 } else { 3.0 } });
            }
        }
    }
}

impl Scene for KeyScene {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        Ok(textured(&self.model))
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        let set_to = [self.moved_to];
        let moved_to = if self.moved_to.is_nan() { &MOVED_TO[..] } else { &set_to };
        let ArmKeys { set, moved: keys } = windmill::arm_keys(&Guarded { course }, &self.arm, moved_to);
        let time = seconds.rem_euclid(SECONDS);
        // By time, whatever the list's order.
        let pair = keys.windows(2).find(|pair| (pair[0].time..=pair[1].time).contains(&time));
        if let Some([a, b]) = pair.and_then(|pair| pair.first_chunk::<2>()) {
            let u = (time - a.time) / (b.time - a.time).max(1e-3);
            self.figure.change(&self.model).pose_mut().locals[self.arm.joint] = windmill::between([a, b], u);
        }
        let model = &self.model;
        let draws = palettes(model, self.figure.model_from_joint(), model.world_from_model.into());
        let mut frame = Frame { draws, chosen: vec![(0, MOVED_TO[1])], ..Frame::default() };
        self.add_way(&mut frame.lines, &set, Some(BEFORE));
        self.add_way(&mut frame.lines, &keys, None);
        for (index, key) in keys.iter().enumerate() {
            let at = model.world_from_model.transform_point3(self.arm.at(key));
            let name = format!("key {index}").into();
            frame.points.push(Point { name, at, color: color(key.time).truncate(), radius: KEY });
        }
        Ok(frame)
    }

    fn set(&mut self, _: usize, seconds: f32) {
        self.moved_to = seconds;
    }
}

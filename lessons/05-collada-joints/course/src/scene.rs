//! The scene: a figure, and over it the joints that the answers read from its file.

use crate::{Joint, PAGE, read, tree};
use armature::mesh::Bounds;
use armature::model::{Model, ModelInstance};
use armature_offline::Side;
use drawing::answer_cache::AnswerCache;
use drawing::report::report;
use drawing::{Cast, Frame, Line, Moment, Painted, Point, SIDES, Scene, SceneInfo, Value, palettes, textured};
use given::{CallError, Course};
use glam::Vec3;
use std::rc::Rc;

pub static SCENE: SceneInfo = SceneInfo {
    words: "The joints that were read from the knight's file, in the knight.",
    figure: Some("knight"),
    buttons: &["one after the other"],
    mistakes: &[
        ("05.1", "ROWS-FOR-COLUMNS"),
        ("05.3", "MODEL-FOR-LOCAL"),
        ("05.3", "NODES-DROPPED"),
        ("05.4", "TURNED-THE-WRONG-WAY"),
        ("05.4", "EVERY-JOINT"),
    ],
    camera: [TURN, RISE, 2.9, 0.86],
    time: 0.0,
    open: SkeletonScene::open,
    ..SceneInfo::PLAIN
};

/// The file that is read in a page: the knight's without his meshes.
const KNIGHT: &str = include_str!(concat!(env!("OUT_DIR"), "/knight.dae"));
const TURN: f32 = 0.95;
const RISE: f32 = 0.24;
/// The camera's distance, in heights of the figure.
const DISTANCE: f32 = 1.7;
/// Joints that come in a second, one after the other.
const PACE: f32 = 10.0;
/// The colour of bones on neither side.
const MIDDLE: Vec3 = Vec3::new(1.0, 0.85, 0.20);

/// A figure, and the text of its file.
pub struct Figure {
    pub text: String,
    pub model: Model,
}

struct SkeletonScene {
    figure: Figure,
    /// In metres.
    bounds: Bounds,
    /// The names of the right joints.
    names: Vec<String>,
    read: AnswerCache<Course, Rc<ReadJoints>>,
    /// The age of the scene when the first joint came, and now.
    began: f32,
    now: f32,
}

/// Joints that the answers read from the file.
struct ReadJoints {
    joints: Vec<Joint>,
    /// Their places; none if they cannot be posed.
    positions: Vec<Vec3>,
}

impl SkeletonScene {
    fn open(cast: Cast) -> Option<Box<dyn Scene>> {
        let figure = match cast {
            Cast::Own(figure) => *figure.downcast().ok()?,
            cast => Figure { text: KNIGHT.into(), model: cast.model()? },
        };
        let Figure { text, model } = &figure;
        let right = read(&PAGE.right.collada_joints, text).ok()?.unwrap_or_default();
        let bounds = ModelInstance::new(model).bounds(model).unwrap_or(Bounds { min: Vec3::ZERO, max: Vec3::ONE });
        Some(Box::new(SkeletonScene {
            bounds: bounds.transformed(&model.world_from_model),
            names: right.into_iter().map(|joint| joint.name).collect(),
            figure,
            read: AnswerCache::default(),
            began: f32::NEG_INFINITY,
            now: 0.0,
        }))
    }

    /// Returns the name of a joint's point.
    fn name(&self, joint: usize) -> Rc<str> {
        match self.names.get(joint) {
            Some(name) => format!("joint {joint} ({name})").into(),
            None => format!("joint {joint}").into(),
        }
    }
}

impl Scene for SkeletonScene {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        Ok(textured(&self.figure.model))
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        self.now = seconds;
        let text = &self.figure.text;
        let read = self.read.get_or_compute(*course, || {
            let joints = read(&course.collada_joints, text)?.unwrap_or_else(|error| {
                report("", format!("no joints: {error}"));
                Vec::new()
            });
            ReadJoints::new(joints, &course.hierarchy).map(Rc::new)
        })?;
        let ReadJoints { joints, positions } = &*read;
        let model = &self.figure.model;
        let center = self.bounds.center();
        let size = self.bounds.size();
        let distance = DISTANCE * size.y.max(size.x.hypot(size.z) / 1.5);
        let mut frame = Frame {
            focus: center.with_y(0.0),
            camera: Some([TURN, RISE, distance, center.y]),
            draws: palettes(model, ModelInstance::new(model).model_from_joint(), model.world_from_model.into()),
            ..Frame::default()
        };
        let come = ((seconds - self.began) * PACE) as usize;
        for (index, (joint, at)) in joints.iter().zip(positions).enumerate() {
            frame.points.push(Point { name: self.name(index), at: *at, color: Vec3::ONE, radius: 0.0 });
            if index <= come {
                let from = joint.parent.map_or(*at, |parent| positions[parent]);
                frame.lines.push(Line { ends: [from, *at], color: color(&joint.name), width: 3.0 });
            }
        }
        // Over all bones.
        for at in positions.iter().take(come.saturating_add(1)) {
            frame.lines.push(Line { ends: [*at; 2], color: Vec3::ONE, width: 4.5 });
        }
        for (index, Joint { name, index_in_chain, children, .. }) in joints.iter().enumerate() {
            let text = format!("\"{name}\", {index_in_chain} in its chain, children {children:?}").into();
            frame.values.push(Value { name: format!("joint {index}").into(), text });
        }
        frame.words.extend(tree(joints).lines().map(str::to_owned));
        frame.words.push(format!("{} joints", joints.len()));
        Ok(frame)
    }

    fn press(&mut self, _: usize) {
        self.began = self.now;
    }
}

impl ReadJoints {
    /// Poses the joints by lesson 02. Reports it if that cannot be.
    fn new(joints: Vec<Joint>, hierarchy: &lesson_02::Hierarchy) -> Result<Self, CallError> {
        // Lesson 02's walk needs parents first.
        if let Some(index) = (0..joints.len()).find(|&index| joints[index].parent >= Some(index)) {
            let name = &joints[index].name;
            let why = "is not drawn, nor are the others: its parent does not come before it";
            report("", format!("joint {index} \"{name}\" {why}"));
            return Ok(ReadJoints { joints, positions: Vec::new() });
        }
        let parents = joints.iter().map(|joint| (joint.name.as_str(), joint.parent));
        let locals = joints.iter().map(|joint| joint.parent_from_joint).collect();
        let posed = lesson_02::posed(hierarchy, parents, &[locals])?.concat();
        Ok(ReadJoints { joints, positions: posed.iter().map(|matrix| matrix.w_axis.truncate()).collect() })
    }
}

/// Returns the colour of the bone that ends at a joint of this name.
fn color(joint: &str) -> Vec3 {
    match Side::from_name(joint) {
        Side::Middle => MIDDLE,
        Side::Left => SIDES[0],
        Side::Right => SIDES[1],
    }
}

//! The scene: the creature where the answers put her, the tips of her limbs, and the depth-first order as a strip.

use crate::creature::{COLORS, Creature};
use crate::strip;
use drawing::{
    Frame, Graph, Line, Moment, Painted, Point, Scene, SceneInfo, Value, bones, painted, palettes,
    report::{fit, report},
    ring,
};
use given::{CallError, Course};
use glam::{Mat4, Vec3, Vec4};
use std::rc::Rc;
use verdict::wording::counted;

pub static SCENE: SceneInfo = SceneInfo {
    words: "A creature of 34 joints: each is where 02.1 and 02.2 put it, and 02.3 finds the yellow tips.",
    mistakes: &[
        ("02.2", "ONE-LEVEL"),
        ("02.2", "PARENT-DOES-NOT-TURN"),
        ("02.2", "CHILD-TIMES-PARENT"),
        ("02.2", "ROOT-IGNORED"),
        ("02.3", "ONE-STEP"),
    ],
    camera: [2.0, 0.5, 2.3, 0.2],
    time: 0.5,
    room_below: 0.1,
    open: |_| Some(Box::new(CreatureScene { creature: Rc::new(Creature::new()) })),
    ..SceneInfo::PLAIN
};

/// Index of "legs" in `Family::PARTS`.
const LEGS: usize = 1;
/// Colours of bones, tips, and the rings below the tips of legs.
const BONE: Vec3 = Vec3::new(0.98, 0.80, 0.42);
const TIP: Vec3 = Vec3::new(1.0, 0.95, 0.25);
const RING: Vec3 = Vec3::new(1.0, 1.0, 1.0);

struct CreatureScene {
    creature: Rc<Creature>,
}

impl Scene for CreatureScene {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        Ok(painted(&self.creature.family.model, &COLORS.map(Vec4::truncate)))
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        let Creature { family, joints, names, .. } = &*self.creature;
        let answers = &course.hierarchy;
        let mut order = answers.depth_first_order(joints)?;
        // 02.2 would index beyond its lists with numbers that are no joint's.
        let before = order.len();
        order.retain(|joint| *joint < joints.len());
        let beyond = before - order.len();
        if beyond > 0 {
            report("02.1", format!("{} without a joint", counted(beyond, "number", "numbers")));
        }
        let model_from_root = family.model_from_root(seconds);
        let locals = self.creature.locals(seconds);
        let model_from_joint = answers.model_poses(joints, &order, &locals, model_from_root)?;
        let model_from_joint = fit("02.2", model_from_joint, joints.len(), Mat4::IDENTITY);

        let parents: Vec<_> = joints.iter().map(|joint| joint.parent).collect();
        let places: Vec<Vec3> = model_from_joint.iter().map(|joint| joint.w_axis.truncate()).collect();
        // The camera goes with her where she walks.
        let walks = places[self.creature.root].distance(self.creature.root_at(seconds)) < 0.3;
        let focus = family.model_from_root(if walks { seconds } else { SCENE.time }).w_axis.truncate();
        let draws = palettes(&family.model, &self.creature.for_skeleton(&model_from_joint), Mat4::IDENTITY);
        let mut frame = Frame { focus, draws, lines: bones(&parents, &places, BONE), ..Frame::default() };
        axes(&mut frame.marks);
        for (name, place) in names.iter().zip(&places) {
            frame.points.push(Point { name: name.clone(), at: *place, color: BONE, radius: 0.0 });
        }
        for (limb, name) in self.creature.limbs() {
            let tip = answers.tip(joints, &model_from_joint, limb)?;
            frame.points.push(Point { name, at: tip, color: TIP, radius: 0.055 });
            if parents.iter().filter(|parent| **parent == Some(limb)).count() > 1 {
                // Its tip is that of another limb, too: a line shows which.
                frame.lines.push(Line { ends: [places[limb], tip], color: TIP, width: 4.0 });
            }
            if self.creature.part(limb) == LEGS {
                let below = tip.with_y(0.0);
                ring(&mut frame.marks, below, 0.05, RING);
                frame.marks.push(Line { ends: [below, tip], color: RING, width: 1.0 });
            }
        }
        for (step, joint) in (1..).zip(&order) {
            frame.values.push(Value { name: format!("step {step} of the walk").into(), text: names[*joint].clone() });
        }
        let creature = self.creature.clone();
        frame.graph = Some(Graph(Rc::new(move |sheet, _| strip::draw(sheet, &creature, &order))));
        Ok(frame)
    }
}

/// Adds the model's axes at its origin.
fn axes(marks: &mut Vec<Line>) {
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        marks.push(Line { ends: [Vec3::ZERO, 0.35 * axis], color: 0.28 + 0.65 * axis, width: 4.0 });
    }
}

//! The scene in the page: the creature, where the answers put her joints, and the tips of her limbs.

use crate::creature::{COLORS, Creature};
use drawing::{PageFrame, PageLine, PageScene, PageStage, Painted, bones, painted, palettes};
use given::{CallError, Course};
use glam::{Mat4, Vec3, Vec4};

pub(crate) static SCENE: PageScene = PageScene {
    words: "A creature of eight joints: each is where 02.1 and 02.2 put it, and 02.3 finds the yellow tips.",
    figure: None,
    buttons: &[],
    steering: None,
    mistakes: &[
        ("02.2", "ONE-LEVEL"),
        ("02.2", "PARENT-DOES-NOT-TURN"),
        ("02.2", "CHILD-TIMES-PARENT"),
        ("02.2", "ROOT-IGNORED"),
        ("02.3", "ONE-STEP"),
    ],
    camera: [0.5, 0.5, 2.7, 0.3],
    open: |_| Some(Box::new(CreatureStage { creature: Creature::new(), seconds: 0.5 })),
};

struct CreatureStage {
    creature: Creature,
    seconds: f32,
}

impl PageStage for CreatureStage {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        Ok(painted(&self.creature.family.model, &COLORS.map(Vec4::truncate)))
    }

    fn frame(&mut self, course: &Course, dt: f32) -> Result<PageFrame, CallError> {
        self.seconds += dt;
        let Creature { family, joints, .. } = &self.creature;
        let answers = &course.hierarchy;
        let mut order = answers.depth_first_order(joints)?;
        order.retain(|joint| *joint < joints.len());
        let model_from_root = family.model_from_root(self.seconds);
        let locals = self.creature.locals(self.seconds);
        let mut model_from_joint = answers.model_poses(joints, &order, &locals, model_from_root)?;
        model_from_joint.resize(joints.len(), Mat4::IDENTITY);
        let parents: Vec<_> = joints.iter().map(|joint| joint.parent).collect();
        let places: Vec<Vec3> = model_from_joint.iter().map(|joint| joint.w_axis.truncate()).collect();
        let mut lines = bones(&parents, &places, Vec3::new(0.98, 0.80, 0.42));
        for limb in self.creature.limbs() {
            let tip = answers.tip(joints, &model_from_joint, limb)?;
            lines.push(PageLine { ends: [tip; 2], color: Vec3::new(1.0, 0.95, 0.25), width: 11.0 });
        }
        let draws = palettes(&family.model, &self.creature.for_skeleton(&model_from_joint), Mat4::IDENTITY);
        Ok(PageFrame { focus: model_from_root.w_axis.truncate(), draws, lines })
    }
}

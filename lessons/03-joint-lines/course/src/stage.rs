//! The scene in the page: the family of creatures, and the lines that the answers make.

use crate::creature::Family;
use crate::lesson_joints;
use armature::math::Transform;
use drawing::{Frame, Line, Moment, Painted, Scene, SceneInfo, painted, palettes};
use given::{CallError, Course};
use glam::{Mat4, Vec3};

pub(crate) static SCENE: SceneInfo = SceneInfo {
    words: "A family of creatures, and the lines that 03.3 and 03.4 make of their joints.",
    figure: None,
    buttons: &[],
    steering: None,
    mistakes: &[
        ("03.2", "LOCALS-UPLOADED"),
        ("03.2", "WALK-ORDER"),
        ("03.3", "PREVIOUS-AS-PARENT"),
        ("03.3", "LINE-STRIP"),
        ("03.4", "BONES-COUNTED"),
    ],
    camera: [0.1, 0.62, 5.0, 0.1],
    time: 0.0,
    room_below: 0.0,
    controls: &[],
    shaders: &[],
    open: |_| Some(Box::new(FamilyStage { family: Family::new(), seconds: 0.0 })),
};

/// Colours of the chains, repeated; sRGB.
const COLORS: [Vec3; 3] = [Vec3::new(1.0, 0.80, 0.10), Vec3::new(0.20, 1.0, 0.95), Vec3::new(1.0, 0.42, 0.78)];

struct FamilyStage {
    family: Family,
    seconds: f32,
}

impl Scene for FamilyStage {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        Ok(painted(&self.family.model, &[Vec3::new(0.44, 0.47, 0.55); 3]))
    }

    fn frame(&mut self, course: &Course, &Moment { dt, .. }: &Moment) -> Result<Frame, CallError> {
        self.seconds += dt;
        let Family { model, .. } = &self.family;
        let joints = lesson_joints(model.skeleton.joints());
        let pose = self.family.pose(self.seconds);
        let locals: Vec<Mat4> = pose.locals.iter().map(Transform::to_mat4).collect();
        let root = self.family.model_from_root(self.seconds);
        let answers = &course.joint_lines;
        let matrices = answers.matrices(&joints, &locals, root)?;
        let indices = answers.index_pairs(&joints)?;
        let starts = answers.chain_starts(&joints)?;
        let mut lines = Vec::new();
        for (number, pair) in indices.as_chunks::<2>().0.iter().enumerate() {
            let ends = pair.map(|index| matrices.get(usize::from(index)).map(|matrix| matrix.w_axis.truncate()));
            let [Some(from), Some(to)] = ends else { continue };
            let chain = starts.iter().rposition(|start| *start <= 2 * number).unwrap_or(0);
            let color = COLORS[chain % COLORS.len()];
            lines.push(Line { ends: [from, to], color, width: 2.5 });
            lines.push(Line { ends: [to; 2], color, width: 6.0 });
        }
        let draws = palettes(model, &model.skeleton.model_from_joint(&pose), root);
        Ok(Frame { focus: Vec3::ZERO, draws, lines, ..Frame::default() })
    }
}

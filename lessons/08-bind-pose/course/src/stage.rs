//! The scene in the page: the worm of tins as it was modelled, and beside it the same worm in a dance, by the answers.

use crate::tin_worm::{LENGTH, STAGE, TinWorm};
use crate::tins;
use drawing::{Draw, Frame, Line, Moment, Painted, Scene, SceneInfo};
use given::{CallError, Course};
use glam::{Mat4, Vec3};

pub(crate) static SCENE: SceneInfo = SceneInfo {
    words: "The worm of tins as it was modelled, and the same worm in a dance.",
    figure: None,
    buttons: &[],
    steering: None,
    mistakes: &[
        ("08.2", "INVERSE-FORGOTTEN"),
        ("08.2", "WRONG-SIDE"),
        ("08.1", "NOT-INVERTED"),
        ("08.1", "LOCAL-BIND"),
        ("08.1", "TRANSLATION-ONLY"),
    ],
    camera: [-0.15, 0.16, 7.6, 1.35],
    time: 0.0,
    room_below: 0.0,
    open: |_| Some(Box::new(TinWormStage { worm: TinWorm::new(), seconds: 0.0 })),
};

/// The labels of the three tins, tin, white, black; sRGB.
const PAINTS: [Vec3; 6] = [
    Vec3::new(0.86, 0.22, 0.16),
    Vec3::new(0.95, 0.66, 0.10),
    Vec3::new(0.10, 0.52, 0.60),
    Vec3::new(0.70, 0.73, 0.77),
    Vec3::new(0.98, 0.98, 0.96),
    Vec3::new(0.06, 0.06, 0.08),
];
const CLAY: Vec3 = Vec3::new(0.72, 0.66, 0.60);

struct TinWormStage {
    worm: TinWorm,
    seconds: f32,
}

impl Scene for TinWormStage {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        let mesh = tins::mesh();
        Ok(vec![Painted { mesh: mesh.clone(), paints: PAINTS.to_vec() }, Painted { mesh, paints: vec![CLAY] }])
    }

    fn frame(&mut self, course: &Course, &Moment { dt, .. }: &Moment) -> Result<Frame, CallError> {
        self.seconds += dt;
        let TinWorm { joints, bind_locals } = &self.worm;
        let model_from_joint = self.worm.model_from_joint(&self.worm.locals(self.seconds, 1.0));
        let joint_from_bind = course.bind_pose.inverse_binds(joints, bind_locals)?;
        let mut palette = course.bind_pose.skinning_matrices(&model_from_joint, &joint_from_bind)?;
        palette.resize(joints.len(), Mat4::IDENTITY);
        let mut lines = Vec::new();
        for joint in self.worm.model_from_joint(bind_locals).iter().chain(&model_from_joint) {
            let [start, end] = [0.0, LENGTH].map(|x| joint.transform_point3(Vec3::X * x));
            let color = Vec3::new(1.0, 0.8, 0.2);
            lines.push(Line { ends: [start, end], color, width: 2.0 });
            lines.push(Line { ends: [start; 2], color, width: 8.0 });
        }
        let draws = vec![Draw::new(0, palette), Draw::new(1, vec![Mat4::IDENTITY; joints.len()])];
        Ok(Frame { focus: STAGE.with_y(0.0) / 2.0, draws, lines, ..Frame::default() })
    }
}

//! The scene of the page: some knights, each on its own clock, between baked frames and by way of texels. The window's crowd has
//! a drawing of its own, in `instanced.rs`: it is about OpenGL's instances.

use crate::repaired::{drawable_moment, three_each};
use crate::{BakedClip, Dancer};
use armature::model::{Model, ModelInstance};
use drawing::report::report;
use drawing::{Cast, Frame, Moment, Painted, Scene, SceneInfo, palettes, textured};
use given::{CallError, Course};
use glam::{Affine3A, Mat4, Vec3, Vec4};

pub static SCENE: SceneInfo = SceneInfo {
    words: "Six knights on their own clocks, by 17.1 and 17.3. The page moves the skin of each by itself; the crowd of 240, the creatures, and the shaders that draw it by instances are in the program at home.",
    figure: Some("knight"),
    mistakes: &[
        ("17.3", "ALL-IN-STEP"),
        ("17.1", "ROTATION-TRANSPOSED"),
        ("17.1", "TRANSLATION-LOST"),
        ("17.3", "FIRST-FORGOTTEN"),
        ("17.3", "CLAMPED"),
    ],
    camera: [0.0, 0.24, 5.4, 0.75],
    time: 2.4,
    open: CrowdScene::open,
    ..SceneInfo::PLAIN
};

const CLIPS: [&str; 4] = ["dance", "walk", "idle", "run"];
/// Frames a second that are baked.
const RATE: f32 = 48.0;
/// Each dancer's clip, phase and speed, and its position on the ground, x and z, in metres.
const DANCERS: [(Dancer, [f32; 2]); 6] = [
    (Dancer { clip: 0, phase: 0.0, speed: 1.0 }, [-1.3, 0.5]),
    (Dancer { clip: 0, phase: -1.1, speed: 0.9 }, [0.0, 0.8]),
    (Dancer { clip: 1, phase: 0.4, speed: 1.1 }, [1.3, 0.5]),
    (Dancer { clip: 2, phase: 0.0, speed: 0.8 }, [-1.9, -1.0]),
    (Dancer { clip: 3, phase: 0.2, speed: 0.9 }, [0.6, -1.2]),
    (Dancer { clip: 0, phase: 2.3, speed: 1.2 }, [1.9, -1.0]),
];

struct CrowdScene {
    model: Model,
    clips: Vec<BakedClip>,
    /// `model_from_joint` in each frame of all clips.
    frames: Vec<Vec<Affine3A>>,
}

impl CrowdScene {
    fn open(cast: Cast) -> Option<Box<dyn Scene>> {
        let model = cast.model()?;
        let mut figure = ModelInstance::new(&model);
        let mut frames = Vec::new();
        let mut clips = Vec::new();
        for name in CLIPS {
            let clip = model.clip(name)?;
            let count = (clip.duration() * RATE).ceil().max(1.0) as usize;
            let baked = BakedClip { first: frames.len(), frames: count, rate: count as f32 / clip.duration() };
            for frame in 0..count {
                figure.sample(&model, clip, clip.start + frame as f32 / baked.rate);
                frames.push(figure.model_from_joint().to_vec());
            }
            clips.push(baked);
        }
        Some(Box::new(CrowdScene { model, clips, frames }))
    }
}

impl Scene for CrowdScene {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        Ok(textured(&self.model))
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        let CrowdScene { model, clips, frames } = self;
        let mut frame = Frame::default();
        let mut wrong_moment = None;
        let mut wrong_rows = None;
        for (dancer, [x, z]) in &DANCERS {
            let moment = course.crowd.moment(dancer, clips, seconds)?;
            let moment = drawable_moment(moment, &clips[dancer.clip], frames.len(), &mut wrong_moment);
            let mut joints = Vec::new();
            for (from, to) in frames[moment.from].iter().zip(&frames[moment.to]) {
                let [from, to] = [from, to].map(|joint| Mat4::from(*joint));
                joints.push(Affine3A::from_mat4(from * (1.0 - moment.alpha) + to * moment.alpha));
            }
            let world_from_model = Mat4::from_translation(Vec3::new(*x, 0.0, *z)) * Mat4::from(model.world_from_model);
            for mut draw in palettes(model, &joints, Mat4::IDENTITY) {
                let texels = three_each(course.crowd.rows(&draw.palette)?, draw.palette.len(), &mut wrong_rows);
                for (matrix, rows) in draw.palette.iter_mut().zip(texels.as_chunks::<3>().0) {
                    *matrix = world_from_model * Mat4::from_cols(rows[0], rows[1], rows[2], Vec4::W).transpose();
                }
                frame.draws.push(draw);
            }
        }
        for (id, wrong) in [("17.3", wrong_moment), ("17.1", wrong_rows)] {
            if let Some(wrong) = wrong {
                report(id, wrong);
            }
        }
        Ok(frame)
    }
}

//! The scene in the page: the worm swings, and each ring of its skin follows the joints by the answers' weights.

use crate::figures::LEANS;
use crate::tube_worm::{HEIGHT, RINGS, STAGE, TubeWorm, heights};
use drawing::{Draw, Frame, Moment, Painted, Scene, SceneInfo, bones};
use given::{CallError, Course};
use glam::{Mat4, Vec3};

pub(crate) static SCENE: SceneInfo = SceneInfo {
    words: "Each ring of the worm's skin follows its joints by the weights of 09.1, and its joints swing by the angles of 09.3.",
    figure: None,
    buttons: &[],
    steering: None,
    mistakes: &[
        ("09.1", "NO-RAMP"),
        ("09.1", "MIDDLE-STAYS"),
        ("09.1", "MARGIN-TOO-HIGH"),
        ("09.3", "LEAN-FOR-ANGLE"),
        ("09.3", "TURNED-ROUND"),
    ],
    camera: [-0.1, 0.14, 5.8, 1.25],
    time: 0.0,
    room_below: 0.0,
    controls: &[],
    shaders: &[],
    open: |_| Some(Box::new(TubeWormStage { worm: TubeWorm::new(), seconds: 0.0 })),
};

/// Half a ramp's width, as a fraction of the worm's height.
pub(crate) const MARGIN: f32 = 0.14;
/// Colours of the skin, in stripes; then of the crown, white, black, and the knobs on the feelers.
const PAINTS: [Vec3; 6] = [
    Vec3::new(0.93, 0.55, 0.62),
    Vec3::new(0.99, 0.80, 0.72),
    Vec3::new(0.93, 0.55, 0.62),
    Vec3::new(0.98, 0.98, 0.96),
    Vec3::new(0.06, 0.06, 0.08),
    Vec3::new(0.95, 0.75, 0.20),
];
const STRIPES: f32 = 24.0;

struct TubeWormStage {
    worm: TubeWorm,
    seconds: f32,
}

impl Scene for TubeWormStage {
    /// Returns the worm's mesh, whose rings are the joints here: each frame has a matrix for each ring, the weighted sum that a
    /// vertex shader would compute.
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        let mut mesh = self.worm.skinned(&[[1.0, 0.0, 0.0]; RINGS + 1]);
        for vertex in &mut mesh.vertices {
            let height = (vertex.position.y / HEIGHT).min(1.0);
            vertex.joints[0] = (height * RINGS as f32).round() as u16;
            let paint = vertex.texcoord.y;
            vertex.texcoord.y = if paint < 1.0 { (height * STRIPES).floor() % 2.0 } else { paint.floor() + 1.0 } + 0.5;
        }
        Ok(vec![Painted { mesh, paints: PAINTS.to_vec(), ..Painted::default() }])
    }

    fn frame(&mut self, course: &Course, &Moment { dt, .. }: &Moment) -> Result<Frame, CallError> {
        self.seconds += dt;
        let angles = course.smooth_skin.joint_angles(self.seconds, &LEANS)?;
        let model_from_joint = self.worm.posed(angles);
        let joints = self.worm.palette(&model_from_joint);
        let mut rings = Vec::new();
        for height in heights() {
            let weights = course.smooth_skin.weights(height, MARGIN)?;
            let mut ring = Mat4::ZERO;
            for (joint, weight) in joints.iter().zip(weights) {
                ring += *joint * weight;
            }
            rings.push(ring);
        }
        let mut places: Vec<Vec3> = model_from_joint.iter().map(|joint| joint.w_axis.truncate()).collect();
        places.push(model_from_joint[2].transform_point3(Vec3::X * HEIGHT / 3.0));
        let lines = bones(&[None, Some(0), Some(1), Some(2)], &places, Vec3::new(0.2, 0.5, 0.9));
        Ok(Frame { focus: STAGE, draws: vec![Draw::new(0, rings)], lines, ..Frame::default() })
    }
}

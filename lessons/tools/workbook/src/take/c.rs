
/// A joint's transform in three parts, applied in this order: scale, rotation, translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    pub translation: Vec3,
    pub rotation: Quat,
    pub scale: Vec3,
}

impl Transform {
    pub const IDENTITY: Transform = Transform { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    pub fn to_mat4(&self) -> Mat4 {
        Mat4::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

/// Two keys, and the fraction of the way from the first to the second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Segment {
    pub from: usize,
    pub to: usize,
    pub alpha: f32,
}

/// Behaviour at the end of a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopMode {
    Clamp,
    #[default]
    Loop,
    PingPong,
}

/// The functions of earlier lessons that later ones call.
pub struct Tools;

impl Tools {
    pub fn matrices(&self, floats: &[f32]) -> Result<Vec<Mat4>, String> {
        let mut matrices = Vec::new();
        lesson_06::set_keyframes(&mut matrices, floats)?;
        Ok(matrices)
    }

    pub fn segment(&self, times: &[f32], tick: f32) -> Segment {
        lesson_06::segment(times, tick, None)
    }

    pub fn shortest(&self, from: Quat, to: Quat) -> Quat {
        lesson_07::shortest(from, to)
    }

    pub fn nlerp(&self, a: Quat, b: Quat, u: f32) -> Quat {
        lesson_07::nlerp(a, b, u)
    }

    pub fn slerp(&self, a: Quat, b: Quat, u: f32) -> Quat {
        lesson_07::slerp(a, b, u)
    }

    pub fn decompose(&self, matrix: Mat4) -> Transform {
        lesson_07::decompose(matrix)
    }

    pub fn sample_joint(&self, track: &Track, tick: f32) -> Transform {
        lesson_12::sample_joint(track, tick, self)
    }
}

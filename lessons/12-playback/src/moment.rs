//! The figure at one moment: what playback computes, and what the skin and the scene draw.

use crate::{OnStage, Transform};
use glam::Mat4;

/// A figure at one moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Seconds from now; negative for the past.
    pub offset: f32,
    /// The time in the clip.
    pub seconds: f32,
    /// 12.4.
    pub stage: OnStage,
    /// Where it was placed in the world.
    pub place: Transform,
    /// 02.2: in the file's axes.
    pub model_from_joint: Vec<Mat4>,
}

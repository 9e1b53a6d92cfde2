//! Camera, size and display options of a frame.

use super::options::DisplayOptions;
use crate::graphics::{OrbitCamera, scene::to_light};
use glam::{Mat4, Vec3};

/// How a frame is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Where from.
    pub camera: OrbitCamera,
    /// The scene's width over its height.
    pub aspect: f32,
    /// The scene's width and height, in the pixels that are drawn.
    pub size: (u32, u32),
    /// What is drawn.
    pub options: DisplayOptions,
    /// How old the scene is.
    pub seconds: f32,
}

impl View {
    /// From world space to OpenGL's clip space.
    pub fn clip_from_world(&self) -> Mat4 {
        self.camera.clip_from_world(self.aspect)
    }

    /// Unit length, world space: to the light above the viewer's shoulder, or to the eye itself
    /// where that carries a torch.
    pub fn to_light(&self) -> Vec3 {
        if self.options.flashlight { self.camera.backward() } else { to_light(&self.camera) }
    }
}

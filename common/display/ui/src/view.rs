//! Camera, size and display options of a frame.

use crate::DisplayOptions;
use glam::{Mat4, Vec2, Vec3};
use graphics::{OrbitCamera, backdrop::to_light, renderer::Viewpoint};

/// Camera, size and options with which a frame is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    pub camera: OrbitCamera,
    /// The viewport's width over its height.
    pub aspect: f32,
    /// The viewport's width and height, in the pixels that are drawn.
    pub size: (u32, u32),
    pub options: DisplayOptions,
    /// Age of the scene.
    pub seconds: f32,
}

impl View {
    /// Returns the matrix from world space to OpenGL's clip space.
    pub fn clip_from_world(&self) -> Mat4 {
        self.camera.clip_from_world(self.aspect)
    }

    /// Returns the position of a point of the world on a sheet of `size` that lies over the picture; `None` behind the eye.
    pub fn on_sheet(&self, size: Vec2, point: Vec3) -> Option<Vec2> {
        drawing::sheet::on_sheet(self.clip_from_world(), size, point)
    }

    /// The point of the world that lies in the plane through `point` that faces the viewer, and is seen at `place`: from
    /// the picture's upper left corner, as a fraction of its width and height.
    pub fn in_plane_of(&self, point: Vec3, place: Vec2) -> Vec3 {
        // Across the view nothing changes its depth, and clip space is linear.
        let clip_from_world = self.clip_from_world();
        let from = clip_from_world * point.extend(1.0);
        let right = self.camera.right();
        let up = self.camera.up();
        let wanted = (place * 2.0 - 1.0) * Vec2::new(1.0, -1.0) * from.w;
        let by = wanted - from.truncate().truncate();
        let x = (clip_from_world * right.extend(0.0)).x;
        let y = (clip_from_world * up.extend(0.0)).y;
        point + by.x / x * right + by.y / y * up
    }

    /// Unit length, world space: to the light above the viewer's shoulder, or to the eye itself
    /// where that carries a torch.
    pub fn to_light(&self) -> Vec3 {
        if self.options.flashlight { self.camera.backward() } else { to_light(&self.camera) }
    }

    /// Camera and light, for what draws a figure.
    pub fn viewpoint(&self) -> Viewpoint {
        let clip_from_world = self.clip_from_world();
        Viewpoint { clip_from_world, eye: self.camera.eye(), to_light: self.to_light(), area: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_the_world_on_a_sheet() {
        let camera = OrbitCamera::default();
        let options = DisplayOptions::default();
        let view = View { camera, aspect: 2.0, size: (400, 200), options, seconds: 0.0 };
        let size = Vec2::new(300.0, 150.0);
        let point = view.in_plane_of(camera.target, Vec2::new(0.25, 0.1));
        let seen = view.on_sheet(size, point).unwrap();
        assert!(seen.distance(Vec2::new(75.0, 135.0)) < 0.1, "{seen}");
        assert_eq!(view.on_sheet(size, camera.eye() + camera.backward()), None);
    }
}

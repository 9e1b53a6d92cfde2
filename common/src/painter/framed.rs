//! The part of a scene that is in the picture.

use crate::painter::flat::FlatPainter;
use crate::scenes::reach::Reach;
use drawing::SceneInfo;
use given::Course;
use glam::Vec3;
use graphics::{OrbitCamera, camera::Projection};
use player::Framing;
use ui::{Action, View};

/// Scale of the page's perspective, half the picture's height at the distance 1: see `ZOOM` in `scene.js`.
pub(super) const ZOOM: f32 = 2.6;
/// Width / height of the part of the scene that is framed, and the fraction of a picture that is filled by what is framed.
const ASPECT: f32 = 1.5;
const FILL: f32 = 0.84;

/// The part of a scene that is in the picture: what the finished scene has, and what answers draw outside of it.
pub(super) struct Framed {
    /// The last focus that was a place.
    pub(super) focus: Vec3,
    camera: [f32; 4],
    is_reframed: bool,
    reach: Reach,
}

impl Framed {
    pub(super) fn new(focus: Vec3, camera: [f32; 4]) -> Self {
        Framed { focus, camera, is_reframed: false, reach: Reach::default() }
    }

    pub(super) fn focus_on(&mut self, focus: Vec3) {
        if focus.is_finite() {
            self.focus = focus;
        }
    }

    pub(super) fn look_from(&mut self, camera: [f32; 4]) {
        self.is_reframed |= camera != self.camera;
        self.camera = camera;
    }

    /// Notes which of the points that answers draw lie outside of the finished scene's picture.
    pub(super) fn note(
        &mut self,
        scene: &SceneInfo,
        answers: &Course,
        view: &View,
        points: impl Iterator<Item = Vec3>,
    ) {
        self.reach.note(answers, self.usual(scene, None), view, points);
    }

    /// Returns the framing of the scene with what answers draw.
    pub(super) fn framing(&self, scene: &SceneInfo, flat: Option<&FlatPainter>) -> Framing {
        self.reach.framing(self.usual(scene, flat))
    }

    /// Returns the framing of the finished scene: what the page's camera sees, as a rectangle that faces the viewer.
    fn usual(&self, scene: &SceneInfo, flat: Option<&FlatPainter>) -> Framing {
        let [yaw, pitch, distance, height] = self.camera;
        if let Some(FlatPainter { aspect, .. }) = flat {
            let (target, projection) = (height * Vec3::Y, Projection::Orthographic { height: distance });
            let camera = OrbitCamera { target, yaw: 0.0, pitch: 0.0, distance, projection, scene_radius: distance };
            return Framing::fixed(camera, *aspect);
        }
        let camera = OrbitCamera { yaw, pitch, ..OrbitCamera::default() };
        let up = FILL * distance / ZOOM * camera.up();
        let right = FILL * distance / ZOOM * ASPECT * camera.right();
        let middle = self.focus + height * Vec3::Y;
        let corners = [middle - up - right, middle - up + right, middle + up - right, middle + up + right];
        Framing { room_below: scene.room_below, ..Framing::of_points(camera, corners) }
    }

    /// Returns the action that frames the scene again, if what is framed has changed since the last call.
    pub(super) fn take_actions(&mut self) -> Vec<Action> {
        let mut actions = self.reach.take_actions();
        if std::mem::take(&mut self.is_reframed) {
            actions.push(Action::Frame);
        }
        actions
    }
}

//! The part of a scene that is in the picture: what the finished scene has, and, once for each new answer, what that draws outside
//! of it.

use crate::painter::flat::FlatPainter;
use armature::mesh::Bounds;
use drawing::SceneInfo;
use given::Course;
use glam::{Vec2, Vec3, Vec4Swizzles};
use graphics::{OrbitCamera, camera::Projection};
use player::Framing;
use ui::{Action, View};

/// Scale of the page's perspective, half the picture's height at the distance 1: see `ZOOM` in `scene.js`.
pub(super) const ZOOM: f32 = 2.6;
/// Width / height of the part of the scene that is framed, and the fraction of a picture that is filled by what is framed.
const ASPECT: f32 = 1.5;
const FILL: f32 = 0.84;
/// Largest distance that is framed, in distances of the camera: beyond it all else would be too small to see.
const FARTHEST: f32 = 4.0;
/// Margin that is framed beyond the farthest drawn point, as a fraction of its distance: the point may move on.
const MARGIN: f32 = 0.15;

/// The part of a scene that is in the picture.
pub(super) struct Framed {
    /// The last focus that was a place.
    pub(super) focus: Vec3,
    camera: [f32; 4],
    /// The answers that drew last, and what they have drawn outside of the finished scene's picture.
    answers: Option<Course>,
    outside: Option<Bounds>,
    /// Whether it has to be framed again.
    is_new: bool,
}

impl Framed {
    pub(super) fn new(focus: Vec3, camera: [f32; 4]) -> Self {
        Framed { focus, camera, answers: None, outside: None, is_new: false }
    }

    pub(super) fn focus_on(&mut self, focus: Vec3) {
        if focus.is_finite() {
            self.focus = focus;
        }
    }

    pub(super) fn look_from(&mut self, camera: [f32; 4]) {
        self.is_new |= camera != self.camera;
        self.camera = camera;
    }

    /// Notes which of the points drawn by answers, in world space, lie outside of the picture. Other answers than at the last call
    /// start anew.
    pub(super) fn note(
        &mut self,
        scene: &SceneInfo,
        answers: &Course,
        view: &View,
        drawn: impl IntoIterator<Item = Vec3>,
    ) {
        let before = self.outside;
        if self.answers.replace(*answers) != Some(*answers) {
            self.outside = None;
        }
        let camera = self.framing(scene, None).camera(view.aspect);
        let clip_from_world = camera.clip_from_world(view.aspect);
        let mut outside = Vec::new();
        for point in drawn {
            let is_near = point.distance(camera.target) < FARTHEST * camera.distance;
            let seen = clip_from_world * point.extend(1.0);
            if is_near && seen.w > 0.0 && seen.xy().abs().cmpgt(Vec2::splat(seen.w)).any() {
                outside.push(point + MARGIN * (point - camera.target));
            }
        }
        self.outside = self.outside.into_iter().chain(Bounds::from_points(outside)).reduce(Bounds::union);
        self.is_new |= self.outside != before;
    }

    /// Returns the framing of the scene: what the page's camera sees, as a rectangle that faces the viewer, and what answers draw
    /// outside of it.
    pub(super) fn framing(&self, scene: &SceneInfo, flat: Option<&FlatPainter>) -> Framing {
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
        let mut points = vec![middle - up - right, middle - up + right, middle + up - right, middle + up + right];
        points.extend(self.outside.iter().flat_map(Bounds::corners));
        Framing { room_below: scene.room_below, ..Framing::of_points(camera, points) }
    }

    /// Returns the action that frames the scene again, if what is framed has changed since the last call.
    pub(super) fn take_actions(&mut self) -> Vec<Action> {
        if std::mem::take(&mut self.is_new) { vec![Action::Frame] } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ui::DisplayOptions;

    #[test]
    fn what_leaves_the_picture_is_framed_once() {
        let scene = &SceneInfo::PLAIN;
        let mut framed = Framed::new(Vec3::ZERO, scene.camera);
        let view = View {
            camera: framed.framing(scene, None).camera(1.5),
            aspect: 1.5,
            size: (300, 200),
            options: DisplayOptions::default(),
            seconds: 0.0,
        };
        let inside = Vec3::new(0.5, 1.0, 0.0);
        framed.note(scene, &Course::UNUSABLE, &view, [inside, Vec3::NAN, Vec3::X * 1e6]);
        assert!(framed.take_actions().is_empty(), "all that is near is in the picture");
        let tin = Vec3::new(-4.0, 1.0, 0.0);
        framed.note(scene, &Course::UNUSABLE, &view, [inside, tin]);
        assert_eq!(framed.take_actions(), [Action::Frame]);
        let camera = framed.framing(scene, None).camera(1.5);
        let seen = camera.clip_from_world(1.5).project_point3(tin);
        assert!(seen.x.abs() < 1.0 && seen.y.abs() < 1.0, "{seen}");
        framed.note(scene, &Course::UNUSABLE, &view, [inside, tin]);
        assert!(framed.take_actions().is_empty(), "it is in the picture now");
    }
}

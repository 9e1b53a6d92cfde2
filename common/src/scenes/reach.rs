//! Frames more of the scene, once for each new answer, if answers draw outside of the picture.

use armature::mesh::Bounds;
use given::Course;
use glam::{Vec2, Vec3, Vec4Swizzles};
use player::Framing;
use ui::{Action, View};

/// Largest distance that is framed, in distances of the camera: beyond it all else would be too small to see.
const FARTHEST: f32 = 4.0;
/// Margin that is framed beyond the farthest drawn point, as a fraction of its distance: the point may move on.
const MARGIN: f32 = 0.15;

/// Farthest distance at which answers have drawn outside of a scene's picture.
#[derive(Debug, Default)]
pub struct Reach {
    /// The answers that drew last.
    answers: Option<Course>,
    outside: Option<Bounds>,
    is_new: bool,
}

impl Reach {
    /// The framing of the finished scene, and what was drawn outside of it.
    pub fn framing(&self, mut usual: Framing) -> Framing {
        usual.points.extend(self.outside.iter().flat_map(Bounds::corners));
        usual
    }

    /// Notes which of the points drawn by answers lie outside of the picture. Points are in world space, and `usual` is the
    /// framing of the finished scene. Other answers than at the last call start anew.
    pub fn note(&mut self, answers: &Course, usual: Framing, view: &View, drawn: impl IntoIterator<Item = Vec3>) {
        let before = self.outside;
        if self.answers.replace(*answers) != Some(*answers) {
            self.outside = None;
        }
        let camera = self.framing(usual).camera(view.aspect);
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

    /// Returns the action that frames the scene again, if the area to be framed has changed since the last call.
    pub fn take_actions(&mut self) -> Vec<Action> {
        if std::mem::take(&mut self.is_new) { vec![Action::Frame] } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ui::DisplayOptions;

    #[test]
    fn what_leaves_the_picture_is_framed_once() {
        fn usual() -> Framing {
            Framing::from_angles(0.0, 0.0, [Vec3::new(-1.0, 0.0, 0.0), Vec3::new(1.0, 2.0, 0.0)])
        }
        let view = View {
            camera: usual().camera(1.5),
            aspect: 1.5,
            size: (300, 200),
            options: DisplayOptions::default(),
            seconds: 0.0,
        };
        let inside = Vec3::new(0.5, 1.0, 0.0);
        let mut reach = Reach::default();
        reach.note(&Course::UNUSABLE, usual(), &view, [inside, Vec3::NAN, Vec3::X * 1e6]);
        assert!(reach.take_actions().is_empty(), "all that is near is in the picture");
        let tin = Vec3::new(-4.0, 1.0, 0.0);
        reach.note(&Course::UNUSABLE, usual(), &view, [inside, tin]);
        assert_eq!(reach.take_actions(), [Action::Frame]);
        let camera = reach.framing(usual()).camera(1.5);
        let seen = camera.clip_from_world(1.5).project_point3(tin);
        assert!(seen.x.abs() < 1.0 && seen.y.abs() < 1.0, "{seen}");
        reach.note(&Course::UNUSABLE, usual(), &view, [inside, tin]);
        assert!(reach.take_actions().is_empty(), "it is in the picture now");
    }
}

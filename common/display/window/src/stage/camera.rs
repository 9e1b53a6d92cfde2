//! The camera of the scene: what it frames, and what it follows.

use crate::{App, seconds};
use glam::Vec3;
use graphics::{OrbitCamera, camera::Projection};
use player::Framing;

/// The camera, and what it was moved for. `aspect` is width / height of the viewport.
#[derive(Default)]
pub(super) struct SceneCamera {
    pub(super) orbit: OrbitCamera,
    /// The previous position of the object that it follows, in world space.
    pub(super) followed: Option<Vec3>,
    /// The joint that was selected when it was framed last.
    framed: Option<usize>,
}

impl SceneCamera {
    /// Frames the joint that was selected since the last time, from where the camera is; or else the scene.
    pub(super) fn frame_joint_or_scene(&mut self, app: &mut dyn App, aspect: f32) {
        let radius = self.orbit.scene_radius;
        let actor = app.subject().actor();
        let selected = actor.as_ref().and_then(|actor| actor.selection.first());
        let joint = selected.filter(|_| selected != self.framed);
        match joint.and_then(|joint| actor?.around_joint(joint, 0.05 * radius)) {
            Some(bounds) => {
                let framing = Framing::of_points(self.orbit, bounds.corners());
                // Grid and marks stay as large as they are.
                self.orbit = OrbitCamera { scene_radius: radius, ..framing.camera(aspect) };
                self.framed = selected;
            }
            None => self.frame_scene(app, aspect),
        }
    }

    /// Moves the camera so that the whole scene is in the picture, seen as the scene wants it.
    pub(super) fn frame_scene(&mut self, app: &mut dyn App, aspect: f32) {
        let seconds = seconds(app);
        self.framed = app.subject().actor().and_then(|actor| actor.selection.first());
        self.followed = app.subject().followed(seconds);
        if let Some(framing) = app.subject().framing(seconds) {
            self.orbit = framing.camera(aspect);
        }
    }

    /// Moves the camera so that the whole scene is in the picture, seen from the same direction.
    pub(super) fn frame_from_here(&mut self, app: &mut dyn App, aspect: f32) {
        let seconds = seconds(app);
        if let Some(framing) = app.subject().framing(seconds) {
            self.orbit = framing.from(self.orbit, aspect);
        }
    }

    /// Moves along with what the app wants followed.
    pub(super) fn follow(&mut self, app: &mut dyn App) {
        let seconds = seconds(app);
        let now = app.subject().followed(seconds);
        if let (Some(before), Some(now)) = (self.followed, now) {
            self.orbit.target += now - before;
        }
        self.followed = now;
    }

    /// The viewport's width / height has changed from `before` to `now`: what was framed is framed again, as the user has
    /// turned and zoomed it.
    pub(super) fn fit_scene(&mut self, app: &mut dyn App, before: f32, now: f32) {
        if before == now {
            return;
        }
        let seconds = seconds(app);
        let Some(framing) = app.subject().framing(seconds) else { return };
        let [old, new] = [before, now].map(|aspect| framing.camera(aspect));
        self.orbit.target += new.target - old.target;
        let factor = match (old.projection, new.projection) {
            (Projection::Orthographic { height: before }, Projection::Orthographic { height: after }) => after / before,
            _ => new.distance / old.distance,
        };
        self.orbit.scale(factor);
    }
}

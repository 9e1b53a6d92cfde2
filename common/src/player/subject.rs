//! What is in front of the camera: the figure, how it is framed, and what of it can be shown.

use crate::graphics::OrbitCamera;
use crate::player::Actor;
use crate::ui::{Action, DisplayOptions, Input, KeyCode, View};
use glam::{Vec2, Vec3};

/// What lessons and the viewer tell of what they show, for the camera, the panels and the keys.
///
/// `seconds` is the age of the scene: what `App::seconds` gives.
pub trait Subject {
    /// The figure that timeline, joint tree and display options are about.
    fn actor(&mut self) -> Option<&mut Actor> {
        None
    }

    /// What the camera shows at the start, and when F is pressed: by default the actor; `None`: nothing yet.
    fn framing(&mut self, _seconds: f32) -> Option<Framing> {
        let bounds = self.actor()?.bounds()?;
        Some(Framing::of_points(OrbitCamera::default(), bounds.corners()))
    }

    /// The point that the camera follows, in world space, so that a figure that walks does not leave the
    /// picture; `None`: the camera stays where the user put it.
    fn followed(&mut self, _seconds: f32) -> Option<Vec3> {
        None
    }

    /// How its keys differ from those of other scenes. They may differ again in the next frame.
    fn keys(&self) -> SubjectKeys<'_> {
        SubjectKeys::default()
    }

    /// Actions that it asks for, as their keys would. Called once a frame, after `update`.
    fn take_actions(&mut self) -> Vec<Action> {
        Vec::new()
    }

    /// Looks at the pointer before the camera does, as for handles that are dragged; the scene
    /// is `size` pixels large, and text `em` high. True: the pointer is taken, and neither turns the camera nor selects a
    /// joint.
    fn handles(&mut self, _input: &Input, _view: &View, _size: Vec2, _em: f32) -> bool {
        false
    }

    /// What is edited here; `None` where nothing is. An editor has the upper part of the left column for its panels.
    fn editing(&mut self) -> Option<&mut dyn Editing> {
        None
    }

    /// What is drawn of a figure at the start; keys and switches change it.
    fn display(&self) -> DisplayOptions {
        DisplayOptions::default()
    }
}

/// How the keys of one scene differ from those of others.
#[derive(Clone, Copy, Debug, Default)]
pub struct SubjectKeys<'a> {
    /// Of the camera, the light and the display: these change nothing here.
    pub idle: &'static [Action],
    /// Of a figure: these work here, though there is no [`actor`](Subject::actor).
    pub extra: &'static [Action],
    /// These steer something: they perform no action and do not move the camera. `Exercise::update` finds them in the
    /// input.
    pub steering: &'a [KeyCode],
}

/// Work that can be lost, and state with which the next program goes on: what an editor tells the window of what is
/// edited.
pub trait Editing {
    /// Whether the picture has changed though nothing moves by itself. Called once a frame.
    fn has_news(&mut self) -> bool;

    /// Escape was pressed: true if the program ends. The first call asks whether an earlier message announced that this
    /// press ends it. If nothing else could be closed, a second call follows with `may_ask`, to announce that the next
    /// press does.
    fn leave(&mut self, may_ask: bool) -> bool;

    /// The window is being closed: false where something would be lost. A message says so, and the next time it may.
    fn may_close(&mut self) -> bool;

    /// Whether something would be lost if another program replaced this one.
    fn is_unsaved(&self) -> bool;

    /// The state with which the program that replaces this one continues, besides time and [`Subject::actor`].
    fn state(&self) -> Option<serde_json::Value> {
        None
    }

    /// Continues from that state, as far as possible: the program that wrote it may be an older one.
    fn restore(&mut self, _state: &serde_json::Value) {}
}

/// Which part of the scene is in the picture, and from where.
#[derive(Clone, Debug)]
pub struct Framing {
    /// Its direction and projection; where there are no points, also its place.
    pub camera: OrbitCamera,
    /// What is seen as large as possible, in world space.
    pub points: Vec<Vec3>,
    /// Without points: width / height of the picture that `camera` is for. A narrower one shows as much in width.
    pub aspect: f32,
    /// Fraction of the height at the picture's lower edge that is left free for 2D overlays.
    pub room_below: f32,
}

impl Framing {
    /// From the direction of `camera`, which moves until the points fill the picture.
    pub fn of_points(camera: OrbitCamera, points: impl Into<Vec<Vec3>>) -> Self {
        Framing { camera, points: points.into(), aspect: 0.0, room_below: 0.0 }
    }

    /// From so many radians about the vertical and upward: see [`OrbitCamera`].
    pub fn from_angles(yaw: f32, pitch: f32, points: impl Into<Vec<Vec3>>) -> Self {
        Self::of_points(OrbitCamera { yaw, pitch, ..OrbitCamera::default() }, points)
    }

    /// The camera as it is in pictures of this width / height or more.
    pub fn fixed(camera: OrbitCamera, aspect: f32) -> Self {
        Framing { aspect, ..Self::of_points(camera, []) }
    }

    /// The camera for a picture of this width / height.
    pub fn camera(&self, aspect: f32) -> OrbitCamera {
        self.from(self.camera, aspect)
    }

    /// The same from the direction of another camera, by its projection.
    pub fn from(&self, mut camera: OrbitCamera, aspect: f32) -> OrbitCamera {
        camera.frame_points(&self.points, aspect);
        camera.scale((self.aspect / aspect).max(1.0) / (1.0 - self.room_below));
        // A little more than half of it: what is near looks larger, and is below.
        camera.pan(0.0, -0.7 * self.room_below);
        camera
    }
}

//! The subject of the camera: the figure, its framing, and what can be shown of it.

use crate::Actor;
use glam::{Vec2, Vec3};
use graphics::OrbitCamera;
use ui::{Action, DisplayOptions, Input, KeyCode, View};

/// A scene of a lesson or of the viewer, for the camera, the panels and the keys.
///
/// `seconds` is the age of the scene: what `App::seconds` gives.
pub trait Subject {
    /// The figure that timeline, joint tree and display options are about.
    fn actor(&mut self) -> Option<&mut Actor> {
        None
    }

    /// The framing at the start, and when F is pressed: by default of the actor; `None`: nothing to show yet.
    fn framing(&mut self, _seconds: f32) -> Option<Framing> {
        let bounds = self.actor()?.bounds()?;
        Some(Framing::of_points(OrbitCamera::default(), bounds.corners()))
    }

    /// The point that the camera follows, in world space, so that a figure that walks does not leave the
    /// picture; `None`: the camera stays where the user put it.
    fn followed(&mut self, _seconds: f32) -> Option<Vec3> {
        None
    }

    /// The differences between its keys and those of other scenes. They may change in the next frame.
    fn keys(&self) -> SubjectKeys<'_> {
        SubjectKeys::default()
    }

    /// Actions that it requests, as their keys would. Called once a frame, after `update`.
    fn take_actions(&mut self) -> Vec<Action> {
        Vec::new()
    }

    /// Handles the pointer before the camera does, as when handles are dragged; the scene is `size` pixels large, and text
    /// `em` high. True: the pointer is used, and neither turns the camera nor selects a joint.
    fn handles(&mut self, _input: &Input, _view: &View, _size: Vec2, _em: f32) -> bool {
        false
    }

    /// The editor; `None` if nothing is edited. It has the upper part of the left column for its panels.
    fn editing(&mut self) -> Option<&mut dyn Editing> {
        None
    }

    /// The display options at the start; keys and switches change them.
    fn display(&self) -> DisplayOptions {
        DisplayOptions::default()
    }
}

/// The differences between the keys of one scene and those of others.
#[derive(Clone, Copy, Debug, Default)]
pub struct SubjectKeys<'a> {
    /// Actions of the camera, the light and the display that change nothing here.
    pub idle: &'static [Action],
    /// Actions of a figure that work here, though there is no [`actor`](Subject::actor).
    pub extra: &'static [Action],
    /// Keys that steer something: they perform no action and do not move the camera. `Exercise::update` finds them in the
    /// input.
    pub steering: &'a [KeyCode],
    /// Names of its own keys and what they do, for the list of all keys.
    pub own: &'a [(String, &'static str)],
}

/// An editor as the window sees it, and the state with which the next program continues.
pub trait Editing {
    /// Whether the picture has changed though nothing moves by itself. Called once a frame.
    fn has_news(&mut self) -> bool;

    /// The state with which the program that replaces this one continues, besides time and [`Subject::actor`].
    fn state(&self) -> Option<serde_json::Value> {
        None
    }

    /// Continues from that state, as far as possible: the program that wrote it may be an older one.
    fn restore(&mut self, _state: &serde_json::Value) {}
}

/// The part of the scene that is in the picture, and the direction of view.
#[derive(Clone, Debug)]
pub struct Framing {
    /// Its direction and projection; without points, also its position.
    pub camera: OrbitCamera,
    /// Points that fill the picture, in world space.
    pub points: Vec<Vec3>,
    /// Width / height of the picture that `camera` is for, if there are no points. A narrower one shows as much in width.
    pub aspect: f32,
    /// Fraction of the height at the picture's lower edge that is left free for 2D overlays.
    pub room_below: f32,
}

impl Framing {
    /// A view from the direction of `camera`, which moves until the points fill the picture.
    pub fn of_points(camera: OrbitCamera, points: impl Into<Vec<Vec3>>) -> Self {
        Framing { camera, points: points.into(), aspect: 0.0, room_below: 0.0 }
    }

    /// A view from `yaw` radians about the vertical and `pitch` radians upward: see [`OrbitCamera`].
    pub fn from_angles(yaw: f32, pitch: f32, points: impl Into<Vec<Vec3>>) -> Self {
        Self::of_points(OrbitCamera { yaw, pitch, ..OrbitCamera::default() }, points)
    }

    /// A view by a camera that stays, in pictures of this width / height or more.
    pub fn fixed(camera: OrbitCamera, aspect: f32) -> Self {
        Framing { aspect, ..Self::of_points(camera, []) }
    }

    /// The camera for a picture of this width / height.
    pub fn camera(&self, aspect: f32) -> OrbitCamera {
        self.from(self.camera, aspect)
    }

    /// Returns a camera with the direction and the projection of `camera` that frames the subject in a picture of this
    /// width / height.
    pub fn from(&self, mut camera: OrbitCamera, aspect: f32) -> OrbitCamera {
        camera.frame_points(&self.points, aspect);
        camera.scale((self.aspect / aspect).max(1.0) / (1.0 - self.room_below));
        // A little more than half of it: near things look larger, and are below.
        camera.pan(0.0, -0.7 * self.room_below);
        camera
    }
}

//! Camera controls: orbit, pan, zoom, and the named views.

use glam::Vec2;
use graphics::{OrbitCamera, camera::Projection};
use std::f32::consts::FRAC_PI_2;
use ui::{Action, Input, KeyCode};

/// A drag over the whole height of the viewport turns by this, in radians.
const TURN: f32 = 4.0;
/// Held arrow keys turn by this much a second, in radians.
const KEY_TURN: f32 = 1.6;
/// Held arrow keys move by this fraction of the picture a second.
const KEY_PAN: f32 = 0.6;
/// Held + and - zoom by this many steps a second.
const KEY_ZOOM: f32 = 8.0;
/// Angle from bottom to top of a perspective picture, in radians.
const FIELD_OF_VIEW: f32 = 0.6;

/// Moves the camera by mouse and held keys. `viewport` is the size of the viewport in pixels.
pub fn apply_input(camera: &mut OrbitCamera, input: &Input, viewport: Vec2, seconds: f32) {
    let height = viewport.y.max(1.0);
    let (turn, pan) = if input.shift() {
        (Vec2::ZERO, input.left_drag + input.right_drag)
    } else {
        (input.left_drag, input.right_drag)
    };
    if turn != Vec2::ZERO {
        let turn = turn / height * TURN;
        camera.orbit(-turn.x, turn.y);
    }
    if pan != Vec2::ZERO {
        // The scene is dragged along: the camera moves the other way.
        let pan = pan / height;
        camera.pan(-pan.x, pan.y);
    }
    let pinched = (1.0 + input.pinch.clamp(-0.5, 0.5)).ln() / (1.0f32 / 0.9).ln();
    let mut zoom = input.scroll + pinched;
    if !input.control() {
        let arrows = arrows(input);
        if input.shift() {
            camera.pan(arrows.x * KEY_PAN * seconds, arrows.y * KEY_PAN * seconds);
        } else if arrows != Vec2::ZERO {
            camera.orbit(arrows.x * KEY_TURN * seconds, arrows.y * KEY_TURN * seconds);
        }
        zoom += KEY_ZOOM * seconds * (held(input, KeyCode::Equal) - held(input, KeyCode::Minus));
    }
    if zoom != 0.0 {
        camera.zoom(zoom);
    }
}

/// The direction of held arrow keys; right and up are positive.
fn arrows(input: &Input) -> Vec2 {
    Vec2::new(
        held(input, KeyCode::ArrowRight) - held(input, KeyCode::ArrowLeft),
        held(input, KeyCode::ArrowUp) - held(input, KeyCode::ArrowDown),
    )
}

fn held(input: &Input, key: KeyCode) -> f32 {
    f32::from(u8::from(input.is_down_for_camera(key)))
}

/// Performs an action of the camera, other than framing, for which the scene's bounds are needed. Returns whether it is
/// one of these.
pub fn act(camera: &mut OrbitCamera, action: Action) -> bool {
    match action {
        Action::Orthographic => toggle_projection(camera),
        Action::ViewFront => look(camera, 0.0, 0.0),
        Action::ViewSide => look(camera, FRAC_PI_2, 0.0),
        Action::ViewTop => look(camera, 0.0, FRAC_PI_2),
        _ => return false,
    }
    true
}

fn look(camera: &mut OrbitCamera, yaw: f32, pitch: f32) {
    camera.yaw = yaw;
    camera.pitch = 0.0;
    camera.orbit(0.0, pitch); // stops just short of the pole
}

/// Switches between perspective and orthographic projection, at which the target keeps its size in the picture.
fn toggle_projection(camera: &mut OrbitCamera) {
    camera.projection = match camera.projection {
        Projection::Perspective { vertical_fov } => {
            Projection::Orthographic { height: 2.0 * camera.distance * (vertical_fov / 2.0).tan() }
        }
        Projection::Orthographic { height } => {
            camera.distance = height / (2.0 * (FIELD_OF_VIEW / 2.0).tan());
            Projection::Perspective { vertical_fov: FIELD_OF_VIEW }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use ui::Button;

    const VIEWPORT: Vec2 = Vec2::new(800.0, 400.0);

    fn drag(button: Button, by: Vec2, shift: bool) -> OrbitCamera {
        let mut input = Input::default();
        if shift {
            input.key_down(KeyCode::ShiftLeft, false);
        }
        input.pointer_moved(Vec2::ZERO);
        input.button(button, true);
        input.pointer_moved(by);
        let mut camera = OrbitCamera { yaw: 1.0, pitch: 0.0, ..OrbitCamera::default() };
        apply_input(&mut camera, &input, VIEWPORT, 0.016);
        camera
    }

    /// Position of a point of the world in the viewport, in pixels, y down.
    fn seen(camera: &OrbitCamera, point: Vec3) -> Vec2 {
        let clip = camera.clip_from_world(VIEWPORT.x / VIEWPORT.y) * point.extend(1.0);
        (clip.truncate().truncate() / clip.w * Vec2::new(0.5, -0.5) + 0.5) * VIEWPORT
    }

    #[test]
    fn the_scene_follows_the_pointer() {
        let before = OrbitCamera { yaw: 1.0, pitch: 0.0, ..OrbitCamera::default() };
        let by = Vec2::new(60.0, -40.0);
        for camera in [drag(Button::Right, by, false), drag(Button::Left, by, true)] {
            let moved = seen(&camera, Vec3::ZERO) - seen(&before, Vec3::ZERO);
            assert!((moved - by).length() < 0.1, "moved by {moved}");
        }
        // Turning moves what is in front of the target with the pointer.
        let front = before.target + before.backward() * 0.5;
        let moved = seen(&drag(Button::Left, by, false), front) - seen(&before, front);
        assert!(moved.x > 5.0 && moved.y < -5.0, "moved by {moved}");
    }

    #[test]
    fn orthographic_and_back_keeps_the_size() {
        let before = OrbitCamera::default();
        let mut camera = before;
        let beside = before.target + before.up() * 0.7;
        assert!(act(&mut camera, Action::Orthographic));
        assert!((seen(&camera, beside) - seen(&before, beside)).length() < 0.1);
        assert!(act(&mut camera, Action::Orthographic));
        assert!((camera.distance - before.distance).abs() < 1e-4);
        assert!(!act(&mut camera, Action::Play));
    }

    #[test]
    fn held_keys_turn_and_zoom() {
        let mut camera = OrbitCamera { yaw: 1.0, pitch: 0.0, ..OrbitCamera::default() };
        let mut input = Input::default();
        input.key_down(KeyCode::ArrowRight, false);
        input.key_down(KeyCode::Minus, false);
        apply_input(&mut camera, &input, VIEWPORT, 0.5);
        assert!((camera.yaw - (1.0 + KEY_TURN / 2.0)).abs() < 1e-5);
        assert!(camera.distance > 5.0);
        let before = camera;
        input.key_down(KeyCode::ControlLeft, false);
        apply_input(&mut camera, &input, VIEWPORT, 0.5);
        assert_eq!(camera, before, "Ctrl - is for the text");
    }
}

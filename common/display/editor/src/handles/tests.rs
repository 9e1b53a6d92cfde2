//! Handles under parents that turn, scale, mirror and shear, as cameras see them.

use super::{frame::RADIUS, *};
use armature::math::Transform;
use graphics::{OrbitCamera, camera::Projection};

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};
use proptest::prelude::*;
use std::f32::consts::TAU;
use ui::{DisplayOptions, View};

const SIZE: Vec2 = Vec2::new(1000.0, 700.0);
const EM: f32 = 14.0;

/// Returns the projection of a camera at `yaw` and `pitch`, 9 m from its target.
fn projection(yaw: f32, pitch: f32, perspective: bool) -> ScreenProjection {
    let projection = if perspective {
        Projection::Perspective { vertical_fov: 0.6 }
    } else {
        Projection::Orthographic { height: 5.0 }
    };
    let camera = OrbitCamera { yaw, pitch, distance: 9.0, projection, ..OrbitCamera::default() };
    let options = DisplayOptions::default();
    let view = View { camera, aspect: SIZE.x / SIZE.y, size: (1000, 700), options, seconds: 0.0 };
    ScreenProjection::new(&view, SIZE, EM)
}

fn rotations() -> impl Strategy<Value = Quat> {
    (0.0..TAU, -1.0f32..1.0, 0.0..TAU).prop_map(|(around, z, angle)| {
        let axis = ((1.0 - z * z).sqrt() * Vec2::from_angle(around)).extend(z);
        Quat::from_axis_angle(axis.normalize(), angle)
    })
}

/// Frames whose parents have uneven scale, also mirrored, and shear.
fn frames() -> impl Strategy<Value = HandleFrame> {
    let scale = prop_oneof![Just(-1.0f32), Just(1.0)].prop_flat_map(|sign| {
        (0.4f32..2.0, 0.4f32..2.0, 0.4f32..2.0).prop_map(move |(x, y, z)| Vec3::new(sign * x, y, z))
    });
    let place = (-0.8f32..0.8, -0.8f32..0.8, -0.8f32..0.8).prop_map(Vec3::from);
    let parent = (rotations(), rotations(), scale, place);
    (parent, rotations(), -0.3f32..0.3).prop_map(|((q, r, scale, at), rotation, x)| {
        let matrix = Mat3A::from_quat(q) * Mat3A::from_diagonal(scale) * Mat3A::from_quat(r);
        let world_from_parent = Affine3A { matrix3: matrix, translation: at.into() };
        let translation = Vec3::new(x, 0.1, -0.2);
        HandleFrame { world_from_parent, local: Transform { translation, rotation, scale: Vec3::new(1.0, 2.0, 0.5) } }
    })
}

fn same(a: Quat, b: Quat) -> bool {
    a.dot(b).abs() > 1.0 - 1e-5
}

proptest! {
    /// A pointer that moves along a ring's tangent by the length of an angle turns the joint by the angle, about its
    /// own axis.
    #[test]
    fn a_drag_by_an_angle_turns_by_it(
        frame in frames(), axis in 0usize..3, at in 0.0f32..TAU, angle in -3.0f32..3.0,
        yaw in 0.0f32..6.0, pitch in -1.2f32..1.2, perspective in any::<bool>(),
    ) {
        let screen = projection(yaw, pitch, perspective);
        let radius = frame.radius(&screen).unwrap();
        let (point, moved) = rings::ring_point(&frame, axis, radius, at);
        let press = screen.seen(point).unwrap();
        let tangent = screen.speed(point, moved).unwrap();
        // Elsewhere the ring is seen from its edge, where a drag is slower, or crosses itself.
        let nearest = rings::angle_at(&frame, axis, &screen, press).unwrap();
        let apart = (nearest - at).rem_euclid(TAU);
        prop_assume!(apart.min(TAU - apart) < 0.1 && tangent.length() > 2.5 * EM);
        let drag = Drag::new(frame, Handle::Ring(axis), &screen, press).unwrap();
        let amount = drag.amount(press + tangent * angle, false);
        prop_assert!((amount - angle).abs() < 2e-3 * (1.0 + angle.abs()), "{amount} {angle}");
        let turned = drag.result(amount);
        let want = frame.local.rotation * Quat::from_axis_angle(Vec3::AXES[axis], amount);
        prop_assert!(same(turned.rotation, want));
        prop_assert_eq!((turned.translation, turned.scale), (frame.local.translation, frame.local.scale));
    }

    /// Dragging an arrow's tip along the arrow moves the frame to the pointer.
    #[test]
    fn an_arrow_moves_along_its_parents_axis(
        frame in frames(), axis in 0usize..3, pixels in -60.0f32..60.0, yaw in 0.0f32..6.0, pitch in -1.2f32..1.2,
    ) {
        let screen = projection(yaw, pitch, false);
        let Some((from, to, unit)) = arrows::arrow_line(&frame, axis, &screen) else { return Ok(()) };
        let from = screen.seen(from).unwrap();
        let to = screen.seen(to).unwrap();
        let drag = Drag::new(frame, Handle::Arrow(axis), &screen, to).unwrap();
        let along = (to - from).normalize();
        let moved = drag.result(drag.amount(to + along * pixels, false));
        let after = HandleFrame { local: moved, ..frame };
        let seen = screen.seen(after.origin()).unwrap() - screen.seen(frame.origin()).unwrap();
        prop_assert!((seen - along * pixels).length() < 0.05, "{seen} {}", along * pixels);
        let by = after.origin() - frame.origin();
        prop_assert!(by.cross(unit).length() < 1e-4 * (1.0 + unit.length()), "along the axis");
        prop_assert_eq!(moved.rotation, frame.local.rotation);
    }
}

/// A plain frame seen from the front: the z ring is a circle of the stated size.
fn plain() -> (HandleFrame, ScreenProjection) {
    let frame = HandleFrame { world_from_parent: Affine3A::IDENTITY, local: Transform::IDENTITY };
    (frame, projection(0.0, 0.0, false))
}

#[test]
fn the_handle_under_the_pointer() {
    let (frame, screen) = plain();
    let both = Kinds { rings: true, arrows: true };
    let center = SIZE * 0.5;
    let on_ring = center + Vec2::from_angle(0.8) * RADIUS * EM;
    assert_eq!(at(&frame, both, &screen, on_ring), Some(Handle::Ring(2)));
    assert_eq!(at(&frame, Kinds { rings: false, ..both }, &screen, on_ring), None);
    let on_arrow = center + Vec2::X * RADIUS * EM * 0.5;
    let arrows = Kinds { rings: false, arrows: true };
    assert_eq!(at(&frame, arrows, &screen, on_arrow), Some(Handle::Arrow(0)));
    assert_eq!(at(&frame, both, &screen, center + 300.0), None);
    let toward_viewer = screen.seen(Vec3::Z * 0.5).unwrap();
    assert_eq!(at(&frame, arrows, &screen, toward_viewer), None, "z points at the viewer");
}

#[test]
fn control_turns_and_moves_in_steps() {
    let (frame, screen) = plain();
    let press = SIZE * 0.5 + Vec2::X * RADIUS * EM;
    let drag = Drag::new(frame, Handle::Ring(2), &screen, press).unwrap();
    // Counterclockwise is up on the right: y is down in pixels.
    let up = press - Vec2::Y * RADIUS * EM * 0.5;
    assert!((drag.amount(up, false) - 0.5).abs() < 1e-3, "{}", drag.amount(up, false));
    assert!((drag.amount(up, true) - 2.0 * ANGLE_STEP).abs() < 1e-5);
    assert_eq!(drag.words(ANGLE_STEP), "about its own z +15.0°");
    let arrow = Drag::new(frame, Handle::Arrow(0), &screen, press).unwrap();
    let moved = arrow.amount(press + Vec2::X * 17.0, true);
    assert!((moved / LENGTH_STEP - (moved / LENGTH_STEP).round()).abs() < 1e-4, "{moved}");
}

/// A joint whose parent has no size, or no finite place, has no handles, and nothing panics.
#[test]
fn what_has_no_size_has_no_handles() {
    let (frame, screen) = plain();
    let both = Kinds { rings: true, arrows: true };
    for matrix3 in [Mat3A::ZERO, Mat3A::from_diagonal(Vec3::NAN)] {
        let world_from_parent = Affine3A { matrix3, translation: Vec3A::ZERO };
        let flat = HandleFrame { world_from_parent, ..frame };
        assert_eq!(at(&flat, both, &screen, SIZE * 0.5), None);
        assert!(Drag::new(flat, Handle::Ring(0), &screen, SIZE * 0.5).is_none());
        add_handles(&flat, both, &screen, None, &mut Shapes::new());
    }
    let behind = Affine3A::from_translation(Vec3::Z * 100.0);
    let behind = HandleFrame { world_from_parent: behind, ..frame };
    add_handles(&behind, both, &screen, None, &mut Shapes::new());
}

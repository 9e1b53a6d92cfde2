//! The writing over the picture.

use common::graphics::OrbitCamera;
use common::ui::{DisplayOptions, View};
use drawing::{Sheet, sheet::Shape};
use glam::{DVec2, Vec2, Vec3};
use lesson_18::draw::{effects::Effects, hud};
use lesson_18::game::{Event, EventKind};
use lesson_18::level::Hint;

const SIZE: Vec2 = Vec2::new(832.0, 468.0);

#[test]
fn the_clock_counts_minutes() {
    assert_eq!([59.96, 61.5, 754.3].map(hud::time), ["1:00.0", "1:01.5", "12:34.3"]);
}

/// Draws a sign at `at` if his head is at `head`. Both are in half heights of the picture, from its middle.
fn signs(at: Vec2, head: Vec2) -> Sheet {
    let camera = OrbitCamera { yaw: 0.0, pitch: 0.0, ..OrbitCamera::default() };
    let view =
        View { camera, aspect: SIZE.x / SIZE.y, size: (1280, 720), options: DisplayOptions::default(), seconds: 0.0 };
    let [at, head] = [at, head].map(|at| view.in_plane_of(Vec3::ZERO, at * Vec2::new(0.5, -0.5) + 0.5));
    let hint = Hint { position: at.truncate().as_dvec2(), text: "Space jump".into() };
    let mut sheet = Sheet::over_scene(SIZE);
    hud::draw_hints(&mut sheet, &view, &[hint], head, 1.0);
    sheet
}

/// Returns the lower and upper edge of a sign, in the same units.
fn sign(at: Vec2, head: Vec2) -> (f32, f32) {
    let sheet = signs(at, head);
    let corners = sheet.marks.iter().flat_map(|mark| match &mark.shape {
        Shape::Area(corners, _) => &corners[..],
        _ => &[],
    });
    let heights = corners.map(|corner| 2.0 * corner.y / SIZE.y - 1.0);
    heights.fold((f32::MAX, f32::MIN), |(low, high), y| (low.min(y), high.max(y)))
}

#[test]
fn a_sign_covers_neither_his_head_nor_the_clock() {
    let far = Vec2::new(0.9, 0.0);
    let (low, high) = sign(Vec2::new(-0.3, 0.1), far);
    for x in [-0.3, -0.4, -0.25] {
        let above = sign(Vec2::new(-0.3, 0.1), Vec2::new(x, 0.2));
        assert!(above.0 > 0.2 && (above.1 - above.0 - (high - low)).abs() < 1e-5, "{x}: {above:?}");
    }
    assert!(sign(Vec2::new(-0.3, 0.99), far).1 < 0.85);
    assert!(sign(Vec2::new(-0.3, 1.2), far).1 == f32::MIN, "it is not in the picture");
}

/// A sign is not cut by the picture's edge, and fades beyond it; no board is empty: he may stand where it is half faded.
#[test]
fn a_sign_fades_beyond_the_edge() {
    let mut boards = Vec::new();
    for x in [0.95, 1.1, 1.2, 1.3, 1.5] {
        let sheet = signs(Vec2::new(x, 0.1), Vec2::new(-0.9, 0.0));
        let words = sheet.marks.iter().filter(|mark| matches!(mark.shape, Shape::Word(..))).count();
        let opacity = sheet.marks.iter().find_map(|mark| match mark.shape {
            Shape::Area(_, opacity) => Some(opacity),
            _ => None,
        });
        boards.push((words, opacity));
    }
    println!("{boards:?}");
    assert!(boards[0].0 == 1 && boards[4] == (0, None), "{boards:?}");
    assert!(boards.windows(2).all(|pair| pair[0].1 >= pair[1].1 && pair[0].0 >= pair[1].0), "{boards:?}");
    assert!(boards.iter().all(|(words, board)| (*words == 1) == board.is_some()), "no board is empty: {boards:?}");
}

#[test]
fn a_bite_reddens_the_edges_for_a_moment_and_a_glance_shakes() {
    let mut effects = Effects::default();
    effects.step(&[Event::new(EventKind::Glance, DVec2::ZERO, 1.0)]);
    assert!(effects.red() == 0.0 && effects.shake() != Vec3::ZERO);
    effects.step(&[Event::new(EventKind::Hurt, DVec2::ZERO, 1.0)]);
    assert_eq!(effects.red(), 1.0);
    for (hurt, low, high) in [(0.0, 0.0, 0.0), (0.5, 0.2, 1.0), (1.0, 0.4, 1.0)] {
        let mut redness = 0.0f32;
        for corner in hud::red_edges(16.0 / 9.0, 0.5 * hurt).triangles {
            if corner.position.abs().distance(Vec3::new(1.0, 1.0, 0.0)) < 1e-5 {
                redness = redness.max(corner.color.x * corner.color.w);
            }
        }
        assert!((low..=high).contains(&redness), "{hurt}: {redness}");
    }
    (0..16).for_each(|_| effects.step(&[]));
    assert_eq!(effects.red(), 0.0);
}

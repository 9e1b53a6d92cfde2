//! The crate's texture, `wood.png`, made in code: boards, a frame around them, nails, and where paint goes.
//! Working it out at each start would keep the window waiting for half a second.

use common::exercise::testing::RENEW;
use common::graphics::Picture;
use glam::{Vec2, Vec3};
use lesson_00::crate_frame::wood_file;

/// Pixels along one side.
const SIDE: u32 = 512;
/// Width of the frame, as a fraction of the side.
const FRAME: f32 = 0.13;
/// Boards inside the frame.
const BOARDS: f32 = 5.0;

#[test]
fn the_wood_is_what_this_makes() {
    let made = texture();
    if std::env::var_os(RENEW).is_some() {
        made.write_png(&wood_file()).unwrap();
    }
    let kept = Picture::read_png(&wood_file()).unwrap();
    assert_eq!((kept.width, kept.height), (SIDE, SIDE));
    // Sines are not the same to the last bit everywhere: a byte may be rounded the other way.
    let off = kept.rgba.iter().zip(&made.rgba).filter(|(kept, made)| kept.abs_diff(**made) > 1);
    assert_eq!(off.count(), 0, "{RENEW}=1 writes it anew");
}

/// Returns the texture of one side of the crate. The fourth channel is the fraction of the wood that paint covers.
fn texture() -> Picture {
    let mut rgba = Vec::with_capacity((SIDE * SIDE * 4) as usize);
    for row in 0..SIDE {
        for column in 0..SIDE {
            // (0, 0) is the lower left corner, a picture's first row the upper edge.
            let at = Vec2::new(column as f32 + 0.5, (SIDE - row) as f32 - 0.5) / SIDE as f32;
            let (wood, paint) = surface(at);
            rgba.extend([wood.x, wood.y, wood.z, paint].map(byte));
        }
    }
    Picture { width: SIDE, height: SIDE, rgba }
}

fn byte(fraction: f32) -> u8 {
    (fraction.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// A board as one point of it sees it.
struct Board {
    /// Number of the plank: each has a colour and a grain of its own.
    number: f32,
    /// Position along the grain and across it, in sides of the crate.
    place: Vec2,
    /// Distance from the nearest edge.
    edge: f32,
}

/// Returns the wood's colour (sRGB, 0 to 1) at a point of the side, and the fraction of it that paint covers.
fn surface(at: Vec2) -> (Vec3, f32) {
    let board = board(at);
    let mut wood = grain(&board);
    // Rounded edges, and in the gap between two boards it is dark.
    wood *= 0.35 + 0.65 * smooth(0.0, 0.012, board.edge);
    // The frame stands out and throws a shadow on the boards below its upper and left parts.
    let inside = at.min(1.0 - at).min_element() - FRAME;
    if inside > 0.0 {
        let below = (1.0 - at.y - FRAME).min(at.x - FRAME);
        wood *= 0.80 + 0.20 * smooth(0.0, 0.05, below);
    }
    let nail = nail(at);
    // Paint wears off in flakes, first along the edges.
    let flakes = 0.5 * noise(turned(at) * 11.0) + 0.3 * noise(at * 31.0) + 0.2 * noise(turned(at) * 90.0);
    let left = smooth(0.30, 0.36, flakes + 0.14 * smooth(0.0, 0.03, board.edge) - 0.08);
    let painted = if inside > 0.0 { mark(at) } else { 1.0 };
    let paint = painted * (0.12 + 0.88 * left) * smooth(0.001, 0.006, board.edge) * (1.0 - nail);
    (wood.lerp(Vec3::new(0.23, 0.23, 0.25), nail), paint)
}

/// Returns the board at a point. The two upright boards of the frame have the full height, the other two fit between them.
fn board(at: Vec2) -> Board {
    let from_side = at.x.min(1.0 - at.x);
    let from_end = at.y.min(1.0 - at.y);
    if from_side < FRAME {
        let number = if at.x < 0.5 { 11.0 } else { 12.0 };
        let edge = from_side.min(FRAME - from_side).min(from_end);
        Board { number, place: Vec2::new(at.y, from_side), edge }
    } else if from_end < FRAME {
        let number = if at.y < 0.5 { 13.0 } else { 14.0 };
        let edge = from_end.min(FRAME - from_end).min(from_side - FRAME);
        Board { number, place: Vec2::new(at.x, from_end), edge }
    } else {
        let across = (at.x - FRAME) / (1.0 - 2.0 * FRAME) * BOARDS;
        let width = (1.0 - 2.0 * FRAME) / BOARDS;
        let edge = across.fract().min(1.0 - across.fract()) * width;
        Board { number: across.floor(), place: Vec2::new(at.y, at.x), edge }
    }
}

/// Returns the colour of light wood with darker veins, wavy along the board.
fn grain(board: &Board) -> Vec3 {
    let shift = Vec2::new(board.number * 17.3, board.number * 5.7);
    let place = board.place + shift;
    let wave = 0.035 * noise(place * Vec2::new(3.0, 6.0)) + 0.01 * noise(place * 19.0);
    let veins = 0.5 + 0.5 * ((board.place.y + wave + 0.013 * board.number) * 260.0).sin();
    let fibre = noise(place * Vec2::new(14.0, 230.0));
    let tone = 0.86 + 0.20 * noise(shift * 3.1) + 0.10 * (fibre - 0.5);
    Vec3::new(0.80, 0.60, 0.38).lerp(Vec3::new(0.62, 0.42, 0.24), 0.55 * veins * veins) * tone
}

/// Returns 1 on a nail's head, else 0. Every board has two nails at each end, the frame two at each corner.
fn nail(at: Vec2) -> f32 {
    let end = at.min(1.0 - at);
    let mut nearest = f32::MAX;
    for place in [Vec2::new(0.042, 0.088), Vec2::new(0.088, 0.042)] {
        nearest = nearest.min(end.distance(place));
    }
    let width = (1.0 - 2.0 * FRAME) / BOARDS;
    let across = ((at.x - FRAME) / width).rem_euclid(1.0) * width;
    if (FRAME..1.0 - FRAME).contains(&at.x) {
        nearest = nearest.min(Vec2::new(across, end.y).distance(Vec2::new(0.3 * width, FRAME + 0.03)));
        nearest = nearest.min(Vec2::new(across, end.y).distance(Vec2::new(0.7 * width, FRAME + 0.03)));
    }
    1.0 - smooth(0.006, 0.009, nearest)
}

/// Returns 1 where the sign is painted, a robot's arm, else 0.
fn mark(at: Vec2) -> f32 {
    let [stand, shoulder, elbow, wrist] =
        [(0.36, 0.25), (0.36, 0.38), (0.47, 0.67), (0.67, 0.56)].map(|(x, y)| Vec2::new(x, y));
    let arm = distance_to_line(at, shoulder, elbow).min(distance_to_line(at, elbow, wrist)) - 0.028;
    let base = distance_to_line(at, stand, shoulder) - 0.045;
    let foot = distance_to_line(at, stand + Vec2::new(-0.07, -0.02), stand + Vec2::new(0.07, -0.02)) - 0.025;
    let claw = [(0.70, 0.47), (0.76, 0.55)].map(|(x, y)| distance_to_line(at, wrist, Vec2::new(x, y)) - 0.016);
    let tips = [((0.70, 0.47), (0.745, 0.43)), ((0.76, 0.55), (0.765, 0.49))]
        .map(|(a, b)| distance_to_line(at, Vec2::from(a), Vec2::from(b)) - 0.016);
    let joints = [shoulder, elbow].map(|joint| at.distance(joint) - 0.052);
    let solid = [arm, base, foot].into_iter().chain(claw).chain(tips).chain(joints);
    let sign = solid.fold(f32::MAX, f32::min);
    let holes = [shoulder, elbow].map(|joint| 0.021 - at.distance(joint));
    1.0 - smooth(-0.002, 0.002, sign.max(holes[0]).max(holes[1]))
}

/// Returns the distance to the line between two points.
fn distance_to_line(at: Vec2, a: Vec2, b: Vec2) -> f32 {
    let along = ((at - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
    at.distance(a.lerp(b, along))
}

/// Returns a smooth step from 0 at `low` to 1 at `high`.
fn smooth(low: f32, high: f32, x: f32) -> f32 {
    let x = ((x - low) / (high - low)).clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// Returns the height of smooth hills between 0 and 1, about one for each unit of length.
fn noise(at: Vec2) -> f32 {
    let cell = at.floor();
    let fraction = (at - cell) * (at - cell) * (3.0 - 2.0 * (at - cell));
    let [a, b, c, d] = [Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::ONE].map(|corner| random(cell + corner));
    let lower = a + (b - a) * fraction.x;
    let upper = c + (d - c) * fraction.x;
    lower + (upper - lower) * fraction.y
}

/// Returns the point turned a little, so that the hills of two noises do not stand in rows.
fn turned(at: Vec2) -> Vec2 {
    Vec2::from_angle(0.6).rotate(at) + 7.7
}

/// Returns a random number from 0 to 1 for a point with whole coordinates, the same on every machine.
fn random(cell: Vec2) -> f32 {
    let mut bits = 0x85EB_CA6B_u32;
    for x in cell.to_array() {
        bits = (bits ^ (x as i32 as u32)).wrapping_mul(0x9E37_79B1).rotate_left(13);
    }
    (bits.wrapping_mul(0xC2B2_AE35) >> 8) as f32 / (1 << 24) as f32
}

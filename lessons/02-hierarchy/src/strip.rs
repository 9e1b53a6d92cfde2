//! The walk as a strip along the picture's lower edge: a bead for each joint, in the order of the walk
//! from left to right, hanging on its parent's.

use crate::scene::{COLORS, Scene};
use common::graphics::LineVertex;
use common::graphics::debug_draw::Shapes;
use glam::{Vec2, Vec3, Vec4};

/// OpenGL's clip coordinates: the picture is 2 wide and 2 high.
const TOP: f32 = -0.69;
const BOTTOM: f32 = -0.95;
const SIDE: f32 = 0.94;
const PANEL: Vec4 = Vec4::new(0.12, 0.15, 0.20, 0.80);
const BORDER: Vec4 = Vec4::new(0.95, 0.97, 1.0, 1.0);
const THREAD: Vec4 = Vec4::new(0.62, 0.68, 0.74, 1.0);

/// `order` holds numbers of joints that exist. The deeper a joint is in the tree, the lower its bead.
pub(crate) fn shapes(scene: &Scene, order: &[usize], aspect: f32) -> Shapes {
    // A list that grew too long is cut.
    let order = &order[..order.len().min(3 * scene.joints.len())];
    let deepest = (0..scene.joints.len()).map(|joint| scene.depth(joint)).max().unwrap_or(0);
    let at = |place: usize, joint: usize| {
        let x = -SIDE + 2.0 * SIDE * (place as f32 + 0.5) / order.len() as f32;
        let y = TOP + (BOTTOM - TOP) * scene.depth(joint) as f32 / deepest.max(1) as f32;
        Vec2::new(x, y)
    };
    let mut shapes = Shapes::new();
    quad(
        &mut shapes,
        [
            Vec2::new(-SIDE - 0.03, BOTTOM - 0.035),
            Vec2::new(SIDE + 0.03, BOTTOM - 0.035),
            Vec2::new(SIDE + 0.03, TOP + 0.035),
            Vec2::new(-SIDE - 0.03, TOP + 0.035),
        ],
        PANEL,
    );
    for (place, &joint) in order.iter().enumerate() {
        let parent = scene.joints[joint].parent;
        let above = order.iter().position(|&other| Some(other) == parent);
        if let (Some(parent), Some(above)) = (parent, above) {
            thread(&mut shapes, at(above, parent), at(place, joint), aspect);
        }
    }
    for (place, &joint) in order.iter().enumerate() {
        bead(&mut shapes, at(place, joint), COLORS[scene.part(joint)], aspect);
    }
    shapes
}

/// From the parent's bead to the joint's, equally thick in every direction.
fn thread(shapes: &mut Shapes, from: Vec2, to: Vec2, aspect: f32) {
    let square = Vec2::new(aspect, 1.0); // to a space where both directions are equally long
    let along = ((to - from) * square).normalize_or_zero();
    let side = along.perp() * 0.0025 / square;
    quad(shapes, [from - side, to - side, to + side, from + side], THREAD);
}

fn bead(shapes: &mut Shapes, at: Vec2, color: Vec4, aspect: f32) {
    for (size, color) in [(0.028, BORDER), (0.020, color)] {
        let (x, y) = (Vec2::new(size / aspect, 0.0), Vec2::new(0.0, size));
        quad(shapes, [at - y, at + x, at + y, at - x], color);
    }
}

fn quad(shapes: &mut Shapes, corners: [Vec2; 4], color: Vec4) {
    let [a, b, c, d] = corners.map(|corner| Vec3::new(corner.x, corner.y, 0.0));
    let vertex = |position| LineVertex { position, color };
    shapes.triangles.extend([a, b, c, a, c, d].map(vertex));
}

//! The depth-first order as a strip along the picture's lower edge: a bead for each joint, from left to right
//! in the order of the walk, tied to its parent's bead.

use crate::creature::{COLORS, Creature};
use crate::finished::depth;
use common::graphics::debug_draw::Shapes;
use common::scenes::FlatShapes;
use glam::{Vec2, Vec4};

/// Upper edge in clip coordinates: the picture is 2 wide and 2 high.
const TOP: f32 = -0.69;
const BOTTOM: f32 = -0.95;
const SIDE: f32 = 0.94;
const PANEL: Vec4 = Vec4::new(0.12, 0.15, 0.20, 0.80);
const BORDER: Vec4 = Vec4::new(0.95, 0.97, 1.0, 1.0);
const THREAD: Vec4 = Vec4::new(0.62, 0.68, 0.74, 1.0);

/// Returns the strip of a walk over joints that exist. The deeper a joint is in the tree, the lower its bead.
pub(crate) fn shapes(creature: &Creature, order: &[usize], aspect: f32) -> Shapes {
    // A list that grew too long is cut.
    let order = &order[..order.len().min(3 * creature.joints.len())];
    let deepest = (0..creature.joints.len()).map(|joint| depth(&creature.joints, joint)).max().unwrap_or(0);
    let mut places = Vec::new();
    for (step, &joint) in order.iter().enumerate() {
        let x = -SIDE + 2.0 * SIDE * (step as f32 + 0.5) / order.len() as f32;
        let y = TOP + (BOTTOM - TOP) * depth(&creature.joints, joint) as f32 / deepest.max(1) as f32;
        places.push(Vec2::new(x * aspect, y));
    }
    let mut strip = FlatShapes::in_half_heights(aspect);
    let corner = Vec2::new((SIDE + 0.03) * aspect, 0.0);
    let low = Vec2::Y * (BOTTOM - 0.035);
    let high = Vec2::Y * (TOP + 0.035);
    strip.rectangle(low - corner, high + corner, PANEL);
    for (step, &joint) in order.iter().enumerate() {
        let parent = creature.joints[joint].parent;
        if let Some(above) = order.iter().position(|&other| Some(other) == parent) {
            strip.line(places[above], places[step], 0.005, THREAD);
        }
    }
    for (&place, &joint) in places.iter().zip(order) {
        strip.diamond(place, 0.028, BORDER);
        strip.diamond(place, 0.020, COLORS[creature.part(joint)]);
    }
    strip.shapes
}

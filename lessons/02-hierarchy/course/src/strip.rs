//! The depth-first order as a strip along the picture's lower edge: a diamond for each joint, from left to
//! right in the order of the walk, tied to its parent's.

use crate::creature::{COLORS, Creature};
use crate::finished::depth;
use drawing::{Ink, Sheet};
use glam::Vec2;

/// Upper and lower edge of the diamonds' middles, and the margin at their left and right, as fractions of the picture.
const TOP: f32 = 0.155;
const BOTTOM: f32 = 0.025;
const SIDE: f32 = 0.03;

/// Draws the strip of a walk over joints that exist. The deeper a joint is in the tree, the lower its diamond.
pub(crate) fn draw(sheet: &mut Sheet, creature: &Creature, order: &[usize]) {
    // A list that grew too long is cut.
    let order = &order[..order.len().min(3 * creature.joints.len())];
    let deepest = (0..creature.joints.len()).map(|joint| depth(&creature.joints, joint)).max().unwrap_or(0);
    let mut places = Vec::new();
    for (step, &joint) in order.iter().enumerate() {
        let x = SIDE + (1.0 - 2.0 * SIDE) * (step as f32 + 0.5) / order.len() as f32;
        let y = TOP + (BOTTOM - TOP) * depth(&creature.joints, joint) as f32 / deepest.max(1) as f32;
        places.push(Vec2::new(x, y) * sheet.size);
    }
    let low = Vec2::new(0.5 * SIDE, BOTTOM - 0.018);
    let high = Vec2::new(1.0 - 0.5 * SIDE, TOP + 0.018);
    sheet.panel(low * sheet.size, high * sheet.size);
    sheet.answered();
    for (step, &joint) in order.iter().enumerate() {
        let parent = creature.joints[joint].parent;
        if let Some(above) = order.iter().position(|&other| Some(other) == parent) {
            sheet.line(&[places[above], places[step]], Ink::Given);
        }
    }
    for (&place, &joint) in places.iter().zip(order) {
        sheet.key(place, Ink::own(COLORS[creature.part(joint)].truncate(), 0.0));
    }
}

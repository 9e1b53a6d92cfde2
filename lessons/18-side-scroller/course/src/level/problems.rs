//! Problems of a level, in words for people.

use super::Level;
use crate::{fight::Species, knight::COLLIDER};
use glam::DVec2;

/// Depth in the ground that [`Body::new`](crate::ground::Body::new) allows, in metres.
const SUNK: f64 = 0.05;

/// Height above the ground of something that is meant to stand on it, in metres.
const FALLS: f64 = 6.0;

impl Level {
    /// Lists what keeps the level from being played, or would surprise a player. Empty for a good level.
    pub fn problems(&self) -> Vec<String> {
        if let Err(error) = self.to_blob() {
            return vec![error]; // nothing can be measured
        }
        let obstacles = self.obstacles();
        if obstacles.is_empty() {
            return vec!["there is nothing to stand on: no piece in the middle layer is solid".into()];
        }
        let mut problems = Vec::new();
        problems.extend(self.standing("the start", self.start, &COLLIDER, &obstacles));
        problems.extend(self.standing("the door", self.door, &COLLIDER, &obstacles));
        let creature = Species::collider();
        for (index, spawn) in self.spawns.iter().enumerate() {
            let who = format!("creature {}", index + 1);
            problems.extend(self.standing(&who, spawn.position, &creature, &obstacles));
        }
        if self.start.distance(self.door) < 2.0 {
            problems.push("start and door are at one place: there is nothing to play".into());
        }
        problems
    }

    /// Describes the fault of a standing place.
    fn standing(&self, who: &str, feet: DVec2, collider: &[DVec2], obstacles: &[Vec<DVec2>]) -> Option<String> {
        let DVec2 { x, y } = feet;
        if y <= self.abyss {
            return Some(format!("{who} is in the abyss"));
        }
        let lifted = feet + DVec2::new(0.0, SUNK);
        let body: Vec<DVec2> = collider.iter().map(|corner| lifted + *corner).collect();
        if obstacles.iter().any(|obstacle| overlap(&body, obstacle)) {
            return Some(format!("{who} is inside something solid, at ({x:.1}, {y:.1})"));
        }
        let low = y - FALLS;
        let below = [(-0.05, low), (0.05, low), (0.05, y + SUNK), (-0.05, y + SUNK)]
            .map(|(side, height)| DVec2::new(x + side, height));
        let is_held = obstacles.iter().any(|obstacle| overlap(&below, obstacle));
        (!is_held).then(|| format!("{who} has no ground below, at ({x:.1}, {y:.1})"))
    }
}

/// Whether two convex polygons have an area in common: no edge of either separates them.
fn overlap(a: &[DVec2], b: &[DVec2]) -> bool {
    !is_separated(a, b) && !is_separated(b, a)
}

fn is_separated(polygon: &[DVec2], other: &[DVec2]) -> bool {
    (0..polygon.len()).any(|index| {
        let from = polygon[index];
        let along = polygon[(index + 1) % polygon.len()] - from;
        other.iter().all(|corner| along.perp_dot(*corner - from) <= 0.0)
    })
}

//! Problems of a level, in words for people.

use super::Level;
use crate::ground::surfaces;
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
        let creature = Species::collider();
        let mut problems = Vec::new();
        problems.extend(self.standing("the start", self.start, &COLLIDER, &obstacles));
        problems.extend(self.standing("the door", self.door, &COLLIDER, &obstacles));
        for (index, spawn) in self.spawns.iter().enumerate() {
            let who = format!("creature {}", index + 1);
            problems.extend(self.standing(&who, spawn.position, &creature, &obstacles));
        }
        if self.start.distance(self.door) < 2.0 {
            problems.push("start and door are at one place: there is nothing to play".into());
        }
        problems
    }

    /// Describes the fault of a place where a body of this outline is to stand.
    fn standing(&self, who: &str, feet: DVec2, outline: &[DVec2], obstacles: &[Vec<DVec2>]) -> Option<String> {
        let DVec2 { x, y } = feet;
        if y <= self.abyss {
            return Some(format!("{who} is in the abyss"));
        }
        let body: Vec<DVec2> = outline.iter().map(|corner| feet + SUNK * DVec2::Y + *corner).collect();
        if obstacles.iter().any(|obstacle| !is_beside(&body, obstacle) && !is_beside(obstacle, &body)) {
            return Some(format!("{who} is inside something solid, at ({x:.1}, {y:.1})"));
        }
        let is_held = surfaces(obstacles, x).any(|(height, _)| (y - FALLS..=y + SUNK).contains(&height));
        (!is_held).then(|| format!("{who} has no ground below, at ({x:.1}, {y:.1})"))
    }
}

/// Whether an edge of a convex polygon, counterclockwise, has all of the other polygon on its outer side.
fn is_beside(polygon: &[DVec2], other: &[DVec2]) -> bool {
    polygon.iter().zip(polygon.iter().cycle().skip(1)).any(|(corner, next)| {
        let edge = *next - *corner;
        other.iter().all(|point| edge.perp_dot(*point - *corner) <= 0.0)
    })
}

//! What keeps a level from being played, in words for people.

use super::Level;
use crate::ground::surfaces;
use crate::{fight::Species, knight::COLLIDER};
use glam::DVec2;

/// Depth in the ground that [`Body::new`](crate::ground::Body::new) allows, in metres.
const SUNK: f64 = 0.05;

/// Height above the ground of something that is meant to stand on it, in metres.
const FALLS: f64 = 6.0;

impl Level {
    /// Describes the first thing that keeps the level from being played, or would surprise a player.
    pub fn problem(&self) -> Option<String> {
        if let Err(error) = self.to_blob() {
            return Some(error); // nothing can be measured
        }
        if self.start.distance(self.door) < 2.0 {
            return Some("start and door are at one place: there is nothing to play".into());
        }
        let obstacles = self.obstacles();
        let mut problem = self.standing("the start", self.start, &COLLIDER, &obstacles);
        problem = problem.or_else(|| self.standing("the door", self.door, &COLLIDER, &obstacles));
        for (index, spawn) in self.spawns.iter().enumerate() {
            let who = format!("creature {}", index + 1);
            problem = problem.or_else(|| self.standing(&who, spawn.position, &Species::collider(), &obstacles));
        }
        problem
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

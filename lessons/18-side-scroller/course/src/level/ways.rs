//! Whether a level leads to its door: a search with the keys, by the finished answers.
//!
//! The places where he can stand are put together to *grounds*, on each of which he can walk to and fro. From places on
//! each of them he walks off, and jumps in several ways. Creatures are not there.

use super::Level;
use crate::checks::REFERENCE;
use crate::game::{DOOR_REACH, STEP, takes};
use crate::ground::{self, Body, Mesh};
use crate::knight::{ANYWHERE, COLLIDER, Knight, RUN};
use crate::{Keys, State};
use given::CallError;
use glam::DVec2;
use std::cell::RefCell;

/// Distance between the places from which he jumps, in metres.
const APART: f64 = 0.5;
/// Largest number of steps of a flight.
const LONGEST: usize = 400;
/// Distance from the end of a ground from which he can walk off, and by which he must have moved, in metres.
const END: f64 = 1e-3;

/// A way to leave the ground: with a run-up or from rest; for how many steps jump is held (0: he walks off); for how
/// many he steers ahead; and, after that, whether he steers back.
type Deed = (bool, usize, usize, f32);
const FALLS: [Deed; 3] = [(true, 0, LONGEST, 0.0), (false, 0, LONGEST, 0.0), (false, 0, 8, -1.0)];
const JUMPS: [Deed; 5] = [
    (true, LONGEST, LONGEST, 0.0),
    (false, LONGEST, LONGEST, 0.0),
    (true, 1, LONGEST, 0.0),
    (true, LONGEST, 16, 0.0),
    (false, LONGEST, 16, -1.0),
];

enum End {
    Ground(usize),
    Abyss,
    /// He is held in the air, as between two steep walls.
    Stuck(DVec2),
}

struct Search<'a> {
    level: &'a Level,
    mesh: Mesh,
    /// Edges that can be stood on, from left to right.
    grounds: Vec<Vec<(usize, usize)>>,
    /// Ground of each triangle's edges.
    ground_of: Vec<[Option<usize>; 3]>,
    /// Whether each token can be reached.
    taken: RefCell<Vec<bool>>,
}

impl Level {
    /// Lists the places that can be reached and from which the door cannot, and tokens that cannot be reached. Empty
    /// for a good level. Takes seconds unoptimised.
    pub fn traps(&self) -> Vec<String> {
        self.found_traps().unwrap_or_else(|error| vec![error.to_string()])
    }

    /// Follows all jumps from the start, then goes back from the door over the grounds that lead there.
    fn found_traps(&self) -> Result<Vec<String>, CallError> {
        let expanded = ground::expanded(&REFERENCE.side_scroller, &self.obstacles(), &COLLIDER)?;
        let mesh = match ground::mesh_of(&expanded, self.bounds()) {
            Ok(mesh) => mesh,
            Err(error) => return Ok(vec![error]),
        };
        let search = Search::new(self, mesh);
        let begin = Knight::new(self.start, &search.mesh);
        let begin = begin.map(|knight| search.end(knight, |_| Keys::default())).transpose()?;
        let Some(End::Ground(start)) = begin else { return Ok(vec!["at the start he falls into the abyss".into()]) };

        let mut leads_to = vec![None; search.grounds.len()];
        let mut open = vec![start];
        let mut traps = Vec::new();
        while let Some(from) = open.pop() {
            if leads_to[from].is_some() {
                continue;
            }
            let mut found: Vec<usize> = Vec::new();
            for end in search.ends(from)? {
                match end {
                    End::Ground(to) if !found.contains(&to) => found.push(to),
                    End::Stuck(at) => traps.push(format!("at ({:.1}, {:.1}) he is stuck in the air", at.x, at.y)),
                    _ => {}
                }
            }
            open.extend(&found);
            leads_to[from] = Some(found);
        }
        // From the door backwards.
        let mut is_good: Vec<bool> = (0..leads_to.len()).map(|ground| search.is_at_the_door(ground)).collect();
        while let Some(better) =
            (0..is_good.len()).find(|from| !is_good[*from] && leads_to[*from].iter().flatten().any(|to| is_good[*to]))
        {
            is_good[better] = true;
        }
        for (ground, _) in leads_to.iter().enumerate().filter(|(ground, to)| to.is_some() && !is_good[*ground]) {
            let (left, right) = search.span(ground);
            traps.push(format!(
                "from ({:.1}, {:.1}) to ({:.1}, {:.1}) he can get, but not from there to the door",
                left.x, left.y, right.x, right.y
            ));
        }
        traps.dedup();
        let missed = search.taken.borrow().iter().position(|taken| !taken);
        traps.extend(missed.map(|token| format!("token {} cannot be reached", token + 1)));
        Ok(traps)
    }
}

impl<'a> Search<'a> {
    fn new(level: &'a Level, mesh: Mesh) -> Self {
        let mut ground_of = vec![[None; 3]; mesh.triangles.len()];
        let mut grounds = Vec::new();
        let is_free = |at: &(usize, usize)| !mesh.triangles[at.0].is_solid && mesh.can_stand(at.0, at.1);
        for first in (0..mesh.triangles.len()).flat_map(|triangle| [0, 1, 2].map(|edge| (triangle, edge))) {
            if !is_free(&first) || ground_of[first.0][first.1].is_some() {
                continue;
            }
            let beside =
                |at: (usize, usize), to_the_right| Some(mesh.next_edge(at.0, at.1, to_the_right)).filter(is_free);
            let mut left = first;
            while let Some(next) = beside(left, false).filter(|next| *next != first) {
                left = next;
            }
            let mut all = Vec::new();
            let mut next = Some(left);
            while let Some(at) = next.filter(|at| ground_of[at.0][at.1].is_none()) {
                ground_of[at.0][at.1] = Some(grounds.len());
                all.push(at);
                next = beside(at, true);
            }
            grounds.push(all);
        }
        let taken = RefCell::new(vec![false; level.tokens.len()]);
        Search { level, mesh, grounds, ground_of, taken }
    }

    fn span(&self, ground: usize) -> (DVec2, DVec2) {
        let edges = &self.grounds[ground];
        let first = edges[0];
        let last = edges[edges.len() - 1];
        (self.mesh.edge(first.0, first.1).0, self.mesh.edge(last.0, last.1).1)
    }

    /// Returns bodies at rest every [`APART`] metres of a ground.
    fn bodies(&self, ground: usize) -> Vec<Body> {
        let mut bodies = Vec::new();
        for &(triangle, edge) in &self.grounds[ground] {
            let (a, b) = self.mesh.edge(triangle, edge);
            let count = (a.distance(b) / APART).ceil();
            for at in 0..=count as usize {
                let position = a.lerp(b, (at as f64 / count).clamp(0.0, 1.0));
                bodies.push(Body { position, velocity: DVec2::ZERO, triangle, support: Some(edge) });
            }
        }
        bodies
    }

    fn is_at_the_door(&self, ground: usize) -> bool {
        self.bodies(ground).iter().any(|body| (body.position - self.level.door).abs().cmple(DOOR_REACH).all())
    }

    fn ends(&self, ground: usize) -> Result<Vec<End>, CallError> {
        let (left, right) = self.span(ground);
        let mut ends = Vec::new();
        for body in self.bodies(ground) {
            for (side, end) in [(-1.0, left), (1.0, right)] {
                let falls = if body.position.distance(end) < END { &FALLS[..] } else { &[] };
                for deed in falls.iter().chain(&JUMPS) {
                    ends.push(self.end(by_deed(body, &self.mesh, side, *deed), keys(side, *deed))?);
                }
            }
        }
        Ok(ends)
    }

    /// Plays a knight by these keys for each step until he stands, or is lost.
    fn end(&self, mut knight: Knight, keys: impl Fn(usize) -> Keys) -> Result<End, CallError> {
        for step in 0..LONGEST {
            let was_in_the_air = knight.body.support.is_none();
            knight.step(&REFERENCE, &self.mesh, keys(step), STEP, ANYWHERE)?;
            let Body { position, triangle, support, .. } = knight.body;
            for (token, taken) in self.level.tokens.iter().zip(self.taken.borrow_mut().iter_mut()) {
                *taken |= takes(position, *token);
            }
            if position.y < self.level.abyss {
                return Ok(End::Abyss);
            }
            // Who stands after some steps does not come off: a wall ends his ground.
            if let Some(edge) = support.filter(|_| was_in_the_air || step > 10)
                && let Some(ground) = self.ground_of[triangle][edge]
            {
                return Ok(End::Ground(ground));
            }
        }
        Ok(End::Stuck(knight.body.position))
    }
}

fn by_deed(body: Body, mesh: &Mesh, side: f32, (runs_up, ..): Deed) -> Knight {
    let mut knight = Knight::at(body);
    if let Some(edge) = body.support.filter(|_| runs_up) {
        let (a, b) = mesh.edge(body.triangle, edge);
        knight.body.velocity = (b - a).normalize() * RUN * f64::from(side);
        knight.speed = RUN as f32 * side;
        knight.state = State::Run;
    }
    knight
}

fn keys(side: f32, (runs_up, held, ahead, back): Deed) -> impl Fn(usize) -> Keys {
    move |step| Keys {
        right: if step < ahead { side } else { side * -back.abs() },
        runs: runs_up || held > 0,
        jump: step == 0 && held > 0,
        jump_held: step < held,
        ..Keys::default()
    }
}

//! A creature's walk: its body on the ground.

use super::{Creature, Mood};
use crate::SideScroller;
use crate::fight::species::SIZE;
use crate::ground::{self, Ahead, Body, Mesh};
use given::CallError;
use glam::DVec2;
use std::f32::consts::FRAC_PI_2;
use std::ops::RangeInclusive;

/// Speeds of its walk along the patrol, towards him, and in a charge, in metres a second, and their factor once it is enraged.
const PATROL_SPEED: f64 = 0.55;
const CHASE_SPEED: f64 = 1.5;
const CHARGE_SPEED: f64 = 5.2;
const RAGE_SPEED: f64 = 1.2;
const GRAVITY: f64 = 15.0;
/// Steepest ground to which it continues, in radians: less than the bevels of its outline beside an edge.
const STEEP: f64 = 0.42;
/// Half the length of its kind's outline, and largest distance by which it comes out of a wall in a step, in metres.
const HALF_LENGTH: f64 = 0.46;
const OUT_OF_WALLS: f64 = 0.02;
/// Rate at which it turns, in radians a second.
const TURN_RATE: f32 = 7.0;
/// Length of a cycle of its walk, in its file, in metres, and the most cycles in a second: faster legs would flicker.
const STRIDE: f64 = 0.24 * 0.75;
const MAX_CADENCE: f64 = 7.0;

impl Creature {
    /// Moves the body for `dt` seconds as its mood wants, stops it at ledges and walls, and turns it to its side.
    pub(super) fn advance(
        &mut self,
        answers: &SideScroller,
        mesh: &Mesh,
        dt: f64,
        room: RangeInclusive<f64>,
    ) -> Result<(), CallError> {
        let mut speed = match self.mood {
            Mood::Patrol => PATROL_SPEED * self.side,
            Mood::Chase => CHASE_SPEED * self.side,
            Mood::Charge => CHARGE_SPEED * self.side,
            _ => 0.0,
        };
        if self.is_enraged() {
            speed *= RAGE_SPEED;
        }
        let before = self.body;
        if let Some(edge) = before.support {
            let (from, to) = mesh.edge(before.triangle, edge);
            let along = (to - from).normalize();
            self.body.velocity = along * speed;
            self.pose.slope += 0.2 * (along.to_angle() as f32 - self.pose.slope);
        } else {
            self.body.velocity.y -= GRAVITY * dt;
            self.pose.slope *= 0.9;
        }
        let room = self.room_beside_walls(mesh, room);
        ground::keep_within(mesh, &mut self.body, room, dt);
        ground::advance(answers, mesh, &mut self.body, dt)?;
        if is_at_an_edge(mesh, &before, &self.body) {
            self.body = Body { velocity: DVec2::ZERO, ..before };
        } else {
            let walked = (self.body.position.x - before.position.x) * self.side;
            let stride = STRIDE * f64::from(SIZE) * self.scale();
            let most = MAX_CADENCE * dt;
            self.pose.cycles += (walked / stride).clamp(-most, most);
        }
        let is_blocked = self.body.position.distance(before.position) < 0.2 * speed.abs() * dt;
        if is_blocked && before.support.is_some() {
            match self.mood {
                Mood::Patrol => self.begin(Mood::Idle),
                Mood::Charge if self.since > 0.1 => self.begin(Mood::Recover),
                _ => {}
            }
        }
        let wanted = if self.side < 0.0 { -FRAC_PI_2 } else { FRAC_PI_2 };
        let turn = TURN_RATE * dt as f32;
        self.pose.heading += (wanted - self.pose.heading).clamp(-turn, turn);
        Ok(())
    }

    /// Returns the part of `room` in which a creature that is longer than the outline of its kind stays out of walls, and comes
    /// out of one into which it was thrown.
    fn room_beside_walls(&self, mesh: &Mesh, room: RangeInclusive<f64>) -> RangeInclusive<f64> {
        let longer = HALF_LENGTH * (self.scale() - 1.0);
        let (mut low, mut high) = room.into_inner();
        if let Some((Ahead::Wall, away)) = ground::ahead(mesh, &self.body, false, longer) {
            low = low.max((longer - away).min(OUT_OF_WALLS)).min(high);
        }
        if let Some((Ahead::Wall, away)) = ground::ahead(mesh, &self.body, true, longer) {
            high = high.min((away - longer).max(-OUT_OF_WALLS)).max(low);
        }
        low..=high
    }
}

/// Returns whether a body has come from walkable ground to steeper ground, or into the air.
///
/// The ground's angle is that of the body's edge: for its outline the corner of a block is a steep edge.
fn is_at_an_edge(mesh: &Mesh, before: &Body, after: &Body) -> bool {
    match (angle_of_ground(mesh, before), angle_of_ground(mesh, after)) {
        (Some(from), Some(to)) => from < STEEP && to > STEEP,
        (Some(_), None) => true,
        (None, _) => false,
    }
}

fn angle_of_ground(mesh: &Mesh, body: &Body) -> Option<f64> {
    let (from, to) = mesh.edge(body.triangle, body.support?);
    Some((to - from).to_angle().abs())
}

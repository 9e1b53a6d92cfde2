//! His motion as the picture has it: springs follow what he does, and a landing is foreseen.

use super::air::{Air, Landing};
use super::table::{blows, brace, landings, rates};
use super::{ClipPart, Knight, eased, part, spring::Spring};
use crate::{State, fight::BlowKind};
use given::lesson_13::RUN;
use glam::DVec2;
use std::f32::consts::{FRAC_PI_2, PI};

/// The knight's motion as it is seen: more even than it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SmoothedMotion {
    pub(super) heading: Spring<f32>,
    /// Speed for the blend of walk and run, in metres a second.
    pub(super) pace: Spring<f32>,
    /// Phase of his steps, in cycles, its rate, in cycles a second, and the lead of the one that is seen.
    pub(super) phase: f32,
    cadence: f32,
    pub(super) lead: Spring<f32>,
    /// Depth of his hips below the pose, in metres.
    pub(super) dip: Spring<f32>,
    /// Weight of the clip of his last landing.
    pub(super) impact: f32,
    /// Depth of his hips in a blow, in metres.
    pub(super) crouch: Spring<f32>,
    /// Weight of the stance in which he brakes, its phase in the walk, whether it is that of a skid, and his speed along the
    /// ground in the last step.
    pub(super) brace: Spring<f32>,
    pub(super) stance: f32,
    pub(super) skids: bool,
    speed: f32,
    pub(super) air: Air,
    strikes: bool,
    /// Upward velocity in the last step.
    rises: f64,
    /// His landing, if it is about to happen.
    pub(super) landing: Option<Landing>,
    is_down: bool,
}

impl SmoothedMotion {
    pub(super) fn new(knight: &Knight) -> Self {
        SmoothedMotion {
            heading: Spring::at(knight.gait.heading),
            pace: Spring::at(knight.speed),
            phase: knight.gait.phase,
            is_down: knight.body.support.is_some(),
            ..SmoothedMotion::default()
        }
    }

    /// Follows him for a step of `dt` seconds. Returns the duration of the fade that begins with it, if one does.
    pub(super) fn advance(&mut self, knight: &Knight, obstacles: &[Vec<DVec2>], dt: f32) -> Option<f32> {
        let is_free = knight.blow().is_none() && knight.fallen_for.is_none() && knight.stunned_for == 0.0;
        let is_down = knight.body.support.is_some();
        let is_grounded = is_down && self.is_down;
        let brakes = is_free
            && is_grounded
            && brace::DECELERATIONS.contains(&((self.speed.abs() - knight.speed.abs()) / dt))
            && knight.speed.abs() > brace::MIN_SPEED;
        if brakes && self.brace.value < 0.1 {
            self.stance = if knight.gait.phase < 0.5 { 0.5 } else { 0.0 };
            self.skids = knight.speed * knight.wanted_side < 0.0;
        }
        self.brace.advance(f32::from(u8::from(brakes)), rates::BRACE, dt);
        self.speed = knight.speed;
        let skids = if brakes && knight.speed * knight.wanted_side < 0.0 {
            knight.speed.abs() / brace::HOLDS_FROM
        } else {
            0.0
        };
        let held = FRAC_PI_2 * knight.speed.signum();
        let heading = knight.gait.heading + eased(skids) * (held - knight.gait.heading);
        self.heading.advance(heading, rates::HEADING, dt);
        self.pace.advance(knight.speed.clamp(-RUN, RUN), rates::PACE, dt);
        if dt > 0.0 {
            let cadence = ((knight.gait.phase - self.phase + 0.5).rem_euclid(1.0) - 0.5) / dt;
            self.lead.rate += self.cadence - cadence;
            self.lead.advance(0.0, rates::PHASE, dt);
            self.phase = knight.gait.phase;
            self.cadence = cadence;
        }
        if is_down && !self.is_down {
            self.dip.rate += (landings::DIP * -self.rises as f32).clamp(0.0, landings::MAX_DIP);
        }
        if !is_down {
            self.impact = (-knight.body.velocity.y as f32 / landings::HARD).clamp(0.0, 1.0);
        }
        self.dip.advance(0.0, rates::DIP, dt);
        let crouch = match knight.blow().filter(|_| is_down) {
            Some((kind, seconds)) => blows::CROUCHES[kind as usize] * struck(kind, seconds),
            None => 0.0,
        };
        self.crouch.advance(crouch, rates::CROUCH, dt);
        self.air.advance(knight, self.is_down, self.pace.value, dt);
        self.is_down = is_down;
        self.rises = knight.body.velocity.y;

        let was_striking = std::mem::replace(&mut self.strikes, knight.blow().is_some());
        let expected = self.landing.map(|landing| (landing.seconds - dt).max(0.0));
        let is_falling = matches!(knight.state, State::Jump | State::Fall);
        self.landing = match is_falling {
            true if is_down => Some(Landing::default()),
            true => Landing::find(knight, obstacles),
            false => None,
        };
        match (expected, self.landing.map(|landing| landing.seconds)) {
            // The clip of the landing has begun already.
            (Some(_), None) if knight.state == State::Land && self.strikes == was_striking => None,
            (None, Some(seconds)) => Some(seconds.max(landings::MIN_FADE)),
            (Some(expected), Some(seconds)) if (seconds - expected).abs() > landings::SURPRISE => {
                Some(landings::SURPRISED)
            }
            (Some(_), None) if !is_down => Some(landings::MISSED),
            _ => knight.new_fade,
        }
    }
}

/// Returns the weight of a blow's posture at this time of its clip: 0 at both ends, 1 in the middle.
pub(super) fn struck(kind: BlowKind, seconds: f32) -> f32 {
    let ClipPart { begin, end, .. } = part(kind.state());
    ((seconds - begin) / (end - begin) * PI).clamp(0.0, PI).sin().powi(2)
}

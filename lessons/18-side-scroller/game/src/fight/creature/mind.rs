//! A creature's mind: its moods, and when it changes from one to another.

use super::{Creature, LEAP};
use crate::level::Spawn;
use glam::DVec2;

/// Distances to the side and in height at which it sees him, at which it wakes, and from which on it gives up, in metres.
const SIGHT: DVec2 = DVec2::new(5.5, 1.6);
const WAKES: DVec2 = DVec2::new(2.0, 1.6);
const OUT_OF_SIGHT: DVec2 = DVec2::new(8.0, 2.4);
/// Distances at which it leaps at him, and at which it charges.
const LEAP_REACH: DVec2 = DVec2::new(1.3, 1.0);
const CHARGE_REACH: DVec2 = DVec2::new(4.0, 1.0);
/// Distance beyond its patrol to which it follows him, and from home within which one without a patrol is there, in metres.
const LEASH: f64 = 5.0;
const AT_HOME: f64 = 0.1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// It lies at home until he comes.
    Asleep,
    /// It stands at an end of its patrol.
    Idle,
    /// It walks from end to end.
    Patrol,
    /// It has just seen him.
    Notice,
    Chase,
    /// It is about to leap, or to charge.
    Crouch,
    Leap,
    Charge,
    /// It has landed, or is out of breath.
    Recover,
    OnItsBack,
    Hurt,
    /// It has been hurt for the last time.
    Beaten,
    Gone,
}

impl Mood {
    /// Returns the number of seconds after which the mood ends; infinite if something else ends it.
    pub(super) fn duration(self) -> f32 {
        match self {
            Mood::Idle => 1.4,
            Mood::Notice => 0.4,
            Mood::Crouch => 0.7,
            Mood::Charge => 1.1,
            Mood::Recover => 2.0,
            Mood::OnItsBack => 4.0,
            Mood::Hurt => 0.45,
            Mood::Asleep | Mood::Patrol | Mood::Chase | Mood::Leap | Mood::Beaten | Mood::Gone => f32::INFINITY,
        }
    }
}

/// What it knows of earlier moods.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// Whether it has lost him, and goes back.
    pub(super) goes_home: bool,
    /// Whether it charges again before it is out of breath.
    charges_again: bool,
    /// Number of leaps and charges so far.
    pub(super) leaps: usize,
    /// Number of blows since it was last out of breath.
    pub(super) blows: u32,
}

impl Creature {
    /// Begins a mood, with a fade of its clip.
    pub(super) fn begin(&mut self, mood: Mood) {
        let is_same_walk = [self.mood, mood].iter().all(|mood| matches!(mood, Mood::Patrol | Mood::Chase));
        if !is_same_walk {
            self.pose.fade.begin(0.1);
        }
        if mood == Mood::Recover {
            self.memory.blows = 0;
        }
        self.mood = mood;
        self.since = 0.0;
        self.is_trodden = false;
    }

    /// Chooses the creature's mood and side. `away` is the vector to the knight, in metres, or `None` if he cannot be
    /// bitten.
    pub(super) fn think(&mut self, away: Option<DVec2>) {
        let from_home = self.body.position.x - self.home.position.x;
        let is_at_end = from_home * self.side > self.home.patrol;
        let is_over = self.since > self.mood.duration();
        let side = match away {
            Some(away) if away.x < 0.0 => -1.0,
            Some(_) => 1.0,
            None => self.side,
        };
        if self.memory.goes_home && self.mood == Mood::Patrol && from_home.abs() <= self.home.patrol.max(AT_HOME) {
            self.heal();
            self.begin(mood_at_home(self.home));
        }
        // Beyond the leash he is as if he were not there.
        let away = away.filter(|away| (from_home + away.x).abs() < self.home.patrol + LEASH);
        let sight = if self.mood == Mood::Asleep { WAKES } else { SIGHT };
        match self.mood {
            Mood::Asleep | Mood::Idle | Mood::Patrol if is_within(away, sight) => {
                self.side = side;
                self.begin(Mood::Notice);
            }
            Mood::Patrol if is_at_end => self.begin(Mood::Idle),
            Mood::Idle if is_over => {
                // At the end of its patrol, or in front of a wall.
                self.side = -self.side;
                self.begin(Mood::Patrol);
            }
            Mood::Chase if !is_within(away, OUT_OF_SIGHT) => {
                self.side = if from_home < 0.0 { 1.0 } else { -1.0 };
                self.begin(Mood::Patrol);
                self.memory.goes_home = true;
            }
            Mood::Chase => {
                let reach = if self.is_charger() { CHARGE_REACH } else { LEAP_REACH };
                if is_within(away, reach) && self.body.support.is_some() {
                    self.memory.charges_again = self.is_enraged();
                    self.begin(Mood::Crouch);
                } else {
                    self.side = side;
                }
            }
            Mood::Notice | Mood::Recover | Mood::Hurt | Mood::OnItsBack if is_over => {
                self.side = side;
                self.begin(Mood::Chase);
            }
            // Once it ducks it turns no more: a knight who jumps over it is behind it.
            Mood::Crouch if is_over => self.strike(),
            Mood::Charge if is_over && self.memory.charges_again => {
                self.memory.charges_again = false;
                self.side = side;
                self.begin(Mood::Crouch);
            }
            Mood::Charge if is_over => self.begin(Mood::Recover),
            Mood::Leap if self.body.support.is_some() => self.begin(Mood::Recover),
            Mood::Beaten if self.since > self.time_on_ground() => self.begin(Mood::Gone),
            _ => {}
        }
    }

    /// Ends a crouch: a charger runs off, another creature leaps.
    fn strike(&mut self) {
        self.memory.leaps += 1;
        if self.is_charger() {
            self.begin(Mood::Charge);
        } else {
            self.begin(Mood::Leap);
            self.body.support = None;
            self.body.velocity = LEAP * DVec2::new(self.side, 1.0);
        }
    }
}

/// Returns the mood in which a creature is at home.
pub(super) fn mood_at_home(home: Spawn) -> Mood {
    if home.sleeps() { Mood::Asleep } else { Mood::Patrol }
}

fn is_within(away: Option<DVec2>, reach: DVec2) -> bool {
    away.is_some_and(|away| away.abs().cmple(reach).all())
}

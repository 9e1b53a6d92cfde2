//! The poses that the game adds to his clips, and the numbers by which it moves between them.

use super::bends::Bends;
use std::ops::Range;

/// Poses as bends beyond his clips, in radians. A row begins with the back; limbs are left and right.
#[rustfmt::skip]
pub(super) mod poses {
    use super::Bends;

    //                                             spine  chest   neck  arms            spread elbows          thighs          knees           toes
    /// A jump from rest: one knee up and the sword behind him, then both knees up, and legs that reach for the ground.
    pub(crate) const RISE: Bends      = Bends::row( 0.0,   0.0,   0.0,  [ 0.0,  -0.3 ],  0.0,  [ 0.0,  0.0 ],  [ 0.0,  0.9 ],  [ 0.0,  1.1 ],  0.6);
    pub(crate) const APEX: Bends      = Bends::row( 0.25,  0.0,   0.1,  [ 0.0,   0.7 ],  0.3,  [ 0.4,  0.3 ],  [ 1.0,  1.3 ],  [ 1.3,  1.45],  0.4);
    pub(crate) const FALL: Bends      = Bends::row( 0.0,   0.0,   0.3,  [-0.4,  -0.3 ],  0.5,  [ 0.0,  0.0 ],  [-0.25, 0.4 ],  [ 0.0,  0.1 ],  0.0);
    /// A jump from a run: beyond the run's widest stride, then as it becomes a fall.
    pub(crate) const LEAP: Bends      = Bends::row( 0.0,   0.0,   0.0,  [ 0.0,  -0.4 ],  0.0,  [ 0.0,  0.0 ],  [-0.3,  0.35],  [ 0.0,  0.0 ],  0.0);
    pub(crate) const LEAP_FALL: Bends = Bends::row( 0.0,   0.0,   0.3,  [-0.8,  -0.8 ],  0.5,  [ 0.0,  0.0 ],  [-0.15, 0.2 ],  [ 0.0,  0.0 ],  0.0);
    /// An edge: he hangs from it, and leans over it.
    pub(crate) const HANGS: Bends     = Bends::row(-0.1,   0.0,  -0.35, [ 0.0,   0.0 ],  0.0,  [ 0.0,  0.0 ],  [ 0.0,  0.0 ],  [ 0.0,  0.0 ],  0.0);
    pub(crate) const LEANS: Bends     = Bends::row( 0.7,   0.4,  -0.8,  [ 0.0,   0.0 ],  0.0,  [ 0.0,  0.0 ],  [ 0.0,  0.0 ],  [ 0.0,  0.0 ],  0.0);
    /// A punch and a swing: creatures are low, and he looks where he strikes.
    pub(crate) const PUNCH: Bends     = Bends::row( 0.25,  0.25, -0.35, [-0.2,   0.0 ],  0.0,  [ 0.0,  0.0 ],  [ 0.0,  0.0 ],  [ 0.0,  0.0 ],  0.0);
    pub(crate) const SWING: Bends     = Bends::row( 0.75,  0.0, -0.525, [ 0.0,   0.0 ],  0.0,  [ 0.0,  0.0 ],  [ 0.0,  0.0 ],  [ 0.0,  0.0 ],  0.0);
    /// A stop and a skid, but for the leg in front.
    pub(crate) const BRACE: Bends     = Bends::row(-0.16, -0.08,  0.0,  [ 0.0,   0.45],  0.0,  [ 0.0,  0.0 ],  [ 0.0,  0.0 ],  [ 0.0,  0.0 ],  0.0);
    /// A bite: head and chest at once, then all of him, and his limbs trail to the front as he flies back.
    pub(crate) const JOLT: Bends      = Bends::row( 0.0,  -0.18, -0.12, [ 0.0,   0.0 ],  0.0,  [ 0.0,  0.0 ],  [ 0.0,  0.0 ],  [ 0.0,  0.0 ],  0.0);
    pub(crate) const FLINCH: Bends    = Bends::row(-0.6,  -0.24,  0.0,  [ 0.0,   0.0 ],  0.0,  [ 0.0,  0.0 ],  [ 0.36, 0.36],  [ 0.0,  0.0 ],  0.0);
    pub(crate) const THROWN: Bends    = Bends::row(-0.3,   0.0,   0.1,  [ 0.9,   0.25],  0.25, [ 0.2,  0.1 ],  [ 0.75, 0.45],  [ 0.55, 0.4 ],  0.35);
    /// Death: his hips reach the ground with his knees up, and he lies on his back, one knee up, his arms to the sides.
    pub(crate) const SEATED: Bends    = Bends::row(-0.2,   0.0,   0.35, [ 1.1,   0.6 ],  0.5,  [ 0.0,  0.0 ],  [ 1.25, 1.05],  [ 1.2,  1.1 ],  0.2);
    pub(crate) const LYING: Bends     = Bends::row( 0.0,   0.0,   0.12, [-0.05, -0.05],  0.8,  [-0.3, -0.35],  [ 0.25, 0.05],  [ 0.55, 0.1 ],  0.5);
}

/// Rates of the springs by which what is seen follows what he does, in 1 a second.
pub(super) mod rates {
    pub(crate) const HEADING: f32 = 19.0;
    pub(crate) const PACE: f32 = 20.0;
    pub(crate) const PHASE: f32 = 30.0;
    pub(crate) const CROUCH: f32 = 22.0;
    pub(crate) const DIP: f32 = 14.0;
    pub(crate) const BRACE: f32 = 24.0;
    pub(crate) const FOLLOW_THROUGH: f32 = 13.0;
}

/// Blows. Angles are in radians.
pub(super) mod blows {
    /// Depths of the crouch in a punch and in a swing, in metres.
    pub(crate) const CROUCHES: [f32; 2] = [0.14, 0.0];
    /// Fraction of a descent's lean that the neck takes back.
    pub(crate) const LOOKS_AHEAD: f32 = 0.7;
    /// Angle by which the sword's arm is drawn back in a punch.
    pub(crate) const DRAWN_BACK: f32 = 0.7;
    /// Time of the swing's clip at which its cut ends, in seconds, and the rate at which the clip goes on from there.
    pub(crate) const CUT_ENDS: f32 = 0.61;
    pub(crate) const FOLLOWS: f32 = 0.25;
    /// Phase of the walk at which his feet are farthest apart, and the weight of that stance in a punch from rest.
    pub(crate) const STANCE_PHASE: f32 = 0.0;
    pub(crate) const STANCE_WEIGHT: f32 = 0.6;
}

/// A stop and a skid. Angles are in radians.
pub(super) mod brace {
    /// Decelerations with which he brakes, in metres a second each second (a wall stops him faster), and his speed then at least,
    /// in metres a second.
    pub(crate) const DECELERATIONS: super::Range<f32> = 15.0..30.0;
    pub(crate) const MIN_SPEED: f32 = 0.7;
    /// Speed of a skid from which on his body does not turn yet, in metres a second.
    pub(crate) const HOLDS_FROM: f32 = 2.6;
    /// Depth of his hips in a stop, after which both feet are on the ground, and in a skid, in metres.
    pub(crate) const SINKS: [f32; 2] = [0.17, 0.1];
    /// Angles of the leg in front, and of the hand with the sword.
    pub(crate) const FRONT_THIGH: f32 = -0.6;
    pub(crate) const FRONT_FOOT: f32 = 0.45;
    pub(crate) const HAND: f32 = 1.1;
}

/// A landing. Speeds are those of the fall, in metres a second.
pub(super) mod landings {
    /// Fraction of the speed with which his hips sink, and the largest such speed.
    pub(crate) const DIP: f32 = 0.6;
    pub(crate) const MAX_DIP: f32 = 4.0;
    /// Speed after which he lands as in the clip, and weight of his upper body in the clip then.
    pub(crate) const HARD: f32 = 8.0;
    pub(crate) const BOWS: f32 = 0.4;
    /// Durations of the fade to a landing that nothing has announced, from an expected one to a fall that continues, and to one
    /// that comes otherwise than expected, in seconds, and the error from which on it does.
    pub(crate) const MIN_FADE: f32 = 0.16;
    pub(crate) const MISSED: f32 = 0.15;
    pub(crate) const SURPRISED: f32 = 0.1;
    pub(crate) const SURPRISE: f32 = 0.05;
}

//! What the picture needs of the answers: each TODO is asked once a frame, on a thread of its own.

use crate::checks::REFERENCE;
use crate::robot::{self, Frame, Part};
use crate::{Answers, Arm, Placed, Rigid};
use common::app::Watchdog;
use glam::{Mat4, Vec3};

/// Where the sliders stand, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sliders {
    /// Turns the upper arm on the base, and all that hangs on it.
    pub a: f32,
    /// Bends the forearm at the elbow.
    pub b: f32,
}

impl Sliders {
    /// How far A goes to either side.
    pub const MOST_A: f32 = 150.0;
    /// How far B goes down and up.
    pub const RANGE_B: (f32, f32) = (-112.0, 23.0);

    /// Where they stand when nobody has touched them.
    pub const START: Sliders = Sliders { a: -48.0, b: -52.0 };

    /// Where they stand after `time` seconds, if they move by themselves.
    pub fn at(time: f32) -> Self {
        let (a, b) = ((0.5 * time).sin(), (0.8 * time).sin());
        Sliders { a: Self::START.a + 60.0 * a, b: Self::START.b + 35.0 * b }
    }
}

/// All that is drawn, as somebody's answers have it.
pub struct Asked {
    /// `world_from_part` of each of the robot's parts.
    pub world_from_part: Vec<Mat4>,
    /// For the camera above the wrist.
    pub camera_from_world: Mat4,
    /// Where everything is.
    pub placed: Placed,
    /// Where the claw comes by when A moves alone, and when B does; world space.
    pub paths: [Vec<Vec3>; 2],
    /// Where the sliders stand.
    pub sliders: Sliders,
}

impl Asked {
    /// Puts the lesson's questions to `answers`.
    pub fn by(
        watchdog: &mut Watchdog,
        answers: &Answers,
        parts: &[Part],
        sliders: Sliders,
    ) -> Self {
        let arm = robot::arm();
        let Places { placed, paths } = places(answers, &arm, sliders, watchdog);

        let frames: Vec<(Rigid, Rigid)> = parts
            .iter()
            .map(|part| {
                let world_from_frame = match part.frame {
                    Frame::Base => arm.world_from_base,
                    Frame::Upper => placed.world_from_upper,
                    Frame::Forearm => placed.world_from_forearm,
                };
                (world_from_frame, part.frame_from_part)
            })
            .chain([(placed.world_from_forearm, robot::forearm_from_camera())])
            .collect();
        let compose = answers.compose;
        let mut composed = both(
            "01.2 compose",
            compose,
            REFERENCE.compose,
            move |compose| frames.iter().map(|(a, b)| compose(a, b)).collect::<Vec<Rigid>>(),
            watchdog,
        );
        let world_from_camera = composed.pop().unwrap_or(Rigid::IDENTITY);

        let inverse = answers.inverse;
        let camera_from_world = both(
            "01.3 inverse",
            inverse,
            REFERENCE.inverse,
            move |inverse| inverse(&world_from_camera),
            watchdog,
        );

        composed.push(camera_from_world);
        let matrix = answers.matrix;
        let mut world_from_part = both(
            "01.1 matrix",
            matrix,
            REFERENCE.matrix,
            move |matrix| composed.iter().map(matrix).collect::<Vec<Mat4>>(),
            watchdog,
        );
        let camera_from_world = world_from_part.pop().unwrap_or(Mat4::IDENTITY);
        Asked { world_from_part, camera_from_world, placed, paths, sliders }
    }

    /// The claw in numbers, as the panel and `--describe` show it.
    pub fn describe(&self) -> String {
        let (arm, sliders) = (robot::arm(), self.sliders);
        let mut text = format!("A at {:.1} degrees, B at {:.1}.\n", sliders.a, sliders.b);
        for (space, point) in [
            ("the forearm's", arm.claw),
            ("the upper arm's", self.placed.claw_in_upper),
            ("the base's", self.placed.claw_in_base),
            ("the world's", self.placed.claw_in_world),
        ] {
            text += &format!(
                "The claw in {space} space: ({:.3}, {:.3}, {:.3})\n",
                point.x, point.y, point.z
            );
        }
        text
    }
}

/// What 01.4 gives, for the sliders as they stand and for the ways they could go.
#[derive(Clone)]
struct Places {
    placed: Placed,
    paths: [Vec<Vec3>; 2],
}

fn places(answers: &Answers, arm: &Arm, sliders: Sliders, watchdog: &mut Watchdog) -> Places {
    let arm = *arm;
    let ask = move |place: fn(&Arm, f32, f32) -> Placed| {
        let claw = |a: f32, b: f32| place(&arm, a, b).claw_in_world;
        // In whole steps from where the slider stands, so that one bead lies at the claw itself.
        let steps = |from: f32, to: f32, at: f32, step: f32| {
            let (first, last) = (((from - at) / step).ceil(), ((to - at) / step).floor());
            (first as i32..=last as i32).map(move |n| at + n as f32 * step)
        };
        let (low, high) = Sliders::RANGE_B;
        let along_a = steps(-Sliders::MOST_A, Sliders::MOST_A, sliders.a, 5.0);
        let along_b = steps(low, high, sliders.b, 5.0);
        Places {
            placed: place(&arm, sliders.a, sliders.b),
            paths: [
                along_a.map(|a| claw(a, sliders.b)).collect(),
                along_b.map(|b| claw(sliders.a, b)).collect(),
            ],
        }
    };
    both("01.4 place", answers.place, REFERENCE.place, ask, watchdog)
}

/// What `ask` makes of `mine`, and where there is no answer, of the reference.
fn both<F: Copy + Send + 'static, T: Send + 'static>(
    name: &str,
    mine: F,
    reference: F,
    ask: impl Fn(F) -> T + Clone + Send + 'static,
    watchdog: &mut Watchdog,
) -> T {
    let again = ask.clone();
    watchdog.call(name, move || ask(mine), || again(reference))
}

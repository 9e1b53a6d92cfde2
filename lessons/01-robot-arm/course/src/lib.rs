//! Lesson 01, robot arm: all but what the student writes.

pub mod figures;
pub(crate) mod finished;
pub mod frame;
pub mod robot;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod grip;
    pub mod scene;
}

pub use given::lesson_01::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(robot_arm: RobotArm);

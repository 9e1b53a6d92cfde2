//! Lesson 01, robot arm: all but what the student writes.

pub mod figures;
pub(crate) mod finished;
pub mod frame;
pub mod grip;
pub mod robot;
pub mod scene;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;

    common::lesson_window!();
}

pub use given::lesson_01::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(robot_arm: RobotArm, scene::SCENE);

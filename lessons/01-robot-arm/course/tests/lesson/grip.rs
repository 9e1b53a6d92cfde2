//! The finished robot grips the crate.

use glam::Vec3;
use lesson_01::checks::REFERENCE;
use lesson_01::frame::{ArmFrame, Sliders};
use lesson_01::grip::{CLOSED, ENDS, Grip};
use lesson_01::robot;

/// Plays so many seconds with the finished answers, 30 frames a second.
fn play(seconds: f32) -> (Grip, ArmFrame) {
    let parts = robot::parts();
    let mut grip = Grip::default();
    let mut sliders = Sliders::START;
    let mut frame = ArmFrame::evaluate(&REFERENCE.robot_arm, &parts, sliders, 0.0).expect("answers");
    for _ in 0..(seconds * 30.0) as usize {
        grip.advance(1.0 / 30.0, frame.placed.claw_in_world);
        sliders = grip.sliders(Sliders::START);
        frame = ArmFrame::evaluate(&REFERENCE.robot_arm, &parts, sliders, grip.closed()).expect("answers");
    }
    (grip, frame)
}

fn crate_middle(grip: &Grip, frame: &ArmFrame) -> Vec3 {
    grip.world_from_start(frame.placed.claw_in_world, frame.sliders.a).transform_point3(robot::CRATE)
}

#[test]
fn the_claw_closes_on_the_handle() {
    let (grip, frame) = play(CLOSED - 0.1);
    let handle = robot::CRATE + robot::HANDLE * Vec3::Y;
    let claw = frame.placed.claw_in_world;
    assert!(claw.distance(handle) < 0.02, "{claw} {handle}");
    assert!(grip.closed() > 0.5);
    assert_eq!(crate_middle(&grip, &frame), robot::CRATE, "it still stands");
}

#[test]
fn the_crate_is_lifted_and_comes_to_rest_below_the_claw() {
    let (grip, frame) = play(ENDS);
    let middle = crate_middle(&grip, &frame);
    assert!(middle.y > robot::CRATE.y + 0.5, "{middle}");
    let (grip, frame) = play(ENDS + 12.0);
    assert_eq!(frame.sliders, Sliders::START, "they were set");
    let below = frame.placed.claw_in_world - crate_middle(&grip, &frame);
    assert!(below.with_y(0.0).length() < 0.02, "{below}");
}

/// The crate hangs from the claw, half as high as the claw's rope.
#[test]
fn the_crate_hangs_above_the_floor_while_the_robot_moves_by_itself() {
    for tenth in 0..500 {
        let Sliders { a, b } = Sliders::at(tenth as f32 / 10.0);
        let placed = (REFERENCE.robot_arm.place)(&robot::arm(), a, b).expect("an answer");
        let lowest = placed.claw_in_world.y - robot::HANDLE - robot::CRATE.y;
        assert!(lowest > 0.03, "{lowest} m after {tenth} tenths of a second");
    }
}

//! The scene by answers that fail, its command line, and what it says.

use super::game::Play;
use crate::PROGRAM;
use common::exercise::testing;
use given::Course;
use glam::{DVec2, Mat4, Vec3};
use lesson_18::{
    Gait, PlacedSphere, SideScroller,
    checks::REFERENCE,
    draw::camera::Lead,
    fight::Mood,
    game::STEP,
    level::CreatureKind,
    scene::{GameScene, followed},
};
use std::fs;

/// Each of them is replaced by the finished one.
#[test]
fn wild_answers_are_drawn() {
    let wild = SideScroller {
        minkowski: |_, _| Ok(vec![DVec2::NAN; 3]),
        fly: |_, _, seconds| Ok(seconds),
        walk: |_, body, _| Ok([body.velocity.x = f64::NAN].len() as f64),
        face: |gait, _, _| Ok(Gait { heading: f32::NAN, ..gait }),
        sword: |_| Ok(Mat4::NAN),
        spheres_at: |spheres, _, _, placed| {
            *placed = vec![PlacedSphere { center: Vec3::NAN, radius: f32::INFINITY }; spheres.len()];
            Ok(())
        },
        swept_hit: |_, _| Ok(Some(f32::NAN)),
        damage: |_, _, _| Ok(true),
        ..REFERENCE.side_scroller
    };
    testing::wild_answers_are_drawn::<GameScene>(
        &Course { side_scroller: wild, ..REFERENCE },
        &["18.1 ", "18.2 ", "18.3 ", "18.5 ", "18.6 ", "18.7 ", "18.8 "],
    );
}

#[test]
fn it_says_where_he_is_and_whose_code_is_running() {
    PROGRAM.describes(&[], &["The ruins", "swing since", "creature 3: hurt", "health 5 of 5"]);
    PROGRAM.names_running_code(&["The ruins"]);
}

#[test]
fn damaged_files_are_named_and_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let [level, run] =
        ["level.armature", "my.run"].map(|name| folder.path().join(name).to_str().expect("UTF-8").to_owned());
    PROGRAM.fails(&["--describe", "--level", &level], "level.armature");
    let ruins = common::assets().join("ruins.armature");
    let mut bytes = fs::read(ruins).expect("the level");
    bytes[200] ^= 1;
    fs::write(&level, &bytes).expect("written");
    PROGRAM.fails(&["--describe", "--level", &level], "level.armature: ");
    fs::write(&run, "armature run 1\nlevel 00000000 The ruins\n").expect("written");
    PROGRAM.fails(&["--describe", "--replay", &run], "the level has been changed since");
}

/// He turns away from a guard 5 m behind him: both are in the picture, 5.1 m to both sides of its middle, and only as long
/// as it has seen him, stands, and is not far below.
#[test]
fn the_camera_keeps_a_guard_in_the_picture() {
    for (mood, height, shows_guard) in [
        (Mood::Chase, 0.0, true),
        (Mood::Patrol, 0.0, false),
        (Mood::OnItsBack, 0.0, false),
        (Mood::Chase, -2.0, false),
    ] {
        let mut play = Play::with(CreatureKind::Guard, -5.0);
        play.set_mood(mood);
        play.creature().body.position.y += height;
        let mut lead = Lead::new(play.position());
        for _ in 0..120 {
            lead.step(&followed(&play.stage, &play.game), STEP);
        }
        let bounds = play.stage.level.bounds();
        let middle = Lead::target(&lead, &lead, 1.0, (bounds.0 - 20.0, bounds.1), -4.0).x;
        assert!(middle > -5.1 && (middle < -5.0 + 5.1 - 0.9) == shows_guard, "{mood:?}: {middle} m");
    }
}

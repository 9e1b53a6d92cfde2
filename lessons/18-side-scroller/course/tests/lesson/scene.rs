//! The scene by answers that fail, its command line, and what it says.

use super::game::{Play, RUN, stage};
use super::replay::Hand;
use crate::PROGRAM;
use common::exercise::testing;
use common::graphics::testing::headless_or_skip;
use common::ui::KeyCode;
use given::Course;
use glam::{DVec2, Mat4, Vec3};
use lesson_18::{
    Gait, Keys, SideScroller,
    checks::REFERENCE,
    draw::camera::{Followed, Lead},
    fight::Mood,
    game::{GameOutcome, STEP},
    level::{CreatureKind, Level, Piece, PieceKind},
    scene::{GameOptions, GameScene, followed},
};
use std::fs;

#[test]
fn wild_answers_are_drawn() {
    let wild = SideScroller {
        face: |gait, _, _| Ok(Gait { heading: f32::NAN, ..gait }),
        sword: |_| Ok(Mat4::NAN),
        spheres_at: |_, _, _, placed| {
            placed.clear();
            Ok(())
        },
        swept_hit: |_, _| Ok(Some(f32::NAN)),
        damage: |_, _, _| Ok(true),
        ..REFERENCE.side_scroller
    };
    testing::wild_answers_are_drawn::<GameScene>(
        &Course { side_scroller: wild, ..REFERENCE },
        &["18.5 face", "18.6 sword"],
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

/// He walks off a column into the abyss; when he is back the picture is where he is.
#[test]
fn the_camera_is_with_him_who_is_back() {
    let Some(gl) = headless_or_skip("the_camera_is_with_him_who_is_back") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ruins.armature");
    let level = Level { start: DVec2::new(42.7, 0.9), spawns: Vec::new(), ..Level::ruins().expect("the level") };
    fs::write(&file, level.to_bytes().expect("bytes")).expect("written");
    let options = GameOptions { level: Some(file), ..GameOptions::default() };
    let mut hand = Hand::with(&gl, &options);
    hand.frame(&[], &[KeyCode::Space]);
    hand.frames(100, &[]);
    for _ in 0..300 {
        hand.frame(&[KeyCode::ShiftLeft, KeyCode::ArrowRight], &[]);
        if hand.evaluate().game.outcome != GameOutcome::Playing {
            break;
        }
    }
    while hand.evaluate().game.outcome != GameOutcome::Playing {
        hand.frame(&[], &[]);
    }
    let frame = hand.evaluate();
    let below = f64::from(frame.target.y) - frame.game.knight.body.position.y;
    assert!(frame.game.falls == 1 && (0.9..1.4).contains(&below), "his feet are {below} m below the middle");
}

#[test]
fn the_camera_looks_ahead_and_stays_in_the_level() {
    let bounds = (DVec2::new(-10.0, -5.0), DVec2::new(90.0, 20.0));
    for (x, velocity, facing, targets) in [
        (40.0, 0.0, 1.0, 40.1..41.0),
        (40.0, 2.8, 1.0, 41.5..48.0),
        (40.0, 0.0, -1.0, 38.5..39.9),
        (-9.0, -2.8, -1.0, -3.0..8.0),
        (89.0, 2.8, 1.0, 72.0..83.0),
    ] {
        let feet = DVec2::new(x, 0.0);
        let velocity = DVec2::new(velocity, 0.0);
        let walls = Some([f64::NEG_INFINITY, f64::INFINITY]);
        let followed = Followed { feet, velocity, facing, is_supported: true, looks_down: 0.0, foe: None, walls };
        let mut lead = Lead::new(feet);
        for _ in 0..600 {
            lead.step(&followed, 1.0 / 60.0);
        }
        let target = Lead::target(&lead, &lead, 1.0, bounds, -4.0);
        assert!(targets.contains(&target.x) && target == Vec3::new(target.x, 1.15, 0.0), "{x}: {target}");
    }
}

/// A wall that he cannot climb stays at the picture's edge, also while he jumps before it; a step does not stop the camera.
#[test]
fn the_camera_stops_at_walls() {
    for (height, middles) in [(3.0, 6.8..7.3), (1.2, 10.0..11.2)] {
        let mut level = Level { spawns: Vec::new(), start: DVec2::new(8.0, 0.0), ..Level::default() };
        level.pieces.push(Piece::new(PieceKind::Block, DVec2::new(11.0, 0.5 * height), DVec2::new(2.0, height)));
        let mut play = Play::new(stage(&level));
        let mut lead = Lead::new(play.position());
        for step in 0..240 {
            play.step(Keys { right: f32::from(u8::from(step < 60)), jump: step == 200, ..Keys::default() });
            lead.step(&followed(&play.stage, &play.game), STEP);
        }
        let bounds = play.stage.level.bounds();
        let middle = Lead::target(&lead, &lead, 1.0, (bounds.0 - 20.0, bounds.1 + 20.0), -4.0).x;
        assert!(middles.contains(&middle), "{height} m: {middle}");
    }
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

/// It looks down at a step of 1.8 m and in a fall of 3 m, where ground is to be seen, but neither into an abyss nor from above
/// a slab.
#[test]
fn the_camera_looks_down_where_there_is_ground() {
    let mut level = Level { spawns: Vec::new(), ..Level::default() };
    level.pieces.push(Piece::new(PieceKind::Block, DVec2::new(2.0, 0.9), DVec2::new(4.0, 1.8)));
    level.pieces.push(Piece::new(PieceKind::Slab, DVec2::new(12.0, 1.8), DVec2::new(2.0, 0.4)));
    for (start, steps, depths) in [
        ((14.7, 0.0), 30, 0.0..0.01),
        ((3.7, 1.8), 30, 1.2..1.8),
        ((8.0, 3.0), 2, 1.2..1.8),
        ((12.0, 3.0), 2, 0.0..0.01),
    ] {
        let mut play = Play::new(stage(&Level { start: DVec2::from(start), ..level.clone() }));
        for _ in 0..steps {
            play.step(Keys::default());
        }
        let looks_down = followed(&play.stage, &play.game).looks_down;
        assert!(depths.contains(&looks_down), "{start:?}: {looks_down} m");
    }
}

/// He runs, and jumps, off the roof of the passage, 8 m deep, off a column into the abyss, and off a slab before it, onto the
/// column. As long as he falls the picture, 3.2 m to both sides of its middle, holds all of him, and it never moves faster than he or
/// 6 m/s.
#[test]
fn the_camera_keeps_a_falling_knight_in_the_picture() {
    let level = Level::ruins().expect("the level");
    let walk = Keys { runs: false, ..RUN };
    let leap = Keys { jump: true, jump_held: true, ..RUN };
    for (start, keys, deepest) in
        [((90.0, 5.25), RUN, 8.0), ((42.7, 0.9), walk, 10.0), ((40.4, 4.25), RUN, 3.0), ((92.0, 5.25), leap, 7.5)]
    {
        let mut play = Play::new(stage(&Level { start: DVec2::from(start), ..level.clone() }));
        let mut lead = Lead::new(play.position());
        let mut fell = 0.0f64;
        for step in 0..240 {
            let feet = play.game.knight.body.position;
            play.step(keys);
            let body = play.game.knight.body;
            if play.game.outcome != GameOutcome::Playing || body.position.y < level.abyss + 2.0 {
                break;
            }
            let before = lead;
            lead.step(&followed(&play.stage, &play.game), STEP);
            let [before, target] =
                [before, lead].map(|lead| Lead::target(&lead, &lead, 1.0, level.bounds(), level.abyss));
            let below = f64::from(target.y) - body.position.y;
            assert!((-0.61..3.2).contains(&below), "{start:?}: his feet are {below} m below the middle");
            let speed = f64::from(before.y - target.y).abs() / STEP;
            let fastest = 6.0f64.max((feet.y - body.position.y) / STEP * 1.3);
            assert!(speed < fastest, "{start:?}, step {step}: the picture moves {speed:.1} m/s");
            fell = fell.max(start.1 - body.position.y);
        }
        assert!(fell > deepest, "{fell} m");
    }
}

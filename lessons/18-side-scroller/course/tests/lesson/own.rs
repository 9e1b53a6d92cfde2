//! A figure of one's own plays the knight's part.

use super::game::door_run;
use armature::skeleton::Skeleton;
use armature_formats::collada::{self, WriteOptions};
use lesson_12::character::own::CharacterOptions;
use lesson_18::knight::Poses;
use lesson_18::mine;
use lesson_18::{
    Keys,
    checks::REFERENCE,
    game::{Game, GameOutcome, Players, Run, Stage},
    level::Level,
};
use std::{fs, sync::Arc};

fn play(stage: &Stage, players: &Players, steps: &[Keys]) -> Game {
    let mut game = Game::new(stage).expect("a start");
    for keys in steps {
        game.step(stage, players, *keys).unwrap();
    }
    game
}

/// The knight in a file that has him three times as large, with other names and without his clips: the recorded run
/// reaches the door with him, and the answers of earlier lessons pose him as armature does.
#[test]
fn the_recorded_run_reaches_the_door_with_another_figure() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("me.dae");
    let mut figure = collada::load(common::assets().join("knight.dae")).expect("the knight").model;
    figure.clips.clear();
    let mut joints = figure.skeleton.joints().to_vec();
    for joint in &mut joints {
        joint.bind_local.scale *= if joint.name == "Knight" { 3.0 } else { 1.0 };
        joint.name = format!("Hero_{}", joint.name.replace("shin", "calf").replace("sword_socket", "x"));
    }
    figure.skeleton = Skeleton::new(joints).expect("a skeleton");
    fs::write(&path, collada::write(&figure, &WriteOptions::default()).expect("a document").text).expect("a file");
    let lead = CharacterOptions { character: Some(path), map: None }.load().expect("a figure");
    assert_eq!(lead.file.model.name, "me");
    let figures = Arc::new(mine::characters(lead, &common::assets()).expect("the figures"));
    let stage = mine::stage(&Level::ruins().expect("the level"), &figures, &REFERENCE.side_scroller).expect("a ground");
    let run = Run::read(&door_run()).expect("a run");
    let game = play(&stage, &mine::players(&REFERENCE), &run.steps);
    assert_eq!(game.outcome, GameOutcome::Won);

    let mine: Arc<dyn Poses> = Arc::new(mine::StudentKnight::new(&figures.cast, REFERENCE).expect("tracks"));
    for steps in [60, 200, 420] {
        let [ours, theirs] =
            [mine::players(&REFERENCE), Players { poses: Some(mine.clone()), ..mine::players(&REFERENCE) }]
                .map(|players| play(&stage, &players, &run.steps[..steps]));
        let joints = ours.poser.model_from_joint().iter().zip(theirs.poser.model_from_joint());
        let farthest = joints.map(|(a, b)| a.w_axis.distance(b.w_axis)).fold(0.0, f32::max);
        assert!(farthest < 0.01, "{farthest} m after {steps} steps");
    }
}

//! The scene's state for the program that replaces this one: the keys so far, which are the run.

use super::GameScene;
use super::playing::{GameMode, PlayingGame};
use crate::game::Run;
use crate::level::Level;
use common::window::serde_json::{Value, from_value, json};

pub(super) fn state(scene: &GameScene) -> Value {
    let PlayingGame { level, file, mode, began, recorded, .. } = &scene.playing;
    // A level that has been built here is in no file that the next program opens.
    let level = if file.is_none() { level.to_bytes().ok() } else { None };
    json!({
        "level": level,
        "run": scene.playing.run().to_text(),
        "again": (*mode == GameMode::Replay).then(|| recorded.to_text()),
        "is_title": *mode == GameMode::Title,
        "is_editing": scene.is_editing,
        "began": began,
        "marks": [scene.marks.mesh, scene.marks.spheres, scene.marks.feet],
    })
}

/// Restores a state. `None` where something is missing, or the run is one of another level.
pub(super) fn restore(scene: &mut GameScene, state: &Value) -> Option<()> {
    let bytes: Option<Vec<u8>> = from_value(state["level"].clone()).ok()?;
    if let Some(bytes) = bytes {
        scene.set_level(Level::from_bytes(&bytes).ok()?);
    }
    let run = read_run(&state["run"], &scene.playing.level)?;
    let mode = match read_run(&state["again"], &scene.playing.level) {
        Some(again) => {
            scene.playing.recorded = again;
            GameMode::Replay
        }
        None if state["is_title"].as_bool()? => GameMode::Title,
        None => GameMode::Steered,
    };
    let began = from_value(state["began"].clone()).ok()?;
    scene.playing.resume(run, mode, began);
    [scene.marks.mesh, scene.marks.spheres, scene.marks.feet] = from_value(state["marks"].clone()).ok()?;
    if state["is_editing"].as_bool()? {
        scene.toggle_editor();
    }
    Some(())
}

fn read_run(text: &Value, level: &Level) -> Option<Run> {
    Run::from_text(text.as_str()?).ok().filter(|run| run.fits(level).is_ok())
}

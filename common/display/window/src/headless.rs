//! Runs an app without a window: screenshots, numbered frames, descriptions.

use crate::{
    App, Arguments, MakeApp, PICTURE_SIZE,
    stage::{STEP, Stage},
};
use anyhow::{Result, anyhow};
use glam::Vec2;
use graphics::headless;
use std::{
    io::Write,
    path::{Path, PathBuf},
};
use ui::{Input, keys::key_named};

/// Writes the pictures and texts that the command line asks for.
pub(crate) fn run(arguments: &Arguments, make: MakeApp) -> Result<()> {
    let gl = headless::context()?;
    let size = Vec2::from(<[u32; 2]>::from(arguments.size.unwrap_or(PICTURE_SIZE)).map(|side| side as f32));
    let mut stage = Stage::new(&gl, make, size, 1.0, arguments.panels, false)?;
    for name in &arguments.press {
        let key = key_named(name).ok_or_else(|| anyhow!("--press {name}: no key of that name"))?;
        stage.input.key_down(key, false);
        stage.input.key_up(key);
    }
    stage.advance(0.0)?;
    if let Some(lesson) = stage.app.lesson() {
        lesson.wait();
    }
    let time = arguments.time.unwrap_or_default();
    for _ in 0..(time / STEP).floor() as u32 {
        stage.advance(STEP)?;
    }
    stage.advance(time % STEP)?;
    if let Some(path) = &arguments.screenshot {
        let count = arguments.frames.unwrap_or(1);
        for number in 0..count {
            if number > 0 {
                stage.advance(STEP)?;
            }
            let path = if count > 1 { numbered(path, number) } else { path.clone() };
            stage.picture()?.write_png(&path)?;
        }
        stage.fail_on_errors()?;
    }
    for message in stage.app.messages() {
        let _ = writeln!(std::io::stderr(), "{message}");
    }
    for message in stage.app.lesson().map(|lesson| lesson.messages()).unwrap_or_default() {
        let _ = writeln!(std::io::stderr(), "{}", message.text); // there is no other way to report it
    }
    if arguments.describe {
        // A closed pipe is no error.
        let _ = write!(std::io::stdout(), "{}", stage.app.describe());
    }
    Ok(())
}

/// Advances an app and its actor by one frame of a picture, 1/60 s, without input.
pub fn step(app: &mut dyn App) {
    if let Some(actor) = app.subject().actor() {
        actor.advance(STEP);
    }
    app.update(&Input::default(), STEP);
}

/// `walk.png` becomes `walk-007.png`.
pub fn numbered(path: &Path, number: u32) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number:03}.png"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_have_numbers() {
        let path = numbered(Path::new("out/walk.png"), 7);
        assert_eq!(path, Path::new("out/walk-007.png"));
    }
}

//! The same program without a window: pictures, frames, words.

use super::{
    Arguments,
    arguments::PICTURE_SIZE,
    event_loop::key_named,
    input::Input,
    lesson::{AnyLesson, Make},
    stage::Stage,
};
use crate::graphics::{
    Gl, Picture,
    glium::texture::{MipmapsOption, RawImage2d, Texture2d, UncompressedFloatFormat},
    headless,
};
use anyhow::{Context as _, Result, anyhow};
use glam::Vec2;
use std::{
    io::Write,
    path::{Path, PathBuf},
};

/// A sixtieth of a second: what a frame is without a clock.
const STEP: f32 = 1.0 / 60.0;

/// Draws and says what the command line asks for.
///
/// # Errors
/// If there is no OpenGL, a file cannot be written, or the lesson fails.
pub(super) fn run(arguments: &Arguments, make: Make) -> Result<()> {
    let gl = headless::context()?;
    let (width, height) = arguments.size.unwrap_or(PICTURE_SIZE);
    let size = Vec2::new(width as f32, height as f32);
    let mut stage = Stage::new(&gl, make, size, 1.0, arguments.panels)?;
    for name in &arguments.press {
        let key = key_named(name).ok_or_else(|| anyhow!("--press {name}: no key of that name"))?;
        stage.input.key_down(key, false);
        stage.input.key_up(key);
    }
    stage.advance(0.0)?;
    stage.lesson.wait();
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
            picture(&gl, &mut stage)?.write_png(&path)?;
        }
        stage.fail_on_errors()?;
    }
    let said = stage.lesson.student_answers().map(|student| student.messages()).unwrap_or_default();
    for message in said {
        let _ = writeln!(std::io::stderr(), "{}", message.text); // nobody is left to tell
    }
    if arguments.describe {
        // A reader that has heard enough is no error.
        let _ = write!(std::io::stdout(), "{}", stage.lesson.describe());
    }
    Ok(())
}

/// The next frame of what has no window, and no hands.
pub(super) fn step(lesson: &mut dyn AnyLesson) {
    if let Some(actor) = lesson.actor() {
        actor.advance(STEP);
    }
    lesson.update(&Input::default(), STEP);
}

/// `walk.png` becomes `walk-007.png`.
pub(super) fn numbered(path: &Path, number: u32) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number:03}.png"))
}

/// Scene and panels as they would be in a window.
///
/// # Errors
/// If the driver refuses.
pub(super) fn picture(gl: &Gl, stage: &mut Stage) -> Result<Picture> {
    let (width, height) = (stage.size().x as u32, stage.size().y as u32);
    let (format, plain) = (UncompressedFloatFormat::U8U8U8U8, MipmapsOption::NoMipmap);
    let texture = Texture2d::empty_with_format(gl, format, plain, width, height)
        .context("a picture of this size")?;
    let mut target = texture.as_surface();
    // imgui's windows need a frame to learn their sizes.
    for _ in 0..3 {
        stage.draw(&mut target, STEP)?;
    }
    let image: RawImage2d<'_, u8> = texture.read();
    let rows = image.data.chunks(width as usize * 4).rev(); // OpenGL's rows go up
    let mut rgba: Vec<u8> = rows.flatten().copied().collect();
    rgba.iter_mut().skip(3).step_by(4).for_each(|opacity| *opacity = 255);
    Ok(Picture { width, height, rgba })
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

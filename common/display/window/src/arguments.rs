//! The command line that every program has.

use clap::Parser;
use std::path::PathBuf;

/// The arguments of every program of the workbook.
#[derive(Clone, Debug, Default, PartialEq, Parser)]
#[group(skip)]
pub struct Arguments {
    /// Draw a picture to this file (PNG) instead of opening a window
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,
    /// The picture's, or the window's, size in pixels, such as 1280x720
    #[arg(long, value_name = "WxH", value_parser = parse_size)]
    pub size: Option<(u32, u32)>,
    /// Seconds that pass before the picture is taken
    #[arg(long, value_name = "SECONDS", value_parser = parse_time, allow_negative_numbers = true)]
    pub time: Option<f32>,
    /// Draw that many frames, a sixtieth of a second apart: FILE-000.png, FILE-001.png, ...
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub frames: Option<u32>,
    /// Panels too, as in the window
    #[arg(long)]
    pub panels: bool,
    /// Describe the scene in words
    #[arg(long)]
    pub describe: bool,
    /// Go on where the window was that this one takes the place of
    #[arg(long, value_name = "FILE", hide = true)]
    pub resume: Option<PathBuf>,
    /// Keys that are pressed before the picture is taken, as their letters: --press w,n; none with Ctrl
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    pub press: Vec<String>,
}

/// The window's size at the start, in the system's own points.
pub(crate) const WINDOW_SIZE: (u32, u32) = (1280, 800);
/// A picture's size.
pub const PICTURE_SIZE: (u32, u32) = (1280, 720);

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let sides = text
        .split_once(['x', 'X', '×'])
        .and_then(|(width, height)| Some((width.trim().parse().ok()?, height.trim().parse().ok()?)));
    match sides {
        Some((0, _) | (_, 0)) => Err("a picture has at least one pixel each way".into()),
        Some(size) => Ok(size),
        None => Err("two numbers with an x between them, such as 1280x720".into()),
    }
}

fn parse_time(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("seconds, from 0 to 3600".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Arguments, String> {
        Arguments::try_parse_from(line.split(' ')).map_err(|error| error.to_string())
    }

    #[test]
    fn a_picture_from_the_command_line() {
        let arguments = parse("x --screenshot a.png --size 640x360 --time 0.5 --press w,n").unwrap();
        assert_eq!(arguments.size, Some((640, 360)));
        assert_eq!((arguments.time, arguments.frames), (Some(0.5), None));
        assert_eq!(arguments.press, ["w", "n"]);
    }

    #[test]
    fn wrong_arguments_say_what_was_expected() {
        for (line, words) in [
            ("x --size 640", "such as 1280x720"),
            ("x --size 0x5", "at least one pixel"),
            ("x --time -1", "from 0 to 3600"),
            ("x --time NaN", "from 0 to 3600"),
            ("x --frames 0", "1..=10000"),
        ] {
            let message = parse(line).unwrap_err();
            assert!(message.contains(words), "{line}: {message}");
        }
    }
}

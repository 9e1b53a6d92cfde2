//! A recorded run: the keys of every step, as a text that can be read, and played again to the same end.
//!
//! ```text
//! armature run 1
//! level 5f0c1d2e ruins
//! figure knight
//! 45 wait
//! 120 right run
//! 1 right run jump hold
//! ```
//!
//! After the level's checksum and name, and the figure that was steered (a run without that line is the knight's), each line is a stretch of steps with the same keys: `left`, `right`, `run`,
//! `hold` (the jump key is held), and `jump`, `punch`, `swing` (that key goes down); `wait` is none of them.

use crate::Keys;
use crate::level::Level;
use armature_formats::container;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use verdict::file;

const FIRST: &str = "armature run 1";
/// Largest number of steps: an hour.
const MAX_STEPS: usize = 60 * 60 * 60;

#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub level: String,
    pub checksum: u32,
    pub figure: String,
    pub steps: Vec<Keys>,
}

impl Run {
    pub fn new(level: &Level, figure: &str) -> Self {
        Run { level: level.name.clone(), checksum: checksum(level), figure: figure.into(), steps: Vec::new() }
    }

    /// Returns the keys of a step; none are held when the run is over.
    pub fn keys(&self, step: usize) -> Keys {
        self.steps.get(step).copied().unwrap_or_default()
    }

    pub fn fits(&self, level: &Level) -> Result<(), String> {
        if self.checksum == checksum(level) {
            return Ok(());
        }
        Err(if level.name == self.level {
            format!("the run was recorded in another \"{}\": the level has been changed since", level.name)
        } else {
            format!("the run was recorded in \"{}\", and this level is \"{}\"", self.level, level.name)
        })
    }

    pub fn to_text(&self) -> String {
        let mut text = format!("{FIRST}\nlevel {:08x} {}\nfigure {}\n", self.checksum, self.level, self.figure);
        for stretch in self.steps.chunk_by(|a, b| a == b) {
            // A string takes all that is written.
            let _ = writeln!(text, "{} {}", stretch.len(), words(stretch[0]));
        }
        text
    }

    /// Parses a run; an error names the line.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())).peekable();
        match lines.next() {
            Some((_, FIRST)) => {}
            Some((_, line)) if line.starts_with("armature run ") => {
                return Err(format!("line 1: this program reads \"{FIRST}\"; this is newer"));
            }
            _ => return Err(format!("line 1: no recorded run: it begins with \"{FIRST}\"")),
        }
        let mut run = match lines.next().and_then(|(_, line)| parse_header(line)) {
            Some((level, checksum)) => Run { level, checksum, figure: "knight".into(), steps: Vec::new() },
            None => return Err("line 2: the second line is: level, its checksum, its name".into()),
        };
        if let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with("figure ")) {
            run.figure = line["figure ".len()..].into();
        }
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let (count, keys) = parse_stretch(line).map_err(|error| format!("line {number}: {error}"))?;
            if run.steps.len() + count > MAX_STEPS {
                return Err(format!("line {number}: this run is longer than an hour"));
            }
            run.steps.resize(run.steps.len() + count, keys);
        }
        Ok(run)
    }

    pub fn read(path: &Path) -> Result<Self, String> {
        let name = path.display();
        let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        Self::from_text(&text).map_err(|error| format!("{name}, {error}"))
    }

    /// Writes the file as a whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        file::replace(path, self.to_text()).map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// Returns the checksum of the level as it is saved; 0 for one that cannot be.
fn checksum(level: &Level) -> u32 {
    level.to_bytes().map_or(0, |bytes| container::checksum(&bytes))
}

/// A key's word, and its effect.
type Word = (&'static str, fn(&mut Keys));

const WORDS: [Word; 8] = [
    ("left", |keys| keys.right = -1.0),
    ("right", |keys| keys.right = 1.0),
    ("run", |keys| keys.runs = true),
    ("jump", |keys| keys.jump = true),
    ("hold", |keys| keys.jump_held = true),
    ("punch", |keys| keys.punch = true),
    ("swing", |keys| keys.swing = true),
    ("wait", |_| {}),
];

/// Parses `level 5f0c1d2e ruins`.
fn parse_header(line: &str) -> Option<(String, u32)> {
    let (checksum, name) = line.strip_prefix("level ")?.split_once(' ')?;
    Some((name.into(), u32::from_str_radix(checksum, 16).ok()?))
}

fn words(keys: Keys) -> String {
    let mut held = Vec::new();
    for (word, press) in &WORDS[..7] {
        let mut pressed = keys;
        press(&mut pressed);
        if pressed == keys {
            held.push(*word);
        }
    }
    if held.is_empty() { "wait".into() } else { held.join(" ") }
}

/// Parses a line: the number of its steps, and their keys.
fn parse_stretch(line: &str) -> Result<(usize, Keys), String> {
    let mut parts = line.split_whitespace();
    let first = parts.next().unwrap_or_default();
    let count = match first.parse() {
        Ok(count) if (1..=MAX_STEPS).contains(&count) => count,
        _ => return Err(format!("\"{first}\" is no number of steps: a line is like \"120 right run\"")),
    };
    let mut keys = Keys::default();
    let mut held = 0;
    for word in parts {
        held += 1;
        let Some((_, press)) = WORDS.iter().find(|(known, _)| *known == word) else {
            let all = WORDS.map(|(word, _)| word).join(", ");
            return Err(format!("\"{word}\" is none of {all}"));
        };
        press(&mut keys);
    }
    if held == 0 { Err("a stretch without keys is \"wait\"".into()) } else { Ok((count, keys)) }
}

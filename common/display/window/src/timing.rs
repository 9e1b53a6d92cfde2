//! Latency measurements for scripts: time to the first frame, and from saving a shader or an answer to its frame.

use crate::LessonPanel;
use graphics::reload;
use std::time::{Duration, SystemTime};

/// Environment variable: the time at which the program was started, in seconds since 1970. How long its
/// first frame took is printed, and the program ends.
const FIRST_FRAME: &str = "ARMATURE_TIME_FIRST_FRAME";

/// Environment variable: set, each shader that is built again prints how long after its file was written
/// it was shown, and in which frame: 1 is the first that began after that; so does each answer, and its verdict.
const SAVES: &str = "ARMATURE_TIME_SAVES";

/// Resolution of file timestamps, at most, on the systems that we know: a frame that
/// begins so soon after a stamp may have begun before the file was there.
const TICK: Duration = Duration::from_millis(4);

/// Frames that are remembered: more than pass between saving a shader and seeing it.
const MAX_FRAMES: usize = 600;

/// Measurements that the environment asks for, and the times at which the last frames began.
pub(crate) struct Timing {
    started: Option<SystemTime>,
    saves: bool,
    frames: Vec<SystemTime>,
}

impl Timing {
    /// Measures what the environment variables name.
    pub(crate) fn new() -> Self {
        let seconds = std::env::var(FIRST_FRAME).ok().and_then(|text| text.parse().ok());
        let started = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let started = started.map(|since| SystemTime::UNIX_EPOCH + since);
        let saves = std::env::var_os(SAVES).is_some();
        Self { started, saves, frames: Vec::new() }
    }

    pub(crate) fn frame_begins(&mut self) {
        if self.saves {
            if self.frames.len() == MAX_FRAMES {
                self.frames.clear();
            }
            self.frames.push(SystemTime::now());
        }
    }

    pub(crate) fn frame_is_shown(&mut self, lesson: Option<&mut dyn LessonPanel>) {
        for (what, saved) in lesson.map_or_else(Vec::new, LessonPanel::take_seen) {
            if self.saves {
                println!("shown after {:.3} s: {what}", since(saved));
            }
        }
        if let Some(saved) = reload::take_saved().filter(|_| self.saves) {
            let number = self.frames.iter().filter(|began| **began >= saved + TICK).count();
            println!("shader shown after {:.3} s, in frame {number}", since(saved));
        }
    }

    /// The first frame is on the screen; true if the program only runs to measure that.
    pub(crate) fn first_frame_is_shown(&self) -> bool {
        if self.saves {
            println!("shown: the window");
        }
        if let Some(started) = self.started {
            println!("first frame after {:.3} s", since(started));
        }
        self.started.is_some()
    }
}

/// Returns the seconds since a time; 0 if a clock was set back.
fn since(moment: SystemTime) -> f64 {
    SystemTime::now().duration_since(moment).unwrap_or_default().as_secs_f64()
}

//! `watch`: checks a lesson each time one of its files is saved.
//!
//! The files are polled fifty times a second, which costs nothing compared with a build. Checks run on a separate thread, so
//! that the keys work meanwhile. A file that is saved during a check is checked afterwards.

mod screen;
mod terminal;

use crate::check::{self, CargoOutput, Report};
use crate::progress;
use anyhow::Result;
use screen::View;
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};
use terminal::{Command, Terminal};
use verdict::build::lesson::{self, LessonFolder};
use verdict::build::{self, WAITING};
use verdict::file_watcher::FileWatcher;

/// Interval at which the files are polled.
const POLL: Duration = Duration::from_millis(20);

/// Check a lesson each time you save; q ends it
///
/// Without a terminal it writes a report for each check, and a line with a q on standard input ends it.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The lesson, such as 03. Without it, whichever you save
    lesson: Option<String>,
    /// Print a line of JSON for each check, for programs
    #[arg(long)]
    json: bool,
}

/// # Errors
/// If there is no such lesson, or the terminal cannot be used.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let lessons = match &arguments.lesson {
        Some(number) => vec![lesson::find(number)?],
        None => lesson::all()?,
    };
    let first = match &lessons[..] {
        [_] => 0,
        lessons => progress::unfinished(&progress::rows(lessons)).first().copied().unwrap_or(0),
    };
    let mut watcher = Watcher::new(&lessons);
    std::thread::scope(|scope| {
        let (requests, requested) = mpsc::channel();
        let (news, results) = mpsc::channel();
        let lessons = &lessons;
        scope.spawn(move || check_requested(lessons, &requested, &news));
        watcher.wanted.push(first);
        // Dropping the channel ends the thread.
        let channel = Channel { requests, results };
        if has_full_terminal() && !arguments.json {
            watch_in_terminal(&mut watcher, &channel)
        } else {
            watch_in_lines(&mut watcher, &channel, arguments.json)
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Returns whether input and output are a terminal that can do more than print.
fn has_full_terminal() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !dumb
}

/// The ends of the channels to the thread that checks.
struct Channel {
    requests: Sender<usize>,
    results: Receiver<News>,
}

/// News of a check.
enum News {
    /// Another cargo builds first.
    Waiting,
    Checked(Checked),
}

/// The result of a check.
struct Checked {
    lesson: usize,
    report: Result<Report>,
    took: Duration,
}

/// Checks lessons by their indices until the channel is dropped.
fn check_requested(lessons: &[LessonFolder], requested: &Receiver<usize>, news: &Sender<News>) {
    for index in requested {
        let start = Instant::now();
        // Whether the watch has ended is seen below.
        build::wait_for_another_cargo(|| drop(news.send(News::Waiting)));
        let report = check::lesson_report(&lessons[index], None, None, CargoOutput::Hidden);
        let checked = Checked { lesson: index, report, took: start.elapsed() };
        if news.send(News::Checked(checked)).is_err() {
            return; // the watch has ended
        }
    }
}

/// The lessons with those to check and the one that is being checked.
struct Watcher<'a> {
    lessons: &'a [LessonFolder],
    saves: FileWatcher<usize>,
    /// Indices of lessons, each once.
    wanted: Vec<usize>,
    running: Option<usize>,
}

impl<'a> Watcher<'a> {
    fn new(lessons: &'a [LessonFolder]) -> Self {
        let mut files = Vec::new();
        for (index, lesson) in lessons.iter().enumerate() {
            files.extend(lesson.files().into_iter().map(|file| (index, file.mine)));
        }
        Watcher { lessons, saves: FileWatcher::new(files), wanted: Vec::new(), running: None }
    }

    /// Polls the files, and starts the next check if none is running. Returns the lesson of a check that is started.
    fn step(&mut self, channel: &Channel) -> Option<&'a LessonFolder> {
        for (lesson, _) in self.saves.saved() {
            if !self.wanted.contains(&lesson) {
                self.wanted.push(lesson);
            }
        }
        if self.running.is_some() || self.wanted.is_empty() {
            return None;
        }
        let next = self.wanted.remove(0);
        self.running = Some(next);
        // The thread runs as long as the channel exists.
        let _ = channel.requests.send(next);
        self.lessons.get(next)
    }
}

/// Prints a report, or a line of JSON, for each check until a line with a q is read.
fn watch_in_lines(watcher: &mut Watcher, channel: &Channel, json: bool) -> Result<()> {
    let quit = quit_on_q();
    let mut out = std::io::stdout();
    loop {
        watcher.step(channel);
        let news = channel.results.recv_timeout(POLL);
        if let Ok(News::Waiting) = news {
            eprintln!("{WAITING}");
        } else if let Ok(News::Checked(Checked { lesson, report, took })) = news {
            watcher.running = None;
            let lesson = &watcher.lessons[lesson];
            match report {
                Ok(report) if json => writeln!(out, "{}", serde_json::to_string(&report)?)?,
                Ok(report) => {
                    let text = check::text(lesson, &report, false);
                    let next = check::next_line(lesson, &report.verdicts);
                    writeln!(out, "{text}{next}\nchecked in {:.1} s\n", took.as_secs_f32())?;
                }
                Err(error) if json => {
                    let error = format!("{error:#}");
                    writeln!(out, "{}", serde_json::json!({ "error": error }))?;
                }
                Err(error) => writeln!(out, "{error:#}\n")?,
            }
            out.flush()?;
        }
        if quit.try_recv().is_ok() {
            return Ok(());
        }
    }
}

/// Returns a channel that receives a message when a line with a q is read. The end of the input does not end the watch,
/// because there may be no input at all.
fn quit_on_q() -> Receiver<()> {
    let (sender, quit) = mpsc::channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if line.trim() == "q" {
                let _ = sender.send(()); // the watch may have ended
            }
        }
    });
    quit
}

/// Shows the last report on the terminal's screen until q is pressed.
fn watch_in_terminal(watcher: &mut Watcher, channel: &Channel) -> Result<()> {
    let mut terminal = Terminal::new()?;
    let mut view = View::default();
    let mut stale = true;
    loop {
        if let Some(lesson) = watcher.step(channel) {
            view.title = title(lesson);
            let first = !check::has_been_built(lesson);
            let doing = if first { "building: the first time takes a while ..." } else { "checking ..." };
            view.doing = doing.into();
            stale = true;
        }
        if let Ok(news) = channel.results.try_recv() {
            match news {
                News::Waiting => view.doing = WAITING.into(),
                News::Checked(checked) => {
                    watcher.running = None;
                    view.show(checked, watcher.lessons);
                }
            }
            stale = true;
        }
        if stale {
            let (width, height) = Terminal::size();
            terminal.draw(&view.rows(width, height))?;
            stale = false;
        }
        match Terminal::command(POLL)? {
            Some(Command::Quit) => return Ok(()),
            Some(Command::CheckAgain) => {
                watcher.wanted.extend(idle_lesson(watcher, &view));
                stale = true;
            }
            Some(Command::Scroll(rows)) => {
                view.scroll = view.scroll.saturating_add_signed(rows);
                stale = true;
            }
            Some(Command::Redraw) => stale = true,
            None => {}
        }
    }
}

fn title(lesson: &LessonFolder) -> String {
    format!("Lesson {}, {}", lesson.number, lesson.toml.title)
}

/// Returns the index of the lesson on the screen, unless a check of the lesson is running.
fn idle_lesson(watcher: &Watcher, view: &View) -> Option<usize> {
    let shown = watcher.lessons.iter().position(|lesson| title(lesson) == view.title)?;
    (watcher.running != Some(shown)).then_some(shown)
}

impl View {
    /// Shows the result of a check from its beginning.
    fn show(&mut self, checked: Checked, lessons: &[LessonFolder]) {
        self.scroll = 0;
        match checked.report {
            Ok(report) => {
                self.messages = report.warnings;
                self.messages.push(check::next_line(&lessons[checked.lesson], &report.verdicts));
                self.verdicts = report.verdicts;
            }
            Err(error) => {
                self.verdicts = Vec::new();
                self.messages = vec![format!("{error:#}")];
            }
        }
        self.doing = format!("checked in {:.1} s", checked.took.as_secs_f32());
    }
}

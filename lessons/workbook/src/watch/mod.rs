//! `watch`: checks a lesson each time one of its files is saved.
//!
//! Files are looked at fifty times a second, which costs nothing beside a build. A check runs on a thread
//! of its own, so that the keys work meanwhile; what is saved during a check is checked after it.

mod files;
mod screen;
mod terminal;

use crate::check::{self, Cargo, Report};
use crate::lesson::{self, Lesson};
use crate::progress::Progress;
use anyhow::{Context, Result};
use files::Files;
use screen::View;
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};
use terminal::{Terminal, Wish};

/// How often the files are looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Check a lesson each time you save; q ends it
///
/// Without a terminal it writes a report for each check, and a line with a q on standard input ends it.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The lesson, such as 03. Without it, whichever you save
    lesson: Option<String>,
    /// For programs: a line of JSON for each check
    #[arg(long)]
    json: bool,
}

/// # Errors
/// If there is no such lesson, or the terminal is gone.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let lessons = match &arguments.lesson {
        Some(number) => vec![lesson::find(number)?],
        None => lesson::all()?,
    };
    let first = if lessons.len() == 1 { 0 } else { first_unfinished(&lessons) };
    let mut watcher = Watcher::new(&lessons);
    std::thread::scope(|scope| {
        let (ask, asked) = mpsc::channel();
        let (answer, answers) = mpsc::channel();
        let lessons = &lessons;
        scope.spawn(move || check_all(lessons, &asked, &answer));
        watcher.wanted.push(first);
        // The asking end goes with the channel, which ends the thread.
        let channel = Channel { ask, answers };
        if is_for_people() && !arguments.json {
            in_terminal(&mut watcher, &channel)
        } else {
            in_lines(&mut watcher, &channel, arguments.json)
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

/// A terminal on both ends, and one that can do more than print.
fn is_for_people() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !dumb
}

fn first_unfinished(lessons: &[Lesson]) -> usize {
    let mut progress = Progress::load();
    let done = |lesson: &Lesson| progress.of(lesson).is_ok_and(|standing| standing.is_done());
    let first = lessons.iter().map(done).position(|done| !done).unwrap_or(0);
    progress.save();
    first
}

/// The checking thread's two ends.
struct Channel {
    ask: Sender<usize>,
    answers: Receiver<Answer>,
}

/// What came of a check.
struct Answer {
    place: usize,
    report: Result<Report>,
    took: Duration,
}

fn check_all(lessons: &[Lesson], asked: &Receiver<usize>, answer: &Sender<Answer>) {
    for place in asked {
        let Some(lesson) = lessons.get(place) else { continue };
        let start = Instant::now();
        let report = check::lesson_report(lesson, None, None, Cargo::IsQuiet);
        if answer.send(Answer { place, report, took: start.elapsed() }).is_err() {
            return; // nobody watches any more
        }
    }
}

/// What is to be checked, and what is being checked.
struct Watcher<'a> {
    lessons: &'a [Lesson],
    files: Files,
    /// Places of lessons, each once.
    wanted: Vec<usize>,
    running: Option<usize>,
}

impl<'a> Watcher<'a> {
    fn new(lessons: &'a [Lesson]) -> Self {
        Watcher { lessons, files: Files::of(lessons), wanted: Vec::new(), running: None }
    }

    /// Looks at the files, and starts the next check if none is running; its lesson.
    fn step(&mut self, channel: &Channel) -> Option<&'a Lesson> {
        for place in self.files.saved() {
            if !self.wanted.contains(&place) {
                self.wanted.push(place);
            }
        }
        if self.running.is_some() || self.wanted.is_empty() {
            return None;
        }
        let place = self.wanted.remove(0);
        self.running = Some(place);
        // The thread lives as long as the channel does.
        let _ = channel.ask.send(place);
        self.lessons.get(place)
    }
}

/// Reports one after another.
fn in_lines(watcher: &mut Watcher, channel: &Channel, json: bool) -> Result<()> {
    let quit = quit_on_q();
    let mut out = std::io::stdout();
    loop {
        watcher.step(channel);
        if let Ok(Answer { place, report, took }) = channel.answers.recv_timeout(LOOK) {
            watcher.running = None;
            let lesson = watcher.lessons.get(place).context("the lesson that was checked")?;
            match report {
                Ok(report) if json => writeln!(out, "{}", serde_json::to_string(&report)?)?,
                Ok(report) => {
                    let seconds = took.as_secs_f32();
                    writeln!(out, "{}checked in {seconds:.1} s\n", check::text(lesson, &report))?;
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

/// Something comes once a line with a q has been read. The end of the input is no wish to stop: there
/// may have been none from the start.
fn quit_on_q() -> Receiver<()> {
    let (say, quit) = mpsc::channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if line.trim() == "q" {
                let _ = say.send(()); // nobody may be listening any more
            }
        }
    });
    quit
}

/// A screen of our own.
fn in_terminal(watcher: &mut Watcher, channel: &Channel) -> Result<()> {
    let mut terminal = Terminal::new()?;
    let mut view = View::default();
    let mut stale = true;
    loop {
        if let Some(lesson) = watcher.step(channel) {
            view.title = format!("Lesson {}, {}", lesson.number, lesson.about.title);
            let first = !check::has_been_built(lesson);
            let doing =
                if first { "building: the first time takes a while ..." } else { "checking ..." };
            view.doing = doing.into();
            stale = true;
        }
        if let Ok(answer) = channel.answers.try_recv() {
            watcher.running = None;
            show(answer, &mut view);
            stale = true;
        }
        if stale {
            let (width, height) = Terminal::size();
            terminal.draw(&view.rows(width, height))?;
            stale = false;
        }
        match Terminal::wish(LOOK)? {
            Some(Wish::Quit) => return Ok(()),
            Some(Wish::Again) => {
                watcher.wanted.extend(current(watcher, &view));
                stale = true;
            }
            Some(Wish::Scroll(rows)) => {
                view.scroll = view.scroll.saturating_add_signed(rows);
                stale = true;
            }
            Some(Wish::Redraw) => stale = true,
            None => {}
        }
    }
}

/// The place of the lesson on the screen, unless it is being checked already.
fn current(watcher: &Watcher, view: &View) -> Option<usize> {
    let title = |l: &Lesson| format!("Lesson {}, {}", l.number, l.about.title);
    let place = watcher.lessons.iter().position(|lesson| title(lesson) == view.title)?;
    (watcher.running != Some(place)).then_some(place)
}

fn show(answer: Answer, view: &mut View) {
    view.scroll = 0;
    match answer.report {
        Ok(report) => {
            view.verdicts = report.verdicts;
            view.words = report.warnings;
        }
        Err(error) => {
            view.verdicts = Vec::new();
            view.words = vec![format!("{error:#}")];
        }
    }
    view.doing = format!("checked in {:.1} s", answer.took.as_secs_f32());
}

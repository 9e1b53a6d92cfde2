//! A lesson's command line.

use super::{Bench, Exercise};
use crate::{
    app::{Arguments, Desk, Lesson as _, Whose, arguments::PICTURE_SIZE, headless, run_with},
    check::Who,
    graphics::Gl,
};
use anyhow::Result;
use clap::{Args, CommandFactory, FromArgMatches, Parser};
use std::{io::Write, process::ExitCode};

/// What every lesson understands, and what this one does besides.
#[derive(Clone, Debug, Parser)]
struct CommandLine<O: Args> {
    #[command(flatten)]
    app: Arguments,
    #[command(flatten)]
    whose: WhoseFlags,
    #[command(flatten)]
    options: O,
}

/// Whose answers draw. A picture without panels shows yours as they are, the window with panels yours
/// where they pass.
#[derive(Clone, Copy, Debug, Default, Args)]
#[group(multiple = false)]
struct WhoseFlags {
    /// Your answers, as they are
    #[arg(long)]
    mine: bool,
    /// The finished answers
    #[arg(long)]
    solution: bool,
    /// What you began with
    #[arg(long)]
    starter: bool,
}

impl WhoseFlags {
    fn table<E: Exercise>(self) -> &'static E::Answers {
        match (self.solution, self.starter) {
            (true, _) => &E::LESSON.reference,
            (_, true) => &E::LESSON.starter,
            _ => &E::LESSON.exercise,
        }
    }

    /// Only what the student wrote is not trusted to come back: it is checked before it is called.
    fn desk<E: Exercise>(self, is_plain: bool, completed: bool) -> Desk {
        if completed {
            return Desk::completing(E::LESSON);
        }
        let whose = match (self.mine || self.starter, self.solution) {
            (true, _) => Whose::Mine,
            (_, true) => Whose::Reference,
            _ if is_plain => Whose::Mine,
            _ => Whose::Completed,
        };
        let who = if self.starter { Who::Starter } else { Who::Exercise };
        if is_plain && (self.starter || self.solution) {
            Desk::trusting(E::LESSON, whose)
        } else {
            Desk::new(E::LESSON, who, whose)
        }
    }
}

/// Does what the command line says.
pub(super) fn run<E: Exercise>() -> ExitCode {
    let about = format!("{}, by your answers", E::TITLE);
    let check = format!(
        "--check [{}.T] [--json] [--seed N] as the first argument checks your answers",
        E::LESSON.number
    );
    let mut command = CommandLine::<E::Options>::command().about(about).after_help(check);
    if E::on_mine(&mut E::Options::default()) {
        let help =
            "Your answers, of earlier lessons too, where they pass; the finished ones elsewhere";
        command = command.mut_arg("mine", |argument| argument.help(help));
    }
    let matches = command.get_matches();
    let line = CommandLine::<E::Options>::from_arg_matches(&matches);
    let CommandLine { app, whose, mut options } = line.unwrap_or_else(|error| error.exit());
    let completed = whose.mine && E::on_mine(&mut options);
    let mine = *whose.table::<E>();
    if let Some(done) = E::instead(&options, &mine) {
        return finish(done);
    }
    let time = app.time.unwrap_or(E::TIME);
    let is_plain =
        (app.screenshot.is_some() || app.describe) && !app.panels && app.press.is_empty();
    let open = move |gl: &Gl| -> Result<Bench<E>> {
        Ok(Bench::new(E::open(gl, time, &options)?, whose.desk::<E>(is_plain, completed), mine))
    };
    if is_plain {
        return finish(plain(&app, open));
    }
    // The scene is that old already.
    run_with(&Arguments { time: None, ..app }, open)
}

fn finish(result: Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    let _ = writeln!(std::io::stderr(), "error: {error:#}"); // nobody is left to tell
    ExitCode::from(2)
}

/// Pictures of the scene alone, and the scene in words.
fn plain<E: Exercise>(
    arguments: &Arguments,
    open: impl FnOnce(&Gl) -> Result<Bench<E>>,
) -> Result<()> {
    let gl = crate::graphics::headless::context()?;
    let mut bench = open(&gl)?;
    let size = arguments.size.unwrap_or(PICTURE_SIZE);
    let count = arguments.frames.unwrap_or(1);
    let mut said = Vec::new();
    for number in 0..count {
        let picture = bench.picture(&gl, size)?;
        for line in bench.said().into_iter().filter(|line| !said.contains(line)).collect::<Vec<_>>()
        {
            let _ = writeln!(std::io::stderr(), "{line}"); // nobody is left to tell
            said.push(line);
        }
        if let Some(path) = &arguments.screenshot {
            let path = if count > 1 { headless::numbered(path, number) } else { path.clone() };
            picture.write_png(&path)?;
        }
        headless::step(&mut bench);
    }
    if arguments.describe {
        // A reader that has heard enough is no error.
        let _ = write!(std::io::stdout(), "{}", bench.describe());
    }
    Ok(())
}

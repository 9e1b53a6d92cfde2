//! A lesson's command line.

use crate::exercise::{
    Exercise, ExerciseApp, Heartbeat, StudentAnswers,
    app::{picture, reports},
};
use crate::page_shaders;
use anyhow::{Context as _, Result, ensure};
use check::{Lesson, Submission};
use clap::{ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser};
use drawing::Listed;
use given::{CallErrorKind, Course};
use judge::{AnswerSource, LoadedLibrary};
use std::{
    ffi::OsString,
    io::Write,
    process::{self, ExitCode},
};
use verdict::shared::Share;
use verdict::{SEED, wording::nearest_of, workspace};
use window::{
    Arguments, EXCLUDED, LessonPanel, MakeApp, PICTURE_SIZE, Restart, headless, last_state, newest_program, restart,
    run_any,
};

/// The command line of every lesson. The lesson's own options are added in [`parse_arguments`].
#[derive(Clone, Debug, Parser)]
struct CommandLine {
    #[command(flatten)]
    app: Arguments,
    #[command(flatten)]
    source: SourceFlags,
    #[command(flatten)]
    endless: Endless,
    #[command(flatten)]
    figure: FigureFlags,
    /// As a game: the scene alone, without panels and keys of the lesson
    #[arg(long)]
    game: bool,
}

/// A live figure of the text by itself.
#[derive(Clone, Debug, Default, Args)]
struct FigureFlags {
    /// A figure of the text instead of the scene, with --screenshot or --describe: --figure 06.2
    #[arg(long, value_name = "NAME")]
    figure: Option<String>,
    /// Value of a slider or switch of the scene, or of the figure: --set bend=30
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// All figures for a page, as JSON
    #[arg(long, hide = true)]
    figures: bool,
    /// All shader TODOs for a page, as JSON
    #[arg(long, hide = true)]
    shaders: bool,
}

/// The answers that draw. Without a flag yours where they pass and for the current TODO, and ours elsewhere.
#[derive(Clone, Debug, Default, Args)]
#[group(multiple = false)]
struct SourceFlags {
    /// Your answers where they pass, of earlier lessons too; ours elsewhere
    #[arg(long)]
    mine: bool,
    /// Our answers
    #[arg(long)]
    solution: bool,
    /// What you began with
    #[arg(long)]
    starter: bool,
    /// Our answers, but for one that makes a known mistake: --mistaken 01.3 TRANSLATIONS-ADDED
    #[arg(long, num_args = 2, value_names = ["TODO", "NAME"])]
    mistaken: Vec<String>,
    /// Our answers, but for one that is as you found it: --as-found 13.2
    #[arg(long, value_name = "TODO")]
    as_found: Option<String>,
}

/// Answers that did not return in the window that this one replaces.
#[derive(Clone, Debug, Default, Args)]
struct Endless {
    /// Draw our answer in place of this one
    #[arg(long, value_name = "TODO", hide = true)]
    excluded: Vec<String>,
}

impl SourceFlags {
    fn source(&self) -> AnswerSource {
        match (self.starter, self.solution) {
            (true, _) => AnswerSource::Starter,
            (_, true) => AnswerSource::Reference,
            _ => AnswerSource::Mine,
        }
    }

    /// Returns the answers that `--mistaken` and `--as-found` name.
    ///
    /// # Errors
    /// If there is no TODO or no mistake of that name.
    fn course(&self, lesson: &check::Lesson) -> Result<Option<Course>> {
        if let [todo, name] = &self.mistaken[..] {
            return lesson.making(todo, name).map(Some);
        }
        let Some(id) = &self.as_found else { return Ok(None) };
        let todo = lesson.about.find(id).with_context(|| format!("there is no TODO {id}"))?;
        Ok(Some(lesson.without(todo)))
    }

    /// Returns the answers that draw. The student's are checked before they are called, and others are trusted to return; beside
    /// those that are named stands the card of their verdict. `is_plain` is true for a picture without the lesson's panels.
    ///
    /// # Errors
    /// See [`course`](Self::course).
    fn student_answers<E: Exercise>(&self, is_plain: bool) -> Result<StudentAnswers> {
        let lesson = E::LESSON;
        if let Some(course) = self.course(lesson)? {
            let named = self.mistaken.first().or(self.as_found.as_ref());
            let Some(todo) = named.and_then(|id| lesson.about.find(id)).filter(|_| !is_plain) else {
                return Ok(StudentAnswers::trusting(lesson, course));
            };
            let submission = Submission { answers: &course, text: None, shaders: "" };
            let verdict = check::verdict(lesson, todo, &submission, SEED);
            return Ok(StudentAnswers::judged(lesson, &course, &[verdict]));
        }
        if self.mine {
            return Ok(StudentAnswers::playing(lesson));
        }
        if is_plain && (self.starter || self.solution) {
            return Ok(match self.source() {
                AnswerSource::Reference => StudentAnswers::ours(lesson),
                _ => StudentAnswers::trusting(lesson, lesson.starter()),
            });
        }
        Ok(StudentAnswers::new(lesson, self.source()))
    }
}

/// Runs what the command line of a lesson's program wants: a picture, or the window.
pub(crate) fn run<E: Exercise>() -> ExitCode {
    let (CommandLine { app, source, endless, figure, game }, matches) =
        parse_arguments(&E::LESSON.about.title(), E::LESSON.about.number(), E::Options::augment_args);
    let mut options = E::Options::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    if figure.figures {
        return exit_code(list_figures::<E>());
    }
    if figure.shaders {
        return exit_code(list_shaders(E::LESSON));
    }
    if let Err(error) = source.course(E::LESSON) {
        return exit_code(Err(error));
    }
    let Some(name) = &figure.figure else {
        if let Err(error) = figure.set.iter().try_for_each(|set| E::set(&mut options, set)) {
            return exit_code(Err(error));
        }
        return match Share::of_this_program() {
            Ok(share) => open_scene::<E>(app, options, endless, source, game, share),
            Err(error) => exit_code(Err(error)),
        };
    };
    exit_code(source.student_answers::<E>(true).and_then(|student| draw_figure::<E>(name, &figure.set, &app, student)))
}

/// Draws a picture of the scene, or opens a window: of a program that was given away if there is a `share`.
fn open_scene<E: Exercise>(
    app: Arguments,
    options: E::Options,
    endless: Endless,
    source: SourceFlags,
    is_game: bool,
    share: Option<Share>,
) -> ExitCode {
    let time = app.time.unwrap_or_else(|| E::begins_at(&options));
    let is_plain = (app.screenshot.is_some() || app.describe) && !app.panels && app.press.is_empty();
    let excluded = endless.excluded.clone();
    let open: MakeApp = Box::new(move |gl| {
        // A game checks nothing: answers that are not named are ours.
        let is_named = source.starter || source.as_found.is_some() || !source.mistaken.is_empty();
        let mut student = match &share {
            Some(share) => StudentAnswers::trusting(E::LESSON, shared_answers(E::LESSON, share)?),
            None if is_game && !is_named => StudentAnswers::ours(E::LESSON),
            None => source.student_answers::<E>(is_plain || is_game)?,
        };
        endless.excluded.iter().for_each(|id| student.note_hung_call(id));
        if source.mine {
            student.drawn.calls_earlier = true;
        }
        let app = ExerciseApp::<E>::open(gl, time, &options, student)?;
        Ok(Box::new(match share {
            Some(share) => app.given_away(share.title),
            None if is_game => app.given_away(E::game_title()),
            None => app,
        }))
    });
    let _heartbeat = Heartbeat::new(move |todo| start_again_without(todo, &excluded));
    if is_plain {
        return exit_code(draw_without_panels(&app, open));
    }
    // The scene begins at that time.
    run_any(&Arguments { time: None, ..app }, &E::LESSON.about.title(), open)
}

/// Starts the program again, and ends this process. The new program calls neither the answer to `todo`, which does not return
/// or holds too much memory, nor those `excluded` before. A new process is needed since no thread can be ended from outside.
fn start_again_without(todo: &'static str, excluded: &[String]) {
    let mut stderr = std::io::stderr();
    let _ = writeln!(stderr, "{todo}: {}", CallErrorKind::Hung); // the stream may be closed
    if let Ok(program) = newest_program()
        && !todo.is_empty()
    {
        let error = restart(&Restart { program, arguments: arguments_without(todo, excluded) }, last_state().as_ref());
        let _ = writeln!(stderr, "it cannot be started again: {error}");
    }
    Heartbeat::let_go();
    process::exit(1)
}

/// Returns the answers of a program that was given away: the student's that passed, ours elsewhere.
fn shared_answers(lesson: &Lesson, share: &Share) -> Result<Course> {
    let mut answers = lesson.reference;
    let folder = workspace::shared().context("this program was not given away")?;
    let library = LoadedLibrary::given_away(&folder.join(&share.library)).with_context(|| share.library.clone())?;
    share.mine.iter().for_each(|id| library.give(id, &mut answers));
    Ok(answers)
}

/// Returns the arguments by which a program calls neither the answer to `todo` nor those `excluded` before.
pub(crate) fn arguments_without(todo: &str, excluded: &[String]) -> Vec<OsString> {
    let mut arguments = Vec::new();
    for todo in excluded.iter().map(String::as_str).filter(|known| *known != todo).chain([todo]) {
        arguments.extend([EXCLUDED, todo].map(OsString::from));
    }
    arguments
}

/// Reads the command line. `options` adds the lesson's own.
fn parse_arguments(title: &str, number: &str, options: fn(Command) -> Command) -> (CommandLine, ArgMatches) {
    let about = format!("{title}, by your answers");
    let check = format!("--check [{number}.T] [--json] [--seed N] as the first argument checks your answers");
    let command = options(CommandLine::command()).about(about).after_help(check);
    let matches = command.get_matches();
    let line = CommandLine::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    (line, matches)
}

/// Prints an error, if there is one. Returns the program's exit code.
fn exit_code(result: Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    let _ = writeln!(std::io::stderr(), "error: {error:#}"); // the stream may be closed
    ExitCode::from(2)
}

/// Prints the figures, and which mistakes are visible in them.
fn list_figures<E: Exercise>() -> Result<()> {
    serde_json::to_writer(std::io::stdout(), &Listed::new(E::FIGURES, E::LESSON)?).context("the list cannot be written")
}

/// Prints the shader TODOs.
fn list_shaders(lesson: &Lesson) -> Result<()> {
    serde_json::to_writer(std::io::stdout(), &page_shaders::list(lesson)?).context("the list cannot be written")
}

/// Draws a picture of a live figure by the student's answers, or prints the figure in words.
fn draw_figure<E: Exercise>(
    name: &str,
    sets: &[String],
    arguments: &Arguments,
    mut student: StudentAnswers,
) -> Result<()> {
    let has_output = arguments.screenshot.is_some() || arguments.describe;
    ensure!(
        has_output,
        "--figure wants --screenshot FILE or --describe; in the window the figures are on the cards and in the help (F1)"
    );
    let figure = E::FIGURES.iter().find(|figure| figure.name == name).with_context(|| {
        let known = nearest_of(name, E::FIGURES.iter().map(|figure| figure.name));
        format!("there is no figure {name}, only {known}")
    })?;
    let values = drawing::settings(figure, figure.start(E::LESSON), sets)?;
    student.wait();
    let sheet = student.draw_figure(figure, &values)?;
    if let Some(path) = &arguments.screenshot {
        ui::paint::picture(&graphics::headless::context()?, &sheet, 2.0)?.write_png(path)?;
    }
    if arguments.describe {
        let _ = write!(std::io::stdout(), "{}", sheet.describe()); // the reader may have closed it
    }
    Ok(())
}

/// Draws pictures of the scene without panels, or prints the scene in words.
fn draw_without_panels(arguments: &Arguments, open: MakeApp) -> Result<()> {
    let gl = graphics::headless::context()?;
    let mut program = open(&gl)?;
    let program = program.as_mut();
    let size = arguments.size.unwrap_or(PICTURE_SIZE);
    let count = arguments.frames.unwrap_or(1);
    let mut printed = Vec::new();
    for number in 0..count {
        let picture = picture(program, &gl, size)?;
        let of_scene = program.messages().into_iter().map(|message| message.text);
        for line in of_scene.chain(reports(program)) {
            if !printed.contains(&line) {
                let _ = writeln!(std::io::stderr(), "{line}"); // the stream may be closed
                printed.push(line);
            }
        }
        if let Some(path) = &arguments.screenshot {
            let path = if count > 1 { headless::numbered(path, number) } else { path.clone() };
            picture.write_png(&path)?;
        }
        headless::step(program);
    }
    if arguments.describe {
        let _ = write!(std::io::stdout(), "{}", program.describe()); // the reader may have closed it
    }
    Ok(())
}

//! A lesson's program that was given away: the scene by what its student wrote, and nothing of the workbook.

use super::{
    Exercise, ExerciseApp, StudentAnswers,
    command_line::{exit_code, read_shared, start_again_without},
    heartbeat::Heartbeat,
};
use anyhow::{Context, Result};
use given::Course;
use judge::LoadedLibrary;
use std::process::ExitCode;
use verdict::shared::Share;
use verdict::workspace;
use window::{Arguments, MakeApp, run_any};

/// Runs this program if it was exported. Returns `None` in a workspace.
pub(crate) fn run<E: Exercise>() -> Option<ExitCode> {
    match Share::of_this_program() {
        Ok(share) => share.map(|share| open_exported::<E>(share).unwrap_or_else(|error| exit_code(Err(error)))),
        Err(error) => Some(exit_code(Err(error))),
    }
}

/// Opens the window of an exported program, or draws the pictures that its command line asks for.
fn open_exported<E: Exercise>(share: Share) -> Result<ExitCode> {
    let (app, endless, options) = read_shared::<E>(&share.title);
    let mine = exported_answers::<E>(&share)?;
    let time = app.time.unwrap_or_else(|| E::begins_at(&options));
    let title = share.title;
    let excluded = endless.excluded.clone();
    let open: MakeApp = Box::new(move |gl| {
        let mut student = StudentAnswers::trusting(E::LESSON, mine);
        endless.excluded.iter().for_each(|id| student.note_hung_call(id));
        let app = ExerciseApp::<E>::open(gl, time, &options, student)?;
        Ok(Box::new(app.given_away(title)))
    });
    let _heartbeat = Heartbeat::new(move |todo| start_again_without(todo, &excluded));
    Ok(run_any(&Arguments { time: None, ..app }, E::LESSON.about.toml.title.as_str(), open))
}

/// Returns the answers of an exported program: the student's that were exported, ours for other finished TODOs, and the
/// starter's for the rest. Answers of earlier lessons are ours.
fn exported_answers<E: Exercise>(share: &Share) -> Result<Course> {
    let lesson = E::LESSON;
    let mut answers = lesson.reference;
    for id in lesson.about.ids().into_iter().filter(|id| !share.finished.iter().any(|finished| finished == id)) {
        answers.take(id, &lesson.starter);
    }
    if let (Some(name), Some(folder)) = (&share.library, workspace::shared()) {
        let library = LoadedLibrary::given_away(&folder.join(name)).with_context(|| name.clone())?;
        share.mine.iter().for_each(|id| library.give(id, &mut answers));
    }
    Ok(answers)
}

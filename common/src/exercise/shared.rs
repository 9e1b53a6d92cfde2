//! A lesson's program that was given away: the scene by what its student wrote, and nothing of the workbook.

use super::{
    Exercise, ExerciseApp, StudentAnswers,
    command_line::{finish, read_shared, start_again_without},
    earlier::EarlierTable,
    heartbeat::Heartbeat,
};
use crate::check::{AnswerSource, AnswerTable, LoadedLibrary};
use crate::shared::Share;
use crate::window::{Arguments, MakeApp, run_any};
use crate::workspace;
use anyhow::{Context, Result};
use std::process::ExitCode;

/// Runs the program, if it was given away.
pub(crate) fn run<E: Exercise>() -> Option<ExitCode> {
    match Share::of_this_program() {
        Ok(share) => share.map(|share| window::<E>(share).unwrap_or_else(|error| finish(Err(error)))),
        Err(error) => Some(finish(Err(error))),
    }
}

fn window<E: Exercise>(share: Share) -> Result<ExitCode> {
    let (app, endless, options) = read_shared::<E>(&share.title);
    let mine = answers::<E>(&share)?;
    let time = app.time.unwrap_or_else(|| E::begins_at(&options));
    let title = share.title;
    let refused = endless.refuse.clone();
    let open: MakeApp = Box::new(move |gl| {
        let mut student = StudentAnswers::trusting(E::LESSON, AnswerSource::Mine);
        endless.refuse.into_iter().for_each(|id| student.refuse_endless(id));
        let app = ExerciseApp::<E>::open(gl, time, &options, student, mine, E::Earlier::STARTER)?;
        Ok(Box::new(app.given_away(title)))
    });
    let _heartbeat = Heartbeat::new(move |todo| start_again_without(todo, &refused));
    Ok(run_any(&Arguments { time: None, ..app }, E::LESSON.about.toml.title.as_str(), open))
}

/// The student's where they were given away; elsewhere as he found them, or finished.
fn answers<E: Exercise>(share: &Share) -> Result<E::Answers> {
    let mut answers = E::LESSON.exercise;
    let place = |id: &String| E::LESSON.about.ids().iter().position(|known| known == id);
    share.finished.iter().filter_map(place).for_each(|todo| answers.take(todo, &E::LESSON.reference));
    if let (Some(name), Some(folder)) = (&share.library, workspace::shared()) {
        let library = LoadedLibrary::given_away(&folder.join(name)).with_context(|| name.clone())?;
        share.mine.iter().filter_map(place).for_each(|todo| library.give(todo, &mut answers));
    }
    Ok(answers)
}

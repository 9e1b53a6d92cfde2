//! Calls the game's steps under the watchdog: a frame's steps in one call, in which many answers take turns.

use super::{Figures, Game, Players, Stage};
use crate::checks::LESSON;
use crate::earlier::Earlier;
use crate::knight::Mine;
use crate::level::Level;
use crate::{Answers, Keys, Tools, finished};
use common::app::exercise::EarlierTable;
use common::app::{GuardedAnswers, last_called};
use common::check::{About, AnswerTable};
use std::sync::Arc;

/// The thread that it is played on.
const THREAD: &str = "18 game";

/// Plays a game by answers that may panic, never come back, or return what cannot be used. Such a one is reported by
/// its name, the finished one takes its place from then on, and the frame is made again.
pub struct Runner {
    figures: Arc<Figures>,
    /// TODOs of this lesson, each with the table whose answer could not be used.
    bad: Vec<(usize, Answers)>,
    /// TODOs of earlier lessons, likewise.
    bad_earlier: Vec<(&'static str, Earlier)>,
    /// What poses the knight, and by whose answers.
    mine: Option<(Earlier, Arc<Mine>)>,
}

type Guarded<'a> = GuardedAnswers<'a, Answers>;

impl Runner {
    /// Nothing is known of anybody's answers yet.
    pub fn new(figures: Arc<Figures>) -> Self {
        Runner { figures, bad: Vec::new(), bad_earlier: Vec::new(), mine: None }
    }

    /// The ground of a level, by 18.1.
    ///
    /// # Errors
    /// If it is no level by the finished 18.1 either.
    pub fn stage(&mut self, answers: &mut Guarded<'_>, level: &Level) -> Result<Arc<Stage>, String> {
        let (level, figures) = (level.clone(), self.figures.clone());
        let stage = self.call(answers, &Earlier::REFERENCE, |players| {
            let (level, figures) = (level.clone(), figures.clone());
            move || Stage::new(level, figures, &players.answers)
        });
        match stage {
            Some(stage) => Ok(Arc::new(stage)),
            None => Stage::new(level, figures, &finished::ANSWERS).map(Arc::new),
        }
    }

    /// The next steps of a game, one for each of `keys`.
    pub fn steps(
        &mut self,
        game: &mut Game,
        stage: &Arc<Stage>,
        answers: &mut Guarded<'_>,
        earlier: &Earlier,
        keys: &[Keys],
    ) {
        let is_finished = answers.table == finished::ANSWERS && *earlier == Earlier::REFERENCE;
        if is_finished {
            let players = Players::new(finished::ANSWERS);
            // By the finished answers nothing goes wrong; if it did, the step would be left out.
            let _ = keys.iter().try_for_each(|keys| game.step(stage, &players, *keys));
            return;
        }
        let next = self.call(answers, earlier, |players| {
            let (mut game, stage, keys) = (game.clone(), stage.clone(), keys.to_vec());
            move || {
                keys.iter().try_for_each(|keys| game.step(&stage, &players, *keys))?;
                Ok(game)
            }
        });
        if let Some(next) = next {
            *game = next;
        }
    }

    /// What `prepare`d calls return, by these answers or by those that are left of them; `None` if nobody's will do.
    fn call<T, C>(&mut self, answers: &mut Guarded<'_>, earlier: &Earlier, prepare: impl Fn(Players) -> C) -> Option<T>
    where
        T: Send + 'static,
        C: FnOnce() -> Result<T, String> + Send + 'static,
    {
        // Each time another answer is replaced.
        loop {
            let (table, earlier) = self.usable(answers.table, *earlier);
            let Ok(mine) = self.mine(answers, &earlier) else { continue };
            let tools = Tools { next_state: earlier.blending.next_state };
            let call = prepare(Players { answers: table, tools, mine });
            match guarded(answers, call) {
                Ok(done) => return Some(done),
                Err(todo) if self.replace(todo, &table, &earlier) => {}
                Err(_) => return None,
            }
        }
    }

    /// What poses the knight; `None` if that is armature. An error if somebody's answer has been replaced.
    fn mine(&mut self, answers: &mut Guarded<'_>, earlier: &Earlier) -> Result<Option<Arc<Mine>>, ()> {
        if *earlier == Earlier::REFERENCE {
            return Ok(None);
        }
        if let Some((_, mine)) = self.mine.as_ref().filter(|(known, _)| known == earlier) {
            return Ok(Some(mine.clone()));
        }
        let (figures, theirs) = (self.figures.clone(), *earlier);
        match guarded(answers, move || Mine::new(&figures.cast, &theirs)) {
            Ok(mine) => {
                let mine = Arc::new(mine);
                self.mine = Some((*earlier, mine.clone()));
                Ok(Some(mine))
            }
            Err(todo) if self.replace(todo, &answers.table, earlier) => Err(()),
            Err(_) => Ok(None),
        }
    }

    /// These answers, with finished ones in the place of those that could not be used.
    fn usable(&self, mut table: Answers, mut earlier: Earlier) -> (Answers, Earlier) {
        for (todo, bad) in &self.bad {
            let mut other = *bad;
            other.take(*todo, &table);
            if other == *bad {
                table.take(*todo, &finished::ANSWERS);
            }
        }
        for (todo, bad) in &self.bad_earlier {
            let mut other = *bad;
            other.take(todo, &earlier);
            if other == *bad {
                earlier.take(todo, &Earlier::REFERENCE);
            }
        }
        (table, earlier)
    }

    /// Notes that this answer of theirs cannot be used; false if it is the finished one.
    fn replace(&mut self, todo: &'static str, table: &Answers, earlier: &Earlier) -> bool {
        if let Some(place) = LESSON.about.ids().iter().position(|id| id == todo) {
            let mut other = *table;
            other.take(place, &finished::ANSWERS);
            self.bad.push((place, *table));
            return other != *table;
        }
        let mut other = *earlier;
        other.take(todo, &Earlier::REFERENCE);
        self.bad_earlier.push((todo, *earlier));
        other != *earlier
    }
}

/// What a call returns on the game's thread; or whose answer could not be used, which has been reported.
fn guarded<T: Send + 'static>(
    answers: &mut Guarded<'_>,
    call: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, &'static str> {
    let call = move || call().map_err(|why| (last_called(), why));
    match answers.watchdog.attempt(THREAD, "", call) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err((todo, why))) => {
            let why = why.strip_prefix(&format!("{}: ", name(todo))).unwrap_or(&why);
            let line = format!("{}: {why} (The finished one draws instead.)", name(todo));
            answers.watchdog.report(line);
            Err(todo)
        }
        Err(lost) => {
            answers.watchdog.report_lost(&name(lost.todo), &lost);
            Err(lost.todo)
        }
    }
}

/// `"18.2 fly"`.
fn name(todo: &str) -> String {
    let lessons = Earlier::LESSONS.iter().map(|lesson| lesson.about);
    let mut all = lessons.chain([&LESSON.about]);
    let task = |about: &About| {
        let place = about.ids().iter().position(|id| id == todo)?;
        Some(about.tasks[place].name())
    };
    all.find_map(task).map_or_else(|| "18".into(), |task| format!("{todo} {task}"))
}

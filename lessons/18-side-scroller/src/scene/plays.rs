//! Games by several lists of answers on the same keys: what F2 and F3 compare.

use crate::draw::camera::Lead;
use crate::earlier::Earlier;
use crate::game::{Game, Outcome, Runner, STEP, Stage};
use crate::level::Level;
use crate::{Answers, Keys, State};
use anyhow::{Error, Result};
use common::app::GuardedAnswers;
use common::scenes::posed_figure::WorldPose;
use glam::{DVec2, Mat4};
use std::collections::VecDeque;
use std::sync::Arc;

/// Every so many steps a game is kept, so that time can be turned back.
const KEPT: usize = 60;
/// So many are kept.
const MOST_KEPT: usize = 300;
/// Over so many steps the way of a sword is seen.
const TRAIL: usize = 9;
/// Answers that begin later make so many steps at the most; after more they go on from where the others are.
const MOST_BEHIND: usize = 1500;

type Guarded<'a> = GuardedAnswers<'a, Answers>;

/// Where figures are that are drawn between two steps.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) knight: WorldPose,
    pub(super) sword: Mat4,
    pub(super) creatures: Vec<WorldPose>,
}

impl Moment {
    fn of(game: &Game) -> Self {
        let pose = |world_from_model, model_from_joint: &[Mat4]| WorldPose {
            world_from_model,
            model_from_joint: model_from_joint.to_vec(),
        };
        let creatures = game.creatures.iter();
        Moment {
            knight: pose(game.poser.world_from_model(), game.poser.model_from_joint()),
            sword: game.world_from_sword,
            creatures: creatures.map(|it| pose(it.world_from_model, &it.model_from_joint)).collect(),
        }
    }
}

/// A game by some answers.
pub(super) struct Play {
    answers: Answers,
    earlier: Earlier,
    pub(super) stage: Arc<Stage>,
    pub(super) game: Game,
    /// Before the last step, and after it.
    pub(super) moments: [Moment; 2],
    pub(super) leads: [Lead; 2],
    /// Where the sword was in the last steps of a swing, the latest last.
    pub(super) trail: VecDeque<Mat4>,
    /// How many steps it has taken so far, or did take to the door.
    pub(super) taken: usize,
    done: usize,
    kept: Vec<(usize, Game, Lead)>,
}

impl Play {
    /// From a game that has made so many steps.
    fn new(answers: Answers, earlier: &Earlier, stage: Arc<Stage>, (game, done): (Game, usize)) -> Self {
        let leads = [Lead::new(game.knight.body.position); 2];
        let moments = [Moment::of(&game), Moment::of(&game)];
        let earlier = *earlier;
        let (trail, kept) = (VecDeque::with_capacity(TRAIL), Vec::new());
        Play { answers, earlier, stage, game, moments, leads, trail, taken: done, done, kept }
    }

    /// A step by the answers: each by itself, since the camera goes along.
    fn step(&mut self, (runner, answers): (&mut Runner, &mut Guarded<'_>), keys: Keys) {
        self.moments.swap(0, 1);
        self.leads[0] = self.leads[1];
        runner.steps(&mut self.game, &self.stage, answers, &self.earlier, &[keys]);
        let knight = &self.game.knight;
        let facing = f64::from(knight.gait.heading).sin();
        self.leads[1].step(knight.body.position, knight.body.velocity, facing, STEP);
        self.moments[1] = Moment::of(&self.game);
        let swings = self.game.knight.state == State::Swing;
        if !swings || self.trail.len() == TRAIL {
            self.trail.pop_front();
        }
        if swings {
            self.trail.push_back(self.game.world_from_sword);
        }
        self.done += 1;
        if self.game.outcome != Outcome::Won {
            self.taken = self.done;
        }
        if self.done.is_multiple_of(KEPT) && self.kept.len() < MOST_KEPT {
            self.kept.push((self.done, self.game.clone(), self.leads[1]));
        }
    }

    /// Back to where it had made so many steps, or fewer.
    fn rewind(&mut self, done: usize) -> Result<()> {
        if self.done <= done {
            return Ok(());
        }
        self.kept.retain(|(kept, ..)| *kept <= done);
        if let Some((done, game, lead)) = self.kept.last() {
            (self.done, self.game, self.leads) = (*done, game.clone(), [*lead; 2]);
        } else {
            (self.done, self.game) = (0, Game::new(&self.stage).map_err(Error::msg)?);
            self.leads = [Lead::new(self.game.knight.body.position); 2];
        }
        self.moments = [Moment::of(&self.game), Moment::of(&self.game)];
        self.trail.clear();
        self.taken = self.done;
        Ok(())
    }
}

/// The keys of a run, and the games that have been played on them, the latest first.
#[derive(Default)]
pub(super) struct Plays {
    pub(super) keys: Vec<Keys>,
    known: Vec<Play>,
    /// What was said of whose answers: a replaced one is not asked again, and still is to be named.
    said: Vec<(Answers, Earlier, String)>,
}

impl Plays {
    /// Nothing has been played.
    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.known.clear();
    }

    /// Where he is, if anything has been played.
    pub(super) fn position(&self) -> Option<DVec2> {
        self.known.first().map(|play| play.game.knight.body.position)
    }

    /// The game by these answers after all keys.
    ///
    /// # Errors
    /// If the level cannot be played.
    pub(super) fn play(
        &mut self,
        (runner, answers): (&mut Runner, &mut Guarded<'_>),
        earlier: &Earlier,
        level: &Level,
        is_naive: bool,
    ) -> Result<&Play> {
        let before = answers.watchdog.take_reports();
        let play = self.advanced((runner, answers), earlier, level, is_naive)?;
        self.known.truncate(3);
        self.known.insert(0, play);
        for line in answers.watchdog.take_reports() {
            self.said.push((answers.table, *earlier, line));
        }
        for line in before {
            answers.watchdog.report(line);
        }
        let of = |said: &&(Answers, Earlier, String)| said.0 == answers.table && said.1 == *earlier;
        for (.., line) in self.said.iter().filter(of) {
            answers.watchdog.report(line.clone());
        }
        Ok(&self.known[0])
    }

    fn advanced(
        &mut self,
        (runner, answers): (&mut Runner, &mut Guarded<'_>),
        earlier: &Earlier,
        level: &Level,
        is_naive: bool,
    ) -> Result<Play> {
        let table = answers.table;
        let known = self.known.iter().position(|p| p.answers == table && p.earlier == *earlier);
        let mut play = if let Some(place) = known {
            self.known.remove(place)
        } else {
            let stage = runner.stage(answers, level).map_err(Error::msg)?;
            let other = self.known.first().filter(|_| self.keys.len() > MOST_BEHIND);
            let begin = other.map(|other| {
                // Its triangles are those of another 18.1.
                let mut game = other.game.clone();
                game.move_to(&stage);
                (game, other.done)
            });
            let begin = begin.map_or_else(|| Game::new(&stage).map(|game| (game, 0)), Ok);
            Play::new(table, earlier, stage, begin.map_err(Error::msg)?)
        };
        play.rewind(self.keys.len())?;
        play.game.is_naive = is_naive;
        while play.done < self.keys.len() {
            play.step((runner, answers), self.keys[play.done]);
        }
        Ok(play)
    }
}

//! Somebody who plays: a search over a few things that one may do for a third of a second, by the finished answers.

use lesson_18::Keys;
use lesson_18::fight::Creature;
use lesson_18::game::{EventKind, Game, GameOutcome, HEALTH, Players, Stage};
use std::collections::HashSet;

/// Steps for which the same thing is done.
const STRETCH: usize = 20;
/// Number of such stretches of an earlier run that are played again before it goes wrong.
const AGAIN: usize = 5;
/// Number of ways to play that are followed at a time.
const WIDTH: usize = 20;
/// A minute and a half.
const MOST: usize = 90 * 60 / STRETCH;

/// One of them.
#[derive(Clone)]
struct Way {
    game: Game,
    steps: Vec<Keys>,
    effort: f64,
    /// Whether he has hit something to his left: that shows 18.5.
    has_turned: bool,
    score: f64,
}

impl Way {
    fn advance(&mut self, stage: &Stage, players: &Players, keys: Keys) {
        self.game.step(stage, players, keys).unwrap();
        self.steps.push(keys);
        let hits = self.game.events.iter().any(|event| event.kind == EventKind::Hit);
        let swings = self.game.knight.state == lesson_18::State::Swing;
        self.has_turned |= hits && swings && self.game.knight.gait.heading < -1.0;
    }
}

/// Returns what one may do. He runs as long as nothing else is called for.
fn deeds() -> Vec<[Keys; STRETCH]> {
    let stand = Keys::default();
    let walk = Keys { right: 1.0, ..stand };
    let run = Keys { runs: true, ..walk };
    let back = Keys { right: -1.0, ..run };
    vec![
        [run; STRETCH],
        jump(run, STRETCH),
        jump(run, 5),
        [walk; STRETCH],
        jump(walk, STRETCH),
        strike(stand, false),
        strike(back, false),
        strike(walk, true),
        [stand; STRETCH],
        [back; STRETCH],
        jump(back, STRETCH),
    ]
}

fn jump(keys: Keys, hold: usize) -> [Keys; STRETCH] {
    let mut all = [keys; STRETCH];
    all[0].jump = true;
    all.iter_mut().take(hold).for_each(|keys| keys.jump_held = true);
    all
}

fn strike(keys: Keys, is_punch: bool) -> [Keys; STRETCH] {
    let mut all = [keys; STRETCH];
    all[0].punch = is_punch;
    all[0].swing = !is_punch;
    all
}

/// Rates how far he comes, unhurt, past nobody, and through the passage, not over it.
fn score(game: &Game, stage: &Stage) -> f64 {
    let at = game.knight.body.position;
    let is_over =
        stage.level.darkness.iter().any(|dark| (dark.from - 3.0..dark.to).contains(&at.x) && at.y > dark.below);
    let to_go = (stage.level.door.x - at.x).abs();
    let health: u32 = game.creatures.iter().map(|it| it.health).sum();
    let hits = stage.level.spawns.len() as u32 * 2 * Creature::HEALTH - health;
    let tokens = game.tokens.iter().filter(|taken| **taken).count() as f64;
    let loss = HEALTH - game.health;
    let won = if game.outcome == GameOutcome::Won { 100.0 } else { 0.0 };
    won - to_go + 5.0 * f64::from(hits) + 3.0 * tokens - 2.5 * f64::from(loss) - if is_over { 40.0 } else { 0.0 }
}

/// Returns the cost of a deed: nobody jumps for nothing, or strikes at the air.
fn effort(deed: &[Keys; STRETCH], game: &Game) -> f64 {
    let at = game.knight.body.position.x;
    let strikes = deed[0].punch || deed[0].swing;
    match () {
        () if deed[0].jump => 0.6,
        () if strikes && !game.creatures.iter().any(|it| it.is_alive() && (it.body.position.x - at).abs() < 3.0) => 1.0,
        () => 0.0,
    }
}

/// A run from start to door. It begins as `before` does, as long as that leads him unhurt.
pub(crate) fn play(stage: &Stage, players: &Players, before: &[Keys]) -> Option<Vec<Keys>> {
    let mut way =
        Way { game: Game::new(stage).expect("a start"), steps: Vec::new(), effort: 0.0, has_turned: false, score: 0.0 };
    // At first against the first wall, as one does who does not know the keys. (Where he is then shows 18.1.)
    let run = Keys { right: 1.0, runs: true, ..Keys::default() };
    while way.steps.len() < 30 || way.game.knight.speed > 0.0 {
        way.advance(stage, players, run);
    }
    let mut kept = vec![way.clone()];
    for keys in before.get(way.steps.len()..).unwrap_or_default() {
        way.advance(stage, players, *keys);
        if way.game.health < HEALTH || way.game.outcome != GameOutcome::Playing {
            break;
        }
        if way.steps.len().is_multiple_of(STRETCH) {
            kept.push(way.clone());
        }
    }
    kept.truncate(kept.len().saturating_sub(AGAIN).max(1));
    let mut ways = vec![kept.swap_remove(kept.len() - 1)];
    let deeds = deeds();
    for _ in 0..MOST {
        // The first creature from behind: jumped over, and struck to the left.
        if let Some(turned) = ways.iter().position(|way| way.has_turned).filter(|_| !ways[ways.len() - 1].has_turned) {
            ways = vec![ways.swap_remove(turned)];
        }
        let has_turned = ways.first()?.has_turned;
        let mut next = Vec::new();
        for way in &ways {
            for deed in &deeds {
                let mut other = way.clone();
                for keys in deed {
                    other.advance(stage, players, *keys);
                }
                other.effort += effort(deed, &other.game);
                other.score = score(&other.game, stage) - other.effort;
                if !has_turned {
                    let off = other.game.knight.body.position.x - other.game.creatures[0].body.position.x;
                    let loss = f64::from(HEALTH - other.game.health);
                    other.score = if other.has_turned { 50.0 } else { -(off - 0.9).abs() } - 5.0 * loss - other.effort;
                }
                next.push(other);
            }
        }
        // Nobody watches somebody fall.
        next.retain(|way| way.game.falls == 0);
        next.sort_by(|a, b| b.score.total_cmp(&a.score));
        let mut known = HashSet::new();
        next.retain(|way| {
            let at = (way.game.knight.body.position * 3.0).round();
            known.insert((at.x as i64, at.y as i64, way.game.beaten, way.game.knight.state))
        });
        next.truncate(WIDTH);
        ways = next;
        if let Some(won) = ways.iter().find(|way| way.game.outcome == GameOutcome::Won) {
            return Some(won.steps.clone());
        }
    }
    for way in &ways {
        eprintln!("{:?} {:?} h{} {}", way.game.knight.body.position, way.game.outcome, way.game.health, way.score);
    }
    None
}

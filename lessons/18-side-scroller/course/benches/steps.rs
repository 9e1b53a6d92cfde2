//! Time of a step of the game over the recorded run, posed by armature's runtime and by the lessons' plain functions:
//! `cargo bench -p lesson-18`

use lesson_18::{
    checks::REFERENCE,
    game::{Characters, Game, Players, Run, Stage},
    knight::Mine,
    level::Level,
};
use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

fn main() {
    let figures = Arc::new(Characters::load().expect("the figures"));
    let level = Level::ruins().expect("the level");
    let stage = Stage::new(&level, &figures, &REFERENCE.side_scroller).expect("a ground");
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runs/door.run");
    let run = Run::read(&run).expect("a run");
    let mine = Mine::new(&figures.cast, REFERENCE).expect("tracks");
    let plain = Players { course: REFERENCE, mine: Some(Arc::new(mine)) };
    let plain = middle("plain functions", &stage, &plain, &run);
    let runtime = middle("the runtime", &stage, &Players::new(REFERENCE), &run);
    println!("the runtime takes {:.2} of the plain time", runtime.div_duration_f64(plain));
}

/// The median of its steps' times.
fn middle(name: &str, stage: &Stage, players: &Players, run: &Run) -> Duration {
    let mut game = Game::new(stage).expect("a start");
    let mut times = Vec::new();
    for keys in &run.steps {
        let begin = Instant::now();
        game.step(stage, players, *keys).unwrap();
        times.push(begin.elapsed());
    }
    times.sort();
    let middle = times[times.len() / 2];
    let most = times[times.len() - 1];
    println!("{name}: {} steps, half of them within {middle:?}, all within {most:?}", times.len());
    middle
}

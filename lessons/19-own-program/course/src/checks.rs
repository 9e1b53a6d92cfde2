//! The checks of one's own program.
//!
//! A program is no function of random inputs: it draws, at fixed times and sizes. What is compared is what the GPU was told, in
//! words that do not depend on names, colours or figures.

use crate::{Fact, Facts, Moment, OwnProgram, stored};
use check::{About, Answer, AnswerError, AnyCheck, Case, Check, Lesson, LessonToml, Mistaken};
use given::Course;
use std::sync::LazyLock;

/// The times and sizes at which a program draws: a picture that is wide, and later one that is tall.
const MOMENTS: [Moment; 2] =
    [Moment { seconds: 0.5, width: 640, height: 480 }, Moment { seconds: 1.5, width: 300, height: 400 }];

/// Returns a run of the program in words. Where nothing is drawn, the moment does not matter.
fn run_in_words(todo: &str, moment: &Moment) -> String {
    let run = if moment.seconds == MOMENTS[0].seconds { "your program" } else { "your program once more" };
    let Moment { seconds, width, height } = moment;
    match todo {
        "19.2" | "19.4" | "19.8" => format!("{run} at {seconds} s, in a window of {width} x {height} pixels"),
        _ => run.into(),
    }
}

/// Returns the facts about a program, or the error with which it has ended: that of a shader's compiler, for one.
fn usable(facts: Facts) -> Result<Facts, AnswerError> {
    match facts.error {
        Some(message) => Err(AnswerError::Unusable { message, place: "own/src/scene.rs".into() }),
        None => Ok(facts),
    }
}

/// Adds the facts to an answer.
fn compare(facts: Facts, answer: &mut Answer) {
    answer.remarks.extend(facts.remark);
    for Fact { label, words, step, note } in facts.facts {
        let item = answer.compare(label, words).step(step);
        if let Some(note) = note {
            item.note(note);
        }
    }
}

macro_rules! checks {
    ($($todo:literal $name:ident),+ $(,)?) => {
        static CHECKS: &[&dyn AnyCheck] = &[$(
            &Check::<Moment, Facts> {
                tolerance: 0.0,
                words: |moment| run_in_words($todo, moment),
                by_hand: || MOMENTS.map(Case::new).into(),
                drawn: |_| MOMENTS.into(),
                call: |course, moment| usable(course.own_program.$name(moment)?),
                compare: |_, facts, answer| compare(facts, answer),
            }
        ),+];

        /// The solution's facts.
        pub const REFERENCE: Course = Course {
            own_program: OwnProgram {
                $($name: |moment| given::answer(&$todo, || stored::facts($todo, "", moment))),+
            },
            ..Course::UNUSABLE
        };

        /// The facts of the program with which a part begins.
        const STARTER: Course = Course {
            own_program: OwnProgram {
                $($name: |moment| given::answer(&$todo, || stored::facts($todo, "STARTER", moment))),+
            },
            ..Course::UNUSABLE
        };
    };
}

checks! {
    "19.1" react,
    "19.2" floor_corners,
    "19.3" bone_buffers,
    "19.4" draw_bones,
    "19.5" skin_vertices,
    "19.6" texture,
    "19.7" palette,
    "19.8" draw_skin,
    "19.9" advance,
    "19.10" pose,
    "19.11" panel,
    "19.12" step,
    "19.13" steer,
    "19.14" change_state,
    "19.15" follow,
}

// `MISTAKES`, `STEPS` and `MILESTONES`, which the build script has made of lesson.toml.
include!(concat!(env!("OUT_DIR"), "/mistakes.rs"));

static TOML: LazyLock<LessonToml> = LazyLock::new(|| {
    LessonToml::parse("19", include_str!("../../lesson.toml")).unwrap_or_else(|error| panic!("lesson.toml: {error}"))
});

/// The lesson, as the check engine sees it.
pub static LESSON: Lesson = Lesson {
    about: About {
        folder: "19-own-program",
        todos: OwnProgram::TODOS,
        readme: include_str!("../../README.md"),
        milestones: MILESTONES,
        exercise: Some("own/src/scene.rs"),
        finished: &[],
        starter_text: include_str!(concat!(env!("OUT_DIR"), "/starter.rs")),
        toml: &TOML,
    },
    reference: REFERENCE,
    starter: STARTER,
    mistaken: MISTAKES,
    steps: STEPS,
    checks: CHECKS,
    earlier: &[],
};

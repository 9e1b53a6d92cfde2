//! The checks of one's own program.
//!
//! A program draws at fixed times and sizes, and its other functions get random inputs. What is compared are words that do not
//! depend on names, colours, figures or these inputs.

use crate::{Fact, Facts, Moment, OwnProgram, stored};
use check::{About, Answer, AnswerError, AnyCheck, Case, Check, Lesson, LessonToml, Mistaken, Probe};
use given::Course;
use std::sync::LazyLock;

/// The times and sizes at which a program draws: a picture that is wide, and later one that is tall.
pub const MOMENTS: [Moment; 2] = [
    Moment { seed: 1, seconds: 0.5, width: 640, height: 480 },
    Moment { seed: 2, seconds: 1.5, width: 330, height: 420 },
];

/// The TODOs for which the program draws, at these moments. The functions of the others get random inputs.
pub const DRAWN: [&str; 3] = ["19.2", "19.4", "19.8"];

/// Returns the moment of a probe. A check has two, each for several probes: panels are clicked and files are read for each.
fn moment(todo: &str, probe: &Probe) -> Moment {
    let moment = MOMENTS[probe.index % 2];
    let seed = probe.seed.wrapping_mul(7).wrapping_add(moment.seed);
    if DRAWN.contains(&todo) { moment } else { Moment { seed, ..moment } }
}

/// Returns a run of the program in words. Where nothing is drawn, the moment does not matter.
fn run_in_words(todo: &str, moment: &Moment) -> String {
    let run = if moment.seconds == MOMENTS[0].seconds { "your program" } else { "your program once more" };
    let Moment { seconds, width, height, .. } = moment;
    if DRAWN.contains(&todo) {
        return format!("{run} at {seconds} s, in a window of {width} x {height} pixels");
    }
    run.into()
}

/// Returns the facts about a program, or the error with which it has ended: that of a shader's compiler, for one.
fn usable(facts: Facts) -> Result<Facts, AnswerError> {
    let place = "own/src/scene.rs".into();
    match facts.error {
        // glium's words, before the driver's.
        Some(message)
            if ["Compilation error in", "Error while linking"].iter().any(|words| message.contains(words)) =>
        {
            Err(AnswerError::Shader { message, place })
        }
        Some(message) => Err(AnswerError::Unusable { message, place }),
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
                drawn: |probe| vec![moment($todo, probe)],
                call: |course, moment| usable(course.own_program.$name(moment)?),
                compare: |_, facts, answer| compare(facts, answer),
            }
        ),+];

        /// The solution's facts.
        pub const REFERENCE: Course = Course {
            own_program: OwnProgram {
                $($name: |_| given::answer(&$todo, || stored::facts($todo, ""))),+
            },
            ..Course::UNUSABLE
        };

        /// The facts of the program with which a part begins.
        const STARTER: Course = Course {
            own_program: OwnProgram {
                $($name: |_| given::answer(&$todo, || stored::facts($todo, "STARTER"))),+
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
    "19.12" fall,
    "19.13" step,
    "19.14" steer,
    "19.15" change_state,
    "19.16" follow,
    "19.17" edit,
}

/// The program whose floor is one triangle.
const STEPS: &[Mistaken] = &[Mistaken {
    todo: "19.2",
    mistake: 0,
    name: "a triangle",
    make: |course| {
        course.own_program.floor_corners = |_| given::answer(&"19.2", || stored::facts("19.2", "STEP-1"));
    },
}];

static TOML: LazyLock<LessonToml> = LazyLock::new(|| {
    LessonToml::parse("19", include_str!("../../lesson.toml")).unwrap_or_else(|error| panic!("lesson.toml: {error}"))
});

/// The lesson, as the check engine sees it.
pub static LESSON: Lesson = Lesson {
    about: About {
        folder: "19-own-program",
        todos: OwnProgram::TODOS,
        readme: include_str!("../../README.md"),
        milestones: &["a-bones", "b-skin", "c-playback", "d-yours", "e-editor"],
        exercise: Some("own/src/scene.rs"),
        finished: &[],
        starter_text: include_str!(concat!(env!("OUT_DIR"), "/starter.rs")),
        toml: &TOML,
    },
    reference: REFERENCE,
    starter: STARTER,
    mistaken: &[], // a wrong fact has the name: `wrong` in lesson.toml
    steps: STEPS,
    checks: CHECKS,
    earlier: &[],
};

//! A class of forty, made up: what the formats' rules and the page are tried on.

use crate::grade::class::{Class, Graded, Student, Todo};
use crate::grade::suspicious::SuspiciousUse;
use crate::lesson;
use common::check::{Mistake, Status, Verdict};
use serde_json::json;

/// What a name and a print may hold to break out of a format.
pub(super) const HOSTILE: &str =
    "=1+1</td></pre><script>alert('1')</script>&\"';]]>\u{1b}[31m\u{202e}\u{0}<!--grid-->";

const NAMES: &str = "Anna Ängström|Ben Okafor|Carla Núñez|Dora Weiß|Emil Sørensen|Fatima Al-Sayed|Gerd|Hanna Lindqvist|\
    Ida Kowalska|Jan van der Meer|Karl Ove|Lena Fischer|Max Petit|Nina Rossi|Otto Haas|Paul Dupont|Quirin Maier|\
    Rosa Marín|Sven|Tom Ó Briain|Udo|Vera Černá|Willi|Xaver|Yvonne|Zoë Züllig|Aylin Demir|Bo Li|Chiara|Dmitri Orlov|\
    Ewa|Finn|Grace Hopper|Hugo|Ines|Jörg|Kim|Lars|Maximiliane Theodora von Hohenlohe-Waldenburg zu Schillingsfürst";

/// The lessons 01 to 04, and what forty students made of them: the same on every call.
#[allow(clippy::too_many_lines)] // a table
pub(super) fn class() -> Class {
    let lessons: Vec<_> = lesson::all().unwrap().into_iter().skip(1).take(4).collect();
    let mut state = 7_u64;
    let mut random = move |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut students: Vec<Student> = Vec::new();
    for (place, name) in NAMES.split('|').chain([HOSTILE]).enumerate() {
        let mut todos: Vec<Graded> = Vec::new();
        let broken = (place % 9 == 4).then_some(place % 4);
        for (number, lesson) in lessons.iter().enumerate() {
            for (index, todo) in lesson.toml.todos.iter().enumerate() {
                let hard = 4 * number + 6 * index;
                let status = match random(100) {
                    _ if place == 6 => Status::NotStarted,
                    _ if broken == Some(number) && index == 1 => Status::DoesNotCompile,
                    _ if broken == Some(number) => Status::Waiting,
                    n if n < 90 - hard => Status::Pass,
                    n if n < 97 - hard / 4 => Status::Fail,
                    97 => Status::Panicked,
                    98 => Status::TimedOut,
                    99 => Status::Borrowed,
                    _ => Status::NotStarted,
                };
                let mut verdict = Verdict::new(&todo.id, &todo.name, status, 7);
                let mut code = format!("fn {}(joints: &[Joint]) -> Vec<Mat4> {{\n", todo.name);
                match status {
                    Status::Fail => {
                        verdict.place = Some("joint 3 \"hand\", origin".into());
                        verdict.expected = Some("(1.92, 0.40, 0.77)".into());
                        verdict.question = Some("What is known of the parent?".into());
                        // The first mistakes are the commonest, and some have no name.
                        let kind = random(9) * random(5) / 6;
                        verdict.got = Some(format!("({kind}.61, 1.10, 0.20)"));
                        code += &format!(
                            "    joints.iter().map(|joint| joint.local * {kind}.0).collect()\n}}"
                        );
                        if let Some(known) = todo.mistakes.get(kind).filter(|_| kind != 1) {
                            verdict.mistakes = vec![Mistake {
                                name: known.name.clone(),
                                says: known.says.clone(),
                            }];
                        } else {
                            let outputs = json!({ "words": "", "sums": [kind] });
                            verdict.outputs = Some(serde_json::from_value(outputs).unwrap());
                        }
                        verdict.prints =
                            (place % 7 == 0).then(|| format!("here {HOSTILE}\n").repeat(9));
                    }
                    Status::DoesNotCompile => {
                        let error = "error[E0308]: mismatched types\n  --> lessons/x/src/exercise.rs:67:5\n   |\n67 |     a\n";
                        verdict = verdict.saying(error);
                    }
                    Status::Waiting => {
                        verdict = verdict.saying("another TODO of this file does not compile.");
                    }
                    Status::NotStarted => verdict = verdict.saying("as it was handed out."),
                    Status::Panicked => {
                        verdict.place = Some("exercise.rs:67".into());
                        verdict =
                            verdict.saying("index out of bounds: the len is 3 but the index is 3");
                    }
                    Status::Borrowed => {
                        verdict =
                            verdict.saying("right, by common's own function: write it yourself.");
                    }
                    Status::TimedOut => {
                        verdict = verdict.saying("still running after 8 s: an endless loop?");
                    }
                    _ => code += &format!("    right({place})\n}}"),
                }
                let comments =
                    (random(40) == 0).then(|| "no idea why, but it works with minus".to_owned());
                let points = if status == Status::Pass { 1.0 } else { 0.0 };
                todos.push(Graded {
                    calls_wrong: false,
                    points,
                    of: 1.0,
                    verdict,
                    code,
                    comments: comments.into_iter().collect(),
                });
            }
        }
        let found = SuspiciousUse { lesson: "03".into(), line: 12, what: "std::fs".into() };
        students.push(Student {
            id: String::new(),
            name: name.into(),
            points: todos.iter().map(|todo| todo.points).sum(),
            of: todos.len() as f64,
            todos,
            problems: (place % 11 == 7)
                .then(|| "../x: leads out of the archive, not taken.".into())
                .into_iter()
                .collect(),
            suspicious: (place % 13 == 9).then_some(found).into_iter().collect(),
        });
    }
    let todos = lessons.iter().flat_map(|lesson| {
        lesson.toml.todos.iter().map(|todo| Todo {
            id: todo.id.clone(),
            name: todo.name.clone(),
            lesson: lesson.toml.title.clone(),
            points: 1.0,
            passed: 0,
        })
    });
    Class::new(7, true, todos.collect(), students)
}

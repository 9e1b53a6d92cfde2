//! The solution passes, and the starter is what its regions make of it. Goes away together with `src/solution.rs`.

use common::check::{Probe, Submission, three_way};
use common::graphics::ShaderFile;
use lesson_10::checks::{LESSON, REFERENCE};
use lesson_10::{Answers, probes};

#[path = "../src/solution.rs"]
#[allow(unreachable_pub)] // in the lesson the table is public, and this is the same text
mod solution;

#[test]
fn the_solution_passes() {
    let answers = Answers {
        fragment: ShaderFile("10-normals/solution/phong.frag"),
        vertex: ShaderFile("10-normals/solution/lit.vert"),
        ..solution::ANSWERS
    };
    let text = include_str!("../src/solution.rs");
    let shaders = "10-normals/solution";
    three_way::passes(&LESSON, &Submission { answers: &answers, text: Some(text), shaders });
}

#[test]
fn the_starter_is_generated() {
    let pairs = [
        (include_str!("../src/solution.rs"), include_str!("../src/starter.rs")),
        (
            include_str!("../../../shaders/10-normals/solution/phong.frag"),
            include_str!("../../../shaders/10-normals/starter/phong.frag"),
        ),
        (
            include_str!("../../../shaders/10-normals/solution/lit.vert"),
            include_str!("../../../shaders/10-normals/starter/lit.vert"),
        ),
    ];
    for (solution, starter) in pairs {
        three_way::starter_is_generated(&LESSON, solution, starter);
    }
}

/// What a student writes and what `common` has are one: the same directions, the same words.
#[test]
fn the_solution_is_the_core() {
    for seed in 0..50 {
        for index in 0..Probe::COUNT {
            let probe = Probe { seed, index };
            let normals = probes::normals(&mut probe.random());
            for matrix in probes::matrices(&probe) {
                let m = matrix.model_from_bind;
                let mine = (solution::ANSWERS.normal_matrix)(m);
                let core = (REFERENCE.normal_matrix)(m);
                for normal in normals {
                    let apart = (mine * normal).normalize().distance((core * normal).normalize());
                    // Single precision, and stretches of up to 5 to 1.
                    assert!(apart < 2e-5, "{}: {apart}", matrix.kind);
                }
                let words = [solution::ANSWERS, REFERENCE].map(|a| (a.shortcut_will_do)(m));
                assert_eq!(words[0], words[1], "{}", matrix.kind);
            }
        }
    }
}

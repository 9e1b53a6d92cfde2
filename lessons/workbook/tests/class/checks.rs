use crate::Answers;
use common::check::{Answer, Check, Lesson};
use common::lesson;

pub static LESSON: Lesson<Answers> = lesson!(DOUBLE, MEAN);

pub const REFERENCE: Answers =
    Answers { double: |n| n * 2.0, mean: |numbers| numbers.iter().sum::<f32>() / numbers.len() as f32 };

const DOUBLE: Check<Answers> = Check {
    tolerance: 0.001,
    ask: |answers, probe| {
        // Lessons have files of the course compiled in, and read others.
        let count = include_str!("../../../assets/count.txt").trim().parse().expect("a number");
        let numbers = probe.random().spread(count, -9.0, 9.0);
        Ok(Answer::numbers(|index| format!("double {index}"), numbers.into_iter().map(answers.double)))
    },
};

const MEAN: Check<Answers> = Check {
    tolerance: 0.001,
    ask: |answers, probe| {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/count.txt");
        std::fs::read(file).expect("a file of the course");
        let lists = (3..6).map(|count| (answers.mean)(&probe.random().spread(count, 1.0, 9.0)));
        Ok(Answer::numbers(|index| format!("mean {index}"), lists))
    },
};

use crate::Answers;
use common::check::{Answer, Ask, Check, Lesson};
use common::lesson;

pub static LESSON: Lesson<Answers> = lesson!();

pub(crate) const CHECKS: &[Check<Answers>] =
    &[Check { tolerance: 0.001, ask: double }, Check { tolerance: 0.001, ask: mean }];

pub const REFERENCE: Answers =
    Answers { double: |n| n * 2.0, mean: |numbers| numbers.iter().sum::<f32>() / numbers.len() as f32 };

pub(crate) fn double(q: &mut Ask<Answers>, answer: &mut Answer) {
    // Lessons have files of the course compiled in, and read others.
    let count = include_str!("../../../../assets/count.txt").trim().parse().expect("a number");
    for (index, number) in q.random.spread(count, -9.0, 9.0).into_iter().enumerate() {
        let double = q.ask("", |a| (a.double)(number));
        answer.compare(format!("double {index}"), double);
    }
}

pub(crate) fn mean(q: &mut Ask<Answers>, answer: &mut Answer) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets/count.txt");
    std::fs::read(file).expect("a file of the course");
    for count in 3..6 {
        let numbers = q.probe.random().spread(count, 1.0, 9.0);
        let mean = q.ask("", |a| (a.mean)(&numbers));
        answer.compare(format!("mean {}", count - 3), mean);
    }
}

use check::{Answer, AnswerError, Ask, Check};

check::lesson! {
    numbers: Numbers,
}

pub(crate) const CHECKS: &[Check] =
    &[Check { tolerance: 0.001, ask: double, cases: &[] }, Check { tolerance: 0.001, ask: mean, cases: &[] }];

pub(crate) fn double(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    // Lessons have files of the course compiled in, and read others.
    let count = include_str!("../../../../assets/count.txt").trim().parse().expect("a number");
    for (index, number) in q.random.spread(count, -9.0, 9.0).into_iter().enumerate() {
        let double = q.ask("", |course| course.numbers.double(number))?;
        answer.compare(format!("double {index}"), double);
    }
    Ok(())
}

pub(crate) fn mean(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets/count.txt");
    std::fs::read(file).expect("a file of the course");
    for count in 3..6 {
        let numbers = q.probe.random().spread(count, 1.0, 9.0);
        let mean = q.ask("", |course| course.numbers.mean(&numbers))?;
        answer.compare(format!("mean {}", count - 3), mean);
    }
    Ok(())
}

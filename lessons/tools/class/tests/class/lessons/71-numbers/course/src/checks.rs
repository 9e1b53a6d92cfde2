use check::{AnyCheck, Check};

check::lesson! {
    numbers: Numbers,
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&DOUBLE, &MEAN];

const DOUBLE: Check<f32, f32> = Check {
    tolerance: 0.001,
    words: |number| format!("double {number}"),
    by_hand: Vec::new,
    drawn: |probe| {
        // Lessons have files of the course compiled in, and read others.
        let count = include_str!("../../../../assets/count.txt").trim().parse().expect("a number");
        probe.random().spread(count, -9.0, 9.0)
    },
    call: |course, number| Ok(course.numbers.double(*number)?),
    compare: |_, double, answer| {
        answer.compare("the result", double);
    },
};

const MEAN: Check<Vec<f32>, f32> = Check {
    tolerance: 0.001,
    words: |numbers| format!("mean of {}", numbers.len()),
    by_hand: Vec::new,
    drawn: |probe| {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets/count.txt");
        std::fs::read(file).expect("a file of the course");
        (3..6).map(|count| probe.random().spread(count, 1.0, 9.0)).collect()
    },
    call: |course, numbers| Ok(course.numbers.mean(numbers)?),
    compare: |_, mean, answer| {
        answer.compare("the result", mean);
    },
};

use check::{Answer, AnswerError, AnyCheck, Case, Check, Probe};
use given::Course;

check::lesson! {
    numbers: Numbers,
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[check::of::<Double>(), check::of::<Mean>()];

struct Double;

impl Check for Double {
    type Input = f32;
    type Output = f32;
    const TOLERANCE: f32 = 0.001;

    fn by_hand() -> Vec<Case<f32>> {
        Vec::new()
    }

    fn drawn(probe: &Probe) -> Vec<Case<f32>> {
        // Lessons have files of the course compiled in, and read others.
        let count = include_str!("../../../../assets/count.txt").trim().parse().expect("a number");
        let numbers = probe.random().spread(count, -9.0, 9.0);
        numbers.into_iter().enumerate().map(|(index, number)| Case::new(format!("double {index}"), number)).collect()
    }

    fn call(course: &Course, number: &f32) -> Result<f32, AnswerError> {
        Ok(course.numbers.double(*number)?)
    }

    fn compare(_: &f32, double: f32, answer: &mut Answer) {
        answer.compare("the result", double);
    }
}

struct Mean;

impl Check for Mean {
    type Input = Vec<f32>;
    type Output = f32;
    const TOLERANCE: f32 = 0.001;

    fn by_hand() -> Vec<Case<Vec<f32>>> {
        Vec::new()
    }

    fn drawn(probe: &Probe) -> Vec<Case<Vec<f32>>> {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets/count.txt");
        std::fs::read(file).expect("a file of the course");
        let mut cases = Vec::new();
        for count in 3..6 {
            cases.push(Case::new(format!("mean {}", count - 3), probe.random().spread(count, 1.0, 9.0)));
        }
        cases
    }

    fn call(course: &Course, numbers: &Vec<f32>) -> Result<f32, AnswerError> {
        Ok(course.numbers.mean(numbers)?)
    }

    fn compare(_: &Vec<f32>, mean: f32, answer: &mut Answer) {
        answer.compare("the result", mean);
    }
}

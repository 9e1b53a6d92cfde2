//! The form of checks before [`Check`](super::Check): a trait.

use super::{Answer, AnswerError, AnyCheck, ByHand, Picture, Probe, Shape, announced};
use given::Course;
use std::marker::PhantomData;

/// The check of a TODO.
///
/// [`call`](Check::call) alone runs the code under check, and [`compare`](Check::compare) lists what is compared of its output.
pub trait Check {
    /// All that the student's function or shader gets.
    type Input;
    /// All that is compared.
    type Output: 'static;
    /// The largest difference that still counts as equal, in the unit of the output. Words must be equal.
    const TOLERANCE: f32;

    /// Returns inputs that a person can work out on paper, the simplest first. The first is the text's example, and the
    /// figure opens in it.
    fn by_hand() -> Vec<Case<Self::Input>>;

    /// Returns the inputs of a random probe, in which every known mistake shows.
    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>>;

    /// Returns the inputs of the last probe: the data of the lesson's picture, and special cases.
    fn corners(probe: &Probe) -> Vec<Case<Self::Input>> {
        Self::drawn(probe)
    }

    /// Calls the course with an input.
    ///
    /// # Errors
    /// If the student's code panics, or its shader does not compile.
    fn call(course: &Course, input: &Self::Input) -> Result<Self::Output, AnswerError>;

    /// Adds the values that are compared, those first that a person would look at first.
    fn compare(input: &Self::Input, output: Self::Output, answer: &mut Answer);

    /// Returns what a page in a browser draws with a shader: frames that it plays again and again. `None` if the TODO asks for
    /// a function.
    fn picture() -> Option<Picture<Self::Input>> {
        None
    }
}

/// An input, and what is said of it.
pub struct Case<I> {
    pub input: I,
    /// The input in words, without a full stop: `"a parent turned by 90° about y, its child at (1, 0, 0)"`. Empty if
    /// nothing need be said.
    pub words: String,
    /// Sentences with more about the input, for a report.
    details: String,
    /// The values of the figure's parameters at which it shows this input; empty if it cannot.
    state: Vec<f32>,
}

impl<I> Case<I> {
    /// An input in words.
    pub fn new(words: impl Into<String>, input: I) -> Self {
        Case { input, words: words.into(), details: String::new(), state: Vec::new() }
    }

    /// The input that the figure shows in a state, of which `input` makes it.
    pub fn at<const N: usize>(words: impl Into<String>, state: [f32; N], input: impl FnOnce([f32; N]) -> I) -> Self {
        Self::new(words, input(state)).shown(state)
    }

    /// An input of which nothing need be said, because its probe has no other.
    pub fn of(input: I) -> Self {
        Self::new("", input)
    }

    /// Adds sentences that a report shows if the answer to this input is wrong, or if there is none: `"input: 3 joints."`
    #[must_use]
    pub fn details(self, details: impl Into<String>) -> Self {
        Case { details: details.into(), ..self }
    }

    /// Sets the values of the figure's parameters at which the figure shows this input.
    #[must_use]
    pub fn shown(self, state: impl Into<Vec<f32>>) -> Self {
        Case { state: state.into(), ..self }
    }

    /// Returns the values of the figure's parameters at which it shows this input, if it can.
    ///
    /// # Panics
    /// If the figure has another number of parameters.
    pub fn state<const N: usize>(&self) -> Option<[f32; N]> {
        (!self.state.is_empty()).then(|| self.state[..].try_into().expect("a value for each parameter"))
    }

    /// Returns what a report says of the input of a call that has not returned.
    fn sentence(&self) -> String {
        match (self.words.as_str(), self.details.as_str()) {
            ("", details) => details.into(),
            (words, "") => format!("input: {words}."),
            (words, details) => format!("input: {words}. {details}"),
        }
    }
}

/// Returns a check, whatever the types of its input and output are.
pub const fn of<C: Check + 'static>() -> &'static dyn AnyCheck {
    const { &Typed::<C>(PhantomData) }
}

struct Typed<C>(PhantomData<fn() -> C>);

impl<C: Check> AnyCheck for Typed<C> {
    fn tolerance(&self) -> f32 {
        C::TOLERANCE
    }

    fn answer(&self, course: &Course, probe: &Probe) -> Result<Answer, AnswerError> {
        let mut answer = Answer::default();
        add::<C>(course, probe, &mut answer)?;
        answer.limit_length();
        answer.is_borrowed = announced::is_borrowed();
        Ok(answer)
    }

    fn by_hand(&self) -> Vec<ByHand> {
        by_hand::<C>()
    }

    fn call_each(&self, course: &Course, probe: &Probe) -> Vec<String> {
        call_each::<C>(course, probe)
    }

    fn call_frames(&self, course: &Course) -> Option<Shape> {
        call_frames::<C>(course)
    }
}

/// Adds to `answer` what a check compares of a course's results for the inputs of a probe.
fn add<C: Check>(course: &Course, probe: &Probe, answer: &mut Answer) -> Result<(), AnswerError> {
    let mut cases = cases::<C>(probe);
    // What a case by hand is, its verdict says.
    if let (Some(_), [case]) = (probe.case(), &mut cases[..]) {
        case.words.clear();
        case.details.clear();
    }
    let is_one = cases.len() == 1;
    for case in cases {
        let sentence = case.sentence();
        if !sentence.is_empty() {
            announced::announce(sentence.clone());
        }
        let output = C::call(course, &case.input)?;
        if is_one {
            answer.notes.extend(Some(sentence).filter(|sentence| !sentence.is_empty()));
        } else {
            answer.begin(&case.words, &case.details);
        }
        C::compare(&case.input, output, answer);
    }
    Ok(())
}

fn cases<C: Check>(probe: &Probe) -> Vec<Case<C::Input>> {
    match probe.case() {
        Some(index) => vec![C::by_hand().swap_remove(index)],
        None if probe.is_last() => C::corners(probe),
        None => C::drawn(probe),
    }
}

fn call_each<C: Check>(course: &Course, probe: &Probe) -> Vec<String> {
    let mut words = Vec::new();
    for case in cases::<C>(probe) {
        let _ = C::call(course, &case.input);
        words.push(case.words);
    }
    words
}

fn call_frames<C: Check>(course: &Course) -> Option<Shape> {
    let Picture { frames, shape } = C::picture()?;
    for input in &frames {
        let _ = C::call(course, input);
    }
    Some(shape)
}

fn by_hand<C: Check>() -> Vec<ByHand> {
    C::by_hand().into_iter().map(|case| ByHand { words: case.words, state: case.state }).collect()
}

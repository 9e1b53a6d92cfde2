//! The check of a TODO: inputs, a call of the student's code, and a comparison of what it returns.

use super::{Answer, AnswerError, Probe, announced};
use given::Course;

/// The check of a TODO.
///
/// [`call`](Check::call) alone runs the code under check, and [`compare`](Check::compare) lists what is compared of its output.
///
/// ```
/// use check::{Answer, AnswerError, Case, Check, Probe};
/// use given::Course;
/// use glam::Vec3;
///
/// struct Paint;
///
/// impl Check for Paint {
///     type Input = ();
///     type Output = Vec3;
///     const TOLERANCE: f32 = 0.01; // parts of full brightness
///
///     fn by_hand() -> Vec<Case<()>> {
///         vec![Case::new("a tin that says red", ())]
///     }
///
///     fn drawn(_: &Probe) -> Vec<Case<()>> {
///         vec![Case::of(())]
///     }
///
///     fn call(course: &Course, (): &()) -> Result<Vec3, AnswerError> {
///         Ok(course.first_frame.paint()?)
///     }
///
///     fn compare((): &(), paint: Vec3, answer: &mut Answer) {
///         answer.compare("the paint", paint);
///     }
/// }
/// ```
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

/// Inputs that a page in a browser draws with a shader.
pub struct Picture<I> {
    /// The input of each frame; the first has the vertices of all.
    pub frames: Vec<I>,
    pub shape: Shape,
}

/// The properties of a [`Picture`] that do not depend on the type of its inputs.
pub struct Shape {
    /// Vertices of its triangles, or of its lines.
    pub indices: Vec<u32>,
    pub is_lines: bool,
    /// Duration of all frames, in seconds.
    pub seconds: f32,
    /// The point at which the camera looks, and its distance from there, in metres.
    pub camera: [f32; 4],
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

/// A case by hand, whatever the type of its input is.
pub struct ByHand {
    /// See [`Case::words`].
    pub words: String,
    /// See [`Case::shown`].
    pub state: Vec<f32>,
}

/// A [`Check`], whatever the types of its input and output are.
pub struct AnyCheck {
    pub tolerance: f32,
    add: fn(&Course, &Probe, &mut Answer) -> Result<(), AnswerError>,
    by_hand: fn() -> Vec<ByHand>,
    call_each: fn(&Course, &Probe) -> Vec<String>,
    call_frames: fn(&Course) -> Option<Shape>,
}

impl AnyCheck {
    pub const fn of<C: Check>() -> Self {
        AnyCheck {
            tolerance: C::TOLERANCE,
            add: add::<C>,
            by_hand: by_hand::<C>,
            call_each: call_each::<C>,
            call_frames: call_frames::<C>,
        }
    }

    /// Calls a course with the inputs of a probe or of a case by hand, and returns the answer that is compared.
    ///
    /// # Errors
    /// If a call fails, or there is no OpenGL for a shader.
    pub fn answer(&self, course: &Course, probe: &Probe) -> Result<Answer, AnswerError> {
        let mut answer = Answer::default();
        (self.add)(course, probe, &mut answer)?;
        answer.limit_length();
        answer.is_borrowed = announced::is_borrowed();
        Ok(answer)
    }

    /// Calls a course with each input of a probe, whatever becomes of the calls. Returns the inputs in words.
    pub fn call_each(&self, course: &Course, probe: &Probe) -> Vec<String> {
        (self.call_each)(course, probe)
    }

    /// Calls a course with each frame of [`Check::picture`], whatever becomes of the calls.
    pub fn call_frames(&self, course: &Course) -> Option<Shape> {
        (self.call_frames)(course)
    }

    /// Returns the cases by hand, the simplest first.
    pub fn by_hand(&self) -> Vec<ByHand> {
        (self.by_hand)()
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

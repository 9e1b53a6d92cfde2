//! The check of a TODO: inputs, a call of the student's code, and a comparison of what it returns.

use super::{Answer, AnswerError, Probe, announced};
use given::Course;

/// The check of a TODO, for inputs of type `I` and outputs of type `O`.
///
/// [`call`](Check::call) alone runs the code under check, and [`compare`](Check::compare) lists what is compared of its output.
///
/// ```
/// use check::{Case, Check};
/// use glam::Vec3;
///
/// const PAINT: Check<&str, Vec3> = Check {
///     tolerance: 0.01, // parts of full brightness
///     words: |tin| format!("a tin that says {tin}"),
///     by_hand: || vec![Case::new("red")],
///     drawn: |_| vec!["red"],
///     call: |course, _| Ok(course.first_frame.paint()?),
///     compare: |_, paint, answer| {
///         answer.compare("the paint", paint);
///     },
/// };
/// ```
pub struct Check<I: 'static, O: 'static> {
    /// The largest difference that still counts as equal, in the unit of the output. Words must be equal.
    pub tolerance: f32,
    /// Returns an input in words, without a full stop: `"a parent turned by 90° about y, its child at (1, 0, 0)"`.
    pub words: fn(&I) -> String,
    /// Returns inputs that a person can work out on paper, the simplest first. The first with a state is the text's example, in
    /// which the figure opens.
    pub by_hand: fn() -> Vec<Case<I>>,
    /// Returns the inputs of a random probe, in which every known mistake shows. Those of [the last](Probe::is_last) are the
    /// data of the lesson's picture, and special cases.
    pub drawn: fn(&Probe) -> Vec<I>,
    /// Calls the course with an input. It fails if the student's code panics, or its shader does not compile.
    pub call: fn(&Course, &I) -> Result<O, AnswerError>,
    /// Adds the values that are compared, those first that a person would look at first.
    pub compare: fn(&I, O, &mut Answer),
}

/// The check of a shader, which a page in a browser can draw with.
pub struct ShaderCheck<I: 'static, O: 'static> {
    pub check: Check<I, O>,
    /// Returns the frames that a page plays again and again.
    pub picture: fn() -> Picture<I>,
}

/// An input that a person can work out on paper.
pub struct Case<I> {
    pub input: I,
    /// The input in words, in place of [`Check::words`].
    words: Option<String>,
    /// The values of the figure's parameters at which it shows this input; empty if it cannot.
    state: Vec<f32>,
}

impl<I> Case<I> {
    /// An input that the figure cannot show.
    pub fn new(input: I) -> Self {
        Case { input, words: None, state: Vec::new() }
    }

    /// The input that the figure shows in a state, of which `input` makes it.
    pub fn at<const N: usize>(state: [f32; N], input: impl FnOnce([f32; N]) -> I) -> Self {
        Case { input: input(state), words: None, state: state.into() }
    }

    /// Sets the words of an input that says more to a person than [`Check::words`] finds in it.
    #[must_use]
    pub fn called(self, words: impl Into<String>) -> Self {
        Case { words: Some(words.into()), ..self }
    }

    /// Returns the values of the figure's parameters at which it shows this input, if it can.
    ///
    /// # Panics
    /// If the figure has another number of parameters.
    pub fn state<const N: usize>(&self) -> Option<[f32; N]> {
        (!self.state.is_empty()).then(|| self.state[..].try_into().expect("a value for each parameter"))
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

/// A case by hand, whatever the type of its input is.
pub struct ByHand {
    /// See [`Check::words`].
    pub words: String,
    /// See [`Case::at`].
    pub state: Vec<f32>,
}

/// A [`Check`] or a [`ShaderCheck`], whatever the types of its input and output are.
pub trait AnyCheck: Sync {
    /// See [`Check::tolerance`].
    fn tolerance(&self) -> f32;

    /// Calls a course with the inputs of a probe or of a case by hand, and returns the answer that is compared.
    ///
    /// # Errors
    /// If a call fails, or there is no OpenGL for a shader.
    fn answer(&self, course: &Course, probe: &Probe) -> Result<Answer, AnswerError>;

    /// Returns the cases by hand, the simplest first.
    fn by_hand(&self) -> Vec<ByHand>;

    /// Calls a course with each input of a probe, whatever becomes of the calls. Returns the inputs in words.
    fn call_each(&self, course: &Course, probe: &Probe) -> Vec<String>;

    /// Calls a course with each frame of a [`Picture`], whatever becomes of the calls. `None` if the TODO asks for a function.
    fn call_frames(&self, course: &Course) -> Option<Shape>;
}

impl<I, O> Check<I, O> {
    fn inputs(&self, probe: &Probe) -> Vec<I> {
        match probe.case() {
            Some(index) => vec![(self.by_hand)().swap_remove(index).input],
            None => (self.drawn)(probe),
        }
    }
}

impl<I, O> AnyCheck for Check<I, O> {
    fn tolerance(&self) -> f32 {
        self.tolerance
    }

    fn answer(&self, course: &Course, probe: &Probe) -> Result<Answer, AnswerError> {
        let mut answer = Answer::default();
        let inputs = self.inputs(probe);
        let is_one = inputs.len() == 1;
        for input in inputs {
            let words = (self.words)(&input);
            // What a case by hand is, its verdict says.
            let is_said = probe.case().is_none() && !words.is_empty();
            if is_said {
                announced::announce(format!("input: {words}."));
            }
            let output = (self.call)(course, &input)?;
            if !is_one {
                answer.begin(&words, "");
            } else if is_said {
                answer.notes.push(format!("input: {words}."));
            }
            (self.compare)(&input, output, &mut answer);
        }
        answer.limit_length();
        answer.is_borrowed = announced::is_borrowed();
        Ok(answer)
    }

    fn by_hand(&self) -> Vec<ByHand> {
        let mut cases = Vec::new();
        for Case { input, words, state } in (self.by_hand)() {
            cases.push(ByHand { words: words.unwrap_or_else(|| (self.words)(&input)), state });
        }
        cases
    }

    fn call_each(&self, course: &Course, probe: &Probe) -> Vec<String> {
        let mut words = Vec::new();
        for input in self.inputs(probe) {
            let _ = (self.call)(course, &input);
            words.push((self.words)(&input));
        }
        words
    }

    fn call_frames(&self, _: &Course) -> Option<Shape> {
        None
    }
}

impl<I, O> AnyCheck for ShaderCheck<I, O> {
    fn tolerance(&self) -> f32 {
        self.check.tolerance
    }

    fn answer(&self, course: &Course, probe: &Probe) -> Result<Answer, AnswerError> {
        self.check.answer(course, probe)
    }

    fn by_hand(&self) -> Vec<ByHand> {
        AnyCheck::by_hand(&self.check)
    }

    fn call_each(&self, course: &Course, probe: &Probe) -> Vec<String> {
        self.check.call_each(course, probe)
    }

    fn call_frames(&self, course: &Course) -> Option<Shape> {
        let Picture { frames, shape } = (self.picture)();
        for input in &frames {
            let _ = (self.check.call)(course, input);
        }
        Some(shape)
    }
}

//! A lesson's text and its figures: pictures, numbers, quotes.

use super::{Exercise, RENEW, folder};
use crate::exercise::attempt;
use check::Lesson;
use drawing::Figure;
use drawing::showing::{FigureState, find_difference, states_of};
use given::Course;
use verdict::Verdict;

/// Asserts that each live figure looks like its picture in `figures/`, that the text shows the picture, and that the starter
/// draws another one. To renew the pictures, set [`RENEW`].
pub fn figures_are_kept<E: Exercise>() {
    let lesson = E::LESSON;
    let folder = folder::<E>().join("figures");
    let mut names: Vec<String> = Vec::new();
    for figure in E::FIGURES {
        let name = figure.name;
        let path = folder.join(format!("{name}.svg"));
        let picture = figure.picture(&figure.states(lesson), &lesson.reference).expect("answers");
        if std::env::var_os(RENEW).is_some() {
            std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, &picture)).expect("a picture");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        let differs = drawing::differs(&picture, &kept);
        assert!(differs.is_none(), "{}: {differs:#?}; {RENEW}=1 renews it: then look at it", path.display());
        assert!(lesson.about.readme.contains(&format!("figures/{name}.svg)")), "{name}: the text shows it");
        let start = figure.start(lesson);
        let sheet = figure.sheet(&start, &lesson.reference).expect("answers");
        // A shader's figure is drawn by the same sum in Rust.
        if let Some(todo) = lesson.about.find(figure.todo()).filter(|todo| !lesson.about.task(*todo).is_shader()) {
            let begun = figure.sheet(&start, &lesson.without(todo)).expect("answers");
            assert!(!begun.answers_as(&sheet), "{name}: the starter draws the same");
        }
        names.push(format!("{name}.svg"));
    }
    for file in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
        let name = file.file_name().into_string().expect("a name");
        assert!(names.contains(&name), "{name}: no figure's picture");
    }
    assert!(
        E::FIGURES.is_empty()
            || lesson.about.ids().iter().all(|id| E::FIGURES.iter().any(|figure| figure.todo() == *id)),
        "a figure for each TODO"
    );
}

/// Asserts that the figure of each TODO can be set to the cases by hand that have a state.
pub fn cases_are_shown<E: Exercise>() {
    let lesson = E::LESSON;
    for (todo, check) in lesson.checks.iter().enumerate() {
        let id = lesson.about.id(todo);
        for case in check.by_hand().into_iter().filter(|case| !case.state.is_empty()) {
            let figure = E::FIGURES.iter().find(|figure| figure.todo() == id).expect(id);
            let right = figure.sheet(&case.state, &lesson.reference).expect("answers");
            assert_eq!(right.values, case.state, "{}", case.words);
        }
    }
}

/// Asserts that answers with a mistake change the figure in the state of the case by hand in which they fail, if there is one.
/// Figures of shaders are drawn by finished answers, and so are not compared.
pub(super) fn case_is_shown(figures: &'static [Figure], lesson: &Lesson, verdict: &Verdict, mistaken: &Course) {
    let todo = lesson.about.find(&verdict.id).expect("a TODO of the lesson");
    let Some(wrong) = verdict.cases.wrong.as_ref().filter(|_| !lesson.about.task(todo).is_shader()) else { return };
    let state = &lesson.checks[todo].by_hand()[wrong.index].state;
    let Some(figure) = figures.iter().find(|figure| figure.todo() == verdict.id && !state.is_empty()) else { return };
    let right = figure.sheet(state, &lesson.reference).expect("answers");
    let is_right = attempt(|| figure.sheet(state, mistaken)).is_ok_and(|drawn| drawn.answers_as(&right));
    assert!(!is_right, "{}: {:?}: {}: the figure", verdict.id, verdict.mistakes, wrong.input);
}

/// Asserts that no figure panics by itself when `wild` answers draw it, with its parameters at their start and ends. The
/// answers may panic.
pub fn figures_are_drawn_by<E: Exercise>(wild: &Course) {
    for figure in E::FIGURES {
        for values in settings(figure, E::LESSON) {
            let drawn = attempt(|| figure.compared(&values, &E::LESSON.reference, wild).map(drop));
            let why = drawn.err().map_or(String::new(), |error| error.to_string());
            assert!(!why.contains("figures"), "{} at {values:?}: {why}", figure.name);
        }
    }
}

/// Returns a figure's parameters at their beginning, and at their lower and upper ends.
fn settings(figure: &Figure, lesson: &Lesson) -> [Vec<f32>; 3] {
    let start = figure.start(lesson);
    let [low, high] = [0, 1].map(|end| figure.parameters.iter().map(|parameter| parameter.range[end]).collect());
    [start, low, high]
}

/// Returns the state to which the card's figure goes with a verdict on `mistaken` answers, if it looks different by right ones
/// there.
pub(super) fn state_that_shows(
    figures: &'static [Figure],
    lesson: &Lesson,
    verdict: &Verdict,
    mistaken: &Course,
) -> Option<FigureState> {
    let case = verdict.cases.wrong.as_ref().map(|wrong| wrong.index);
    let states = states_of(figures, lesson, &verdict.id, case);
    find_difference(&states, |figure, values| {
        let mistaken = attempt(|| figure.sheet(values, mistaken)).ok()?;
        Some([mistaken, figure.sheet(values, &lesson.reference).ok()?])
    })
}

/// README.md says so: for numbers that depend on code.
pub fn readme_says<E: Exercise>(words: &str) {
    assert!(E::LESSON.about.readme.replace('\r', "").contains(words), "README.md does not say: {words}");
}

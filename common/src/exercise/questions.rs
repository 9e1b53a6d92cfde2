//! Questions made of known mistakes: a lesson's figure as somebody sees it who has made one, and four answers.
//!
//! All is generated. An answer is offered only if its picture is apart from those of the other three
//! ([`Look::is_apart`]), so that the picture has one cause among them.

use super::{Exercise, attempt};
use crate::check::{KnownMistake, Question, QuestionKind, Random};
use crate::figure::{Figure, Look, Sheet, svg};

/// How many answers a question has.
const CHOICES: usize = 4;
/// Every third question is one to predict.
const PREDICTS: usize = 3;
/// So many settings of a figure are tried besides those that its text shows.
const SETTINGS: usize = 6;

/// A question as it was chosen: what draws its pictures.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) kind: QuestionKind,
    /// The place of the figure, and that of its TODO.
    pub(crate) figure: usize,
    pub(crate) todo: usize,
    /// The figure's parameters, and where they are predicted from.
    pub(crate) values: Vec<f32>,
    pub(crate) from: Vec<f32>,
    /// The places of mistakes among the TODO's; nothing for the right answer.
    pub(crate) choices: Vec<Option<usize>>,
    /// The place of the true one.
    pub(crate) right: usize,
}

/// Up to `count` questions: first about the mistakes that are named `first`, then in turn about each TODO.
pub(crate) fn items<E: Exercise>(count: usize, seed: u64, first: &[String]) -> Vec<Item> {
    let mut random = Random::new(seed);
    let mut items: Vec<Item> = Vec::new();
    let mut queue = queue::<E>(&mut random, first).into_iter();
    while items.len() < count {
        let asks = (items.len() % PREDICTS == PREDICTS - 1).then(|| predict::<E>(&mut random, &items)).flatten();
        let next = asks.or_else(|| queue.find_map(|(figure, mistake)| done::<E>(&mut random, figure, mistake)));
        let Some(next) = next.or_else(|| predict::<E>(&mut random, &items)) else { break };
        items.push(next);
    }
    items
}

/// The mistakes that a question can show: the place of the figure, and that of the mistake in its TODO.
fn queue<E: Exercise>(random: &mut Random, first: &[String]) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for figure in 0..E::FIGURES.len() {
        let mistakes = todo_of::<E>(figure).map_or(0, |todo| mistakes::<E>(todo).len());
        all.extend((0..mistakes).map(|mistake| (figure, mistake)));
    }
    random.shuffle(&mut all);
    let name = |&(figure, mistake): &(usize, usize)| {
        let todo = todo_of::<E>(figure).unwrap_or_default();
        mistakes::<E>(todo)[mistake].name.as_str()
    };
    // Each mistake is in one question at most, with the first figure that shows it. The TODOs take turns.
    let mut queue: Vec<(usize, usize, (usize, usize))> = Vec::new();
    for pair in all {
        let todo = todo_of::<E>(pair.0);
        let is_known =
            |(.., other): &(usize, usize, (usize, usize))| todo_of::<E>(other.0) == todo && other.1 == pair.1;
        if !queue.iter().any(is_known) {
            let turn = queue.iter().filter(|(.., other)| todo_of::<E>(other.0) == todo).count();
            let place = first.iter().position(|known| known == name(&pair)).unwrap_or(first.len());
            queue.push((place, turn, pair));
        }
    }
    queue.sort_by_key(|&(place, turn, _)| (place, turn));
    queue.into_iter().map(|(.., pair)| pair).collect()
}

/// Somebody's mistake, where it can be told from three others.
fn done<E: Exercise>(random: &mut Random, figure: usize, mistake: usize) -> Option<Item> {
    let todo = todo_of::<E>(figure)?;
    for values in settings::<E>(random, figure) {
        let right = look::<E>(figure, &values, None)?;
        let Some(made) = look::<E>(figure, &values, Some(mistake)).filter(|made| made.is_apart(&right)) else {
            continue;
        };
        let others = others::<E>(random, figure, &values, Some(mistake), vec![right, made]);
        if let Some(choices) = others {
            let (choices, right) = shuffled(random, choices);
            let kind = QuestionKind::WhatHasHeDone;
            return Some(Item { kind, figure, todo, from: values.clone(), values, choices, right });
        }
    }
    None
}

/// What is right at another setting, where three mistakes give other pictures.
fn predict<E: Exercise>(random: &mut Random, before: &[Item]) -> Option<Item> {
    let mut figures: Vec<usize> = (0..E::FIGURES.len()).collect();
    random.shuffle(&mut figures);
    let was = |figure: &usize| before.iter().filter(|item| item.figure == *figure).count();
    figures.sort_by_key(was);
    let is_asked =
        |figure: &usize| before.iter().any(|item| item.kind == QuestionKind::Predict && item.figure == *figure);
    for figure in figures.into_iter().filter(|figure| !is_asked(figure)) {
        let Some(todo) = todo_of::<E>(figure) else { continue };
        let from = start(&E::FIGURES[figure]);
        let Some(first) = look::<E>(figure, &from, None) else { continue };
        for parameter in 0..from.len() {
            let mut values = from.clone();
            let [low, high] = E::FIGURES[figure].parameters[parameter].range;
            values[parameter] = E::FIGURES[figure].parameters[parameter].nearest(random.between(low, high));
            let right = look::<E>(figure, &values, None).filter(|right| right.is_apart(&first));
            let Some(right) = right else { continue };
            if let Some(choices) = others::<E>(random, figure, &values, None, vec![right]) {
                let (choices, right) = shuffled(random, choices);
                return Some(Item { kind: QuestionKind::Predict, figure, todo, values, from, choices, right });
            }
        }
    }
    None
}

/// The true answer, and three mistakes whose pictures are apart from each other's and from those that are `shown`.
fn others<E: Exercise>(
    random: &mut Random,
    figure: usize,
    values: &[f32],
    right: Option<usize>,
    mut shown: Vec<Look>,
) -> Option<Vec<Option<usize>>> {
    let todo = todo_of::<E>(figure)?;
    let mut rest: Vec<usize> = (0..mistakes::<E>(todo).len()).filter(|other| Some(*other) != right).collect();
    random.shuffle(&mut rest);
    let mut choices = vec![right];
    for other in rest {
        if let Some(look) = look::<E>(figure, values, Some(other))
            && shown.iter().all(|known| known.is_apart(&look))
        {
            shown.push(look);
            choices.push(Some(other));
            if choices.len() == CHOICES {
                return Some(choices);
            }
        }
    }
    None
}

/// The first of them is the true one.
fn shuffled(random: &mut Random, mut choices: Vec<Option<usize>>) -> (Vec<Option<usize>>, usize) {
    let right = choices[0];
    random.shuffle(&mut choices);
    let place = choices.iter().position(|choice| *choice == right).unwrap_or_default();
    (choices, place)
}

fn settings<E: Exercise>(random: &mut Random, figure: usize) -> Vec<Vec<f32>> {
    let figure = &E::FIGURES[figure];
    let shown = figure.shown.iter().map(|values| values.to_vec());
    let mut all: Vec<Vec<f32>> = std::iter::once(start(figure)).chain(shown).collect();
    for _ in 0..SETTINGS {
        let value = |p: &crate::figure::Parameter| p.nearest(random.between(p.range[0], p.range[1]));
        all.push(figure.parameters.iter().map(value).collect());
    }
    all
}

fn start(figure: &Figure) -> Vec<f32> {
    figure.parameters.iter().map(|parameter| parameter.start).collect()
}

/// The place of the TODO that a figure shows. A shader draws none: its figure does the same sum in Rust.
fn todo_of<E: Exercise>(figure: usize) -> Option<usize> {
    let about = &E::LESSON.about;
    let todo = about.find(E::FIGURES[figure].todo())?;
    (!about.task(todo).is_shader()).then_some(todo)
}

fn mistakes<E: Exercise>(todo: usize) -> &'static [KnownMistake] {
    let toml: &'static crate::check::LessonToml = E::LESSON.about.toml;
    &toml.todos[todo].mistakes
}

fn look<E: Exercise>(figure: usize, values: &[f32], mistake: Option<usize>) -> Option<Look> {
    sheet::<E>(figure, values, mistake).map(|sheet| sheet.look())
}

/// A figure by the finished answers, or with one mistake; `None` where that cannot be drawn.
pub(crate) fn sheet<E: Exercise>(figure: usize, values: &[f32], mistake: Option<usize>) -> Option<Sheet> {
    let (lesson, drawn) = (E::LESSON, &E::FIGURES[figure]);
    let answers = match mistake {
        Some(mistake) => lesson.with_mistake(todo_of::<E>(figure)?, mistake)?,
        None => lesson.reference,
    };
    attempt(|| drawn.sheet(values, &answers)).ok()
}

/// A question in words and pictures.
pub(crate) fn question<E: Exercise>(item: &Item) -> Option<Question> {
    let Item { kind, figure, todo, values, from, choices, right } = item;
    let figure_of = &E::FIGURES[*figure];
    let setting = |values: &[f32]| {
        let shown = figure_of.parameters.iter().zip(values).map(|(parameter, value)| parameter.shown(*value));
        shown.collect::<Vec<_>>().join(", ")
    };
    let drawn = |values: &[f32], choice| Some(svg(&[sheet::<E>(*figure, values, choice)?]));
    let is_predict = *kind == QuestionKind::Predict;
    let known = |choice: &Option<usize>| choice.map(|mistake| &mistakes::<E>(*todo)[mistake]);
    let said = |choice: &Option<usize>| {
        if is_predict { drawn(values, *choice) } else { known(choice).map(|mistake| mistake.says.clone()) }
    };
    let why =
        choices.iter().map(|choice| known(choice).map_or_else(Default::default, |m| [m.says.clone(), m.asks.clone()]));
    Some(Question {
        kind: *kind,
        todo: E::LESSON.about.id(*todo).into(),
        name: E::LESSON.about.task(*todo).name().into(),
        figure: figure_of.name.into(),
        setting: setting(values),
        from: setting(from),
        right_picture: drawn(from, None)?,
        mistaken_picture: if is_predict { String::new() } else { drawn(values, choices[*right])? },
        choices: choices.iter().map(said).collect::<Option<_>>()?,
        right: *right,
        mistakes: choices.iter().map(|choice| known(choice).map_or(String::new(), |m| m.name.clone())).collect(),
        why: why.collect(),
    })
}

//! Questions made of known mistakes: a lesson's figure drawn with a mistake, and four answers.
//!
//! All is generated. An answer is offered only if its picture is apart from those of the other three
//! ([`Look::is_apart`]), so that the picture has one cause among them.

use super::{Exercise, attempt};
use crate::check::{KnownMistake, Question, QuestionKind, Random};
use crate::figure::{Figure, Look, Sheet, settings_text, svg};
use std::collections::{HashMap, HashSet};

/// Number of answers of a question.
const CHOICES: usize = 4;
/// Every third question is one to predict.
const PREDICTS: usize = 3;
/// Number of settings of a figure that are tried besides those that its text shows.
const SETTINGS: usize = 6;

/// A chosen question, from which its pictures are drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) kind: QuestionKind,
    /// Indices of the figure and of its TODO.
    pub(crate) figure: usize,
    pub(crate) todo: usize,
    /// The figure's parameters, and those in the picture from which they are predicted.
    pub(crate) values: Vec<f32>,
    pub(crate) from: Vec<f32>,
    /// Indices of mistakes among the TODO's; `None` for the right answer.
    pub(crate) choices: Vec<Option<usize>>,
    /// Index of the true one.
    pub(crate) right: usize,
}

/// Up to `count` questions: first about the mistakes that are named `first`, then in turn about each TODO.
pub(crate) fn choose_items<E: Exercise>(count: usize, seed: u64, first: &[String]) -> Vec<Item> {
    let mut random = Random::new(seed);
    let mut items: Vec<Item> = Vec::new();
    let mut queue = queue_mistakes::<E>(&mut random, first).into_iter();
    while items.len() < count {
        let is_predict = items.len() % PREDICTS == PREDICTS - 1;
        let next = if is_predict { predict_picture::<E>(&mut random, &items) } else { None };
        let next =
            next.or_else(|| queue.find_map(|(figure, mistake)| spot_the_mistake::<E>(&mut random, figure, mistake)));
        let Some(next) = next.or_else(|| predict_picture::<E>(&mut random, &items)) else { break };
        items.push(next);
    }
    items
}

/// Returns the mistakes that a question can show: the index of a figure, and of a mistake of the figure's TODO. Each mistake
/// appears once. Those that are named `first` come first, and of the others the TODOs take turns.
fn queue_mistakes<E: Exercise>(random: &mut Random, first: &[String]) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for figure in 0..E::FIGURES.len() {
        let mistakes = todo_of::<E>(figure).map_or(0, |todo| mistakes_of::<E>(todo).len());
        all.extend((0..mistakes).map(|mistake| (figure, mistake)));
    }
    random.shuffle(&mut all);
    let mut queue = Vec::new();
    let mut turns: HashMap<usize, HashSet<usize>> = HashMap::new();
    for (figure, mistake) in all {
        let Some(todo) = todo_of::<E>(figure) else { continue };
        let queued = turns.entry(todo).or_default();
        if queued.insert(mistake) {
            let name = &mistakes_of::<E>(todo)[mistake].name;
            let priority = first.iter().position(|known| known == name).unwrap_or(first.len());
            queue.push(((priority, queued.len()), (figure, mistake)));
        }
    }
    queue.sort_by_key(|(turn, _)| *turn);
    queue.into_iter().map(|(_, queued)| queued).collect()
}

/// Returns a question that shows a figure drawn with a mistake, at a setting at which three other mistakes look different.
fn spot_the_mistake<E: Exercise>(random: &mut Random, figure: usize, mistake: usize) -> Option<Item> {
    let todo = todo_of::<E>(figure)?;
    for values in settings_to_try::<E>(random, figure) {
        let right = look_of::<E>(figure, &values, None)?;
        let Some(made) = look_of::<E>(figure, &values, Some(mistake)).filter(|made| made.is_apart(&right)) else {
            continue;
        };
        let others = choose_answers::<E>(random, figure, &values, Some(mistake), vec![right, made]);
        if let Some(choices) = others {
            let (choices, right) = shuffle_choices(random, choices);
            let kind = QuestionKind::WhatHasHeDone;
            return Some(Item { kind, figure, todo, from: values.clone(), values, choices, right });
        }
    }
    None
}

/// The right picture at another setting, if three mistakes give other pictures.
fn predict_picture<E: Exercise>(random: &mut Random, before: &[Item]) -> Option<Item> {
    let mut figures: Vec<usize> = (0..E::FIGURES.len()).collect();
    random.shuffle(&mut figures);
    figures.sort_by_key(|figure| before.iter().filter(|item| item.figure == *figure).count());
    for figure in figures {
        let is_used = before.iter().any(|item| item.kind == QuestionKind::Predict && item.figure == figure);
        let Some(todo) = todo_of::<E>(figure).filter(|_| !is_used) else { continue };
        let from = start_values(&E::FIGURES[figure]);
        let Some(first) = look_of::<E>(figure, &from, None) else { continue };
        for parameter in 0..from.len() {
            let mut values = from.clone();
            let [low, high] = E::FIGURES[figure].parameters[parameter].range;
            values[parameter] = E::FIGURES[figure].parameters[parameter].nearest(random.between(low, high));
            let right = look_of::<E>(figure, &values, None).filter(|right| right.is_apart(&first));
            let Some(right) = right else { continue };
            if let Some(choices) = choose_answers::<E>(random, figure, &values, None, vec![right]) {
                let (choices, right) = shuffle_choices(random, choices);
                return Some(Item { kind: QuestionKind::Predict, figure, todo, values, from, choices, right });
            }
        }
    }
    None
}

/// Returns the true answer `right`, and three mistakes whose pictures look different from each other and from all in `shown`.
/// `None` if there are fewer such mistakes.
fn choose_answers<E: Exercise>(
    random: &mut Random,
    figure: usize,
    values: &[f32],
    right: Option<usize>,
    mut shown: Vec<Look>,
) -> Option<Vec<Option<usize>>> {
    let todo = todo_of::<E>(figure)?;
    let mut rest: Vec<usize> = (0..mistakes_of::<E>(todo).len()).filter(|other| Some(*other) != right).collect();
    random.shuffle(&mut rest);
    let mut choices = vec![right];
    for other in rest {
        if let Some(look) = look_of::<E>(figure, values, Some(other))
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

/// Shuffles choices of which the first is the true answer. Returns them with the new index of the true answer.
fn shuffle_choices(random: &mut Random, mut choices: Vec<Option<usize>>) -> (Vec<Option<usize>>, usize) {
    let right = choices[0];
    random.shuffle(&mut choices);
    let index = choices.iter().position(|choice| *choice == right).unwrap_or_default();
    (choices, index)
}

/// Returns values of a figure's parameters to try: the initial ones, those in its text, and random ones.
fn settings_to_try<E: Exercise>(random: &mut Random, figure: usize) -> Vec<Vec<f32>> {
    let figure = &E::FIGURES[figure];
    let shown = figure.shown.iter().map(|values| values.to_vec());
    let mut all: Vec<Vec<f32>> = std::iter::once(start_values(figure)).chain(shown).collect();
    for _ in 0..SETTINGS {
        all.push(figure.parameters.iter().map(|p| p.nearest(random.between(p.range[0], p.range[1]))).collect());
    }
    all
}

fn start_values(figure: &Figure) -> Vec<f32> {
    figure.parameters.iter().map(|parameter| parameter.start).collect()
}

/// The index of the TODO that a figure shows. A shader draws none: its figure does the same sum in Rust.
fn todo_of<E: Exercise>(figure: usize) -> Option<usize> {
    let about = &E::LESSON.about;
    let todo = about.find(E::FIGURES[figure].todo())?;
    (!about.task(todo).is_shader()).then_some(todo)
}

fn mistakes_of<E: Exercise>(todo: usize) -> &'static [KnownMistake] {
    let toml: &'static crate::check::LessonToml = E::LESSON.about.toml;
    &toml.todos[todo].mistakes
}

fn look_of<E: Exercise>(figure: usize, values: &[f32], mistake: Option<usize>) -> Option<Look> {
    draw_sheet::<E>(figure, values, mistake).map(|sheet| sheet.look())
}

/// Draws a figure by the finished answers, or with one mistake. `None` if the mistake panics or is unknown.
pub(crate) fn draw_sheet<E: Exercise>(figure: usize, values: &[f32], mistake: Option<usize>) -> Option<Sheet> {
    let lesson = E::LESSON;
    let drawn = &E::FIGURES[figure];
    let answers = match mistake {
        Some(mistake) => lesson.with_mistake(todo_of::<E>(figure)?, mistake)?,
        None => lesson.reference,
    };
    attempt(|| drawn.sheet(values, &answers)).ok()
}

/// A question in words and pictures.
pub(crate) fn make_question<E: Exercise>(item: &Item) -> Option<Question> {
    let Item { kind, figure, todo, values, from, choices, right } = item;
    let is_predict = *kind == QuestionKind::Predict;
    let known = mistakes_of::<E>(*todo);
    let mut answers = Vec::new();
    let mut names = Vec::new();
    let mut why = Vec::new();
    for choice in choices {
        let mistake = choice.map(|mistake| &known[mistake]);
        answers.push(if is_predict { picture_svg::<E>(*figure, values, *choice)? } else { mistake?.says.clone() });
        names.push(mistake.map_or(String::new(), |mistake| mistake.name.clone()));
        why.push(mistake.map_or_else(Default::default, |mistake| [mistake.says.clone(), mistake.asks.clone()]));
    }
    Some(Question {
        kind: *kind,
        todo: E::LESSON.about.id(*todo).into(),
        name: E::LESSON.about.task(*todo).name().into(),
        figure: E::FIGURES[*figure].name.into(),
        setting: settings_text(E::FIGURES[*figure].parameters, values),
        from: settings_text(E::FIGURES[*figure].parameters, from),
        right_picture: picture_svg::<E>(*figure, from, None)?,
        mistaken_picture: if is_predict { String::new() } else { picture_svg::<E>(*figure, values, choices[*right])? },
        choices: answers,
        right: *right,
        mistakes: names,
        why,
    })
}

fn picture_svg<E: Exercise>(figure: usize, values: &[f32], mistake: Option<usize>) -> Option<String> {
    Some(svg(&[draw_sheet::<E>(figure, values, mistake)?]))
}

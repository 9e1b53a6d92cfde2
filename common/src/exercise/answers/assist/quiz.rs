//! *Which mistake is it?* Where all is right: figures as somebody sees them who has made a mistake, and no grade.

use crate::exercise::questions::Asked;

/// Makes the questions of a lesson; another number chooses others.
pub(crate) type MakeQuestions = fn(u64) -> Vec<Asked>;

/// The questions, and how far one is.
#[derive(Default)]
pub(super) struct Quiz {
    /// Nothing where the lesson has no figures.
    make: Option<MakeQuestions>,
    /// How often they were asked for.
    rounds: u64,
    asked: Vec<Asked>,
    /// The one that is shown.
    at: usize,
    /// What was answered to it: the places of the choices.
    answers: Vec<usize>,
}

impl Quiz {
    pub(super) fn by(make: MakeQuestions) -> Self {
        Quiz { make: Some(make), ..Self::default() }
    }

    pub(super) fn is_there(&self) -> bool {
        self.make.is_some()
    }

    /// Other questions than the last time.
    pub(super) fn begin(&mut self) {
        let Some(make) = self.make else { return };
        (self.asked, self.at) = (make(self.rounds), 0);
        self.answers.clear();
        self.rounds += 1;
    }

    /// The question that is shown, its number, and how many there are.
    pub(super) fn shown(&self) -> Option<(&Asked, usize, usize)> {
        Some((self.asked.get(self.at)?, self.at + 1, self.asked.len()))
    }

    /// Takes the answer of this number, from 1; once the true one was given, any number leads on.
    pub(super) fn answer(&mut self, number: usize) {
        let Some(asked) = self.asked.get(self.at) else { return };
        if self.is_told() {
            self.at += 1;
            self.answers.clear();
        } else if number <= asked.says.len() && !self.answers.contains(&(number - 1)) {
            self.answers.push(number - 1);
        }
    }

    /// Whether this choice was taken.
    pub(super) fn was_taken(&self, choice: usize) -> bool {
        self.answers.contains(&choice)
    }

    /// Whether the true answer was given.
    pub(super) fn is_told(&self) -> bool {
        self.asked.get(self.at).is_some_and(|asked| self.was_taken(asked.right))
    }

    /// What is said after an answer: where it was wrong the question that leads out.
    pub(super) fn says(&self) -> String {
        let Some(asked) = self.asked.get(self.at) else { return "That was all of it.".into() };
        if self.is_told() {
            let tried = if self.answers.len() == 1 { "Yes" } else { "Yes, that is it" };
            return format!("{tried}: {}. The question that leads out: {}", asked.name, asked.asks);
        }
        match self.answers.last() {
            Some(_) => format!("That would give another picture. A question that helps: {}", asked.asks),
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Figure, Sheet};

    fn sheet() -> Sheet {
        let figure = Figure { name: "03.1", size: [9.0, 9.0], parameters: &[], shown: &[], draw: |_, _| Ok(()) };
        figure.sheet(&[], &given::Course::UNUSABLE).expect("it calls no answer")
    }

    fn make(round: u64) -> Vec<Asked> {
        let says = ["a", "b", "c", "d"].map(String::from).to_vec();
        let asked = |right| Asked {
            todo: "03.1 index_pairs".into(),
            pictures: [sheet(), sheet()],
            says: says.clone(),
            right,
            name: format!("MISTAKE-{round}"),
            asks: "How many?".into(),
        };
        vec![asked(2), asked(0)]
    }

    #[test]
    fn a_wrong_answer_is_asked_on_and_the_true_one_leads_on() {
        let mut quiz = Quiz::by(make);
        quiz.begin();
        assert_eq!((quiz.says().as_str(), quiz.shown().map(|(_, at, of)| (at, of))), ("", Some((1, 2))));
        quiz.answer(1);
        assert!(!quiz.is_told() && quiz.says().ends_with("How many?"), "{}", quiz.says());
        quiz.answer(7);
        quiz.answer(3);
        assert!(quiz.is_told() && quiz.says().contains("MISTAKE-0"), "{}", quiz.says());
        quiz.answer(4);
        assert_eq!(quiz.shown().map(|(_, at, of)| (at, of)), Some((2, 2)));
        quiz.answer(1);
        assert!(quiz.says().starts_with("Yes: "), "at the first try");
        quiz.answer(1);
        assert!(quiz.shown().is_none() && quiz.says().contains("all"));
        quiz.begin();
        quiz.answer(3);
        assert!(quiz.says().contains("MISTAKE-1"), "others than before");
    }
}

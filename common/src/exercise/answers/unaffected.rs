//! The TODOs whose verdicts a save cannot have changed.

use crate::exercise::todo_state::TodoState;
use verdict::{Status, source};

/// Returns the indices of the TODOs on whose verdicts a save of the exercise has no effect. They pass or are unsolved,
/// nothing else has changed than the functions of the `changed` TODOs, and only the table of answers names these. The texts are
/// those `before` and after the save.
pub(super) fn unaffected(todos: &[TodoState], changed: &[usize], [before, now]: [&[source::Token]; 2]) -> Vec<usize> {
    let functions: Vec<&str> = changed.iter().map(|&index| todos[index].name()).collect();
    let rest = tokens_outside(now, &functions);
    let mut is_in_table = false;
    let is_used = rest.iter().any(|token| {
        is_in_table = (is_in_table || *token == "ANSWERS") && *token != ";";
        !is_in_table && functions.contains(token)
    });
    if is_used || rest != tokens_outside(before, &functions) {
        return Vec::new();
    }
    let mut unaffected = Vec::new();
    for (index, todo) in todos.iter().enumerate() {
        let is_settled = matches!(todo.status(), Some(Status::Pass | Status::NotStarted));
        if is_settled && !todo.has_changed && todo.verdict.as_ref().is_some_and(|verdict| verdict.prints.is_none()) {
            unaffected.push(index);
        }
    }
    unaffected
}

/// Returns whether both texts have a function of this name, with the same tokens.
pub(super) fn is_same_function(name: &str, before: &[source::Token], now: &[source::Token]) -> bool {
    let [Some(before), Some(now)] = [before, now].map(|tokens| source::function(tokens, name)) else { return false };
    before.iter().map(|token| &token.text).eq(now.iter().map(|token| &token.text))
}

/// Returns the tokens of a text that are in none of these functions.
fn tokens_outside<'a>(tokens: &'a [source::Token], functions: &[&str]) -> Vec<&'a str> {
    let bodies: Vec<&[source::Token]> = functions.iter().filter_map(|name| source::function(tokens, name)).collect();
    let mut outside = Vec::new();
    for token in tokens {
        let is_inside = bodies
            .iter()
            .any(|body| matches!(body, [first, .., last] if (first.start..=last.start).contains(&token.start)));
        if !is_inside {
            outside.push(token.text.as_str());
        }
    }
    outside
}

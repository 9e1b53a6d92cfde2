//! What may follow what: a table of rules for the states of a figure.

/// A rule of the table: the state to which events lead from another state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule<S, E: 'static> {
    /// The current state.
    pub from: S,
    /// Events that must all have happened.
    pub when: &'static [E],
    /// The next state.
    pub to: S,
}

/// Returns the next state by the first rule that fits. `None` if none fits, and if the rule leads to the current state,
/// which does not begin again.
///
/// ```
/// use armature::animation::{Rule, next_state};
///
/// let rules = [
///     Rule { from: "idle", when: &["jump"], to: "jump" },
///     Rule { from: "jump", when: &["ended"], to: "idle" },
/// ];
/// assert_eq!(next_state(&rules, "idle", &["jump"]), Some("jump"));
/// assert_eq!(next_state(&rules, "jump", &["jump"]), None); // no second jump in the air
/// ```
pub fn next_state<S: Copy + PartialEq, E: PartialEq>(rules: &[Rule<S, E>], state: S, happened: &[E]) -> Option<S> {
    rules
        .iter()
        .find(|rule| rule.from == state && rule.when.iter().all(|event| happened.contains(event)))
        .map(|rule| rule.to)
        .filter(|to| *to != state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Event {
        Jump,
        Landed,
        Fell,
        Ended,
    }
    use Event::{Ended, Fell, Jump, Landed};

    const RULES: [Rule<&str, Event>; 8] = [
        Rule { from: "idle", when: &[Fell], to: "fall" },
        Rule { from: "idle", when: &[Jump], to: "jump" },
        Rule { from: "idle", when: &[Landed], to: "idle" },
        Rule { from: "jump", when: &[Landed], to: "land" },
        Rule { from: "jump", when: &[Ended], to: "fall" },
        Rule { from: "fall", when: &[Landed], to: "land" },
        Rule { from: "land", when: &[Ended, Jump], to: "jump" },
        Rule { from: "land", when: &[Ended], to: "idle" },
    ];

    #[test]
    fn a_script() {
        let mut state = "idle";
        let script: [(&[Event], Option<&str>); 10] = [
            (&[], None),
            (&[Landed], None),
            (&[Jump], Some("jump")),
            (&[Jump], None),
            (&[Ended], Some("fall")),
            (&[Jump], None),
            (&[Landed], Some("land")),
            (&[Jump], None),
            (&[Ended, Jump], Some("jump")),
            (&[Landed, Ended], Some("land")),
        ];
        for (number, (happened, entered)) in script.into_iter().enumerate() {
            assert_eq!(next_state(&RULES, state, happened), entered, "line {number}");
            state = entered.unwrap_or(state);
        }
    }

    proptest! {
        /// A state is entered only by a rule whose events have all happened.
        #[test]
        fn states_follow_by_rules(script in prop::collection::vec(prop::collection::vec(0usize..4, 0..4), 1..40)) {
            let mut state = "idle";
            let events = [Jump, Landed, Fell, Ended];
            for happened in script {
                let happened: Vec<Event> = happened.into_iter().map(|index| events[index]).collect();
                let entered = next_state(&RULES, state, &happened);
                let mut fitting = RULES.iter().filter(|rule| rule.from == state
                    && rule.when.iter().all(|event| happened.contains(event)));
                match entered {
                    Some(to) => prop_assert!(to != state && fitting.any(|rule| rule.to == to)),
                    None => prop_assert!(fitting.next().is_none_or(|rule| rule.to == state)),
                }
                state = entered.unwrap_or(state);
            }
        }
    }
}

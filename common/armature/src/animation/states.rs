//! A small state machine for motions: a table of rules.

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
pub fn next_state<S: Copy + PartialEq, E: PartialEq>(rules: &[Rule<S, E>], state: S, happened: &[E]) -> Option<S> {
    rules
        .iter()
        .find(|rule| rule.from == state && rule.when.iter().all(|event| happened.contains(event)))
        .map(|rule| rule.to)
        .filter(|to| *to != state)
}

/// A current state, the time since it began, and the rules by which another follows.
///
/// ```
/// use armature::animation::{Rule, StateMachine};
///
/// let rules = vec![
///     Rule { from: "idle", when: &["jump"], to: "jump" },
///     Rule { from: "jump", when: &["ended"], to: "idle" },
/// ];
/// let mut machine = StateMachine::new(rules, "idle");
/// assert_eq!(machine.advance(&["jump"], 0.1), Some("jump"));
/// assert_eq!(machine.advance(&["jump"], 0.1), None); // no second jump in the air
/// assert_eq!((machine.state(), machine.seconds()), ("jump", 0.2));
/// ```
#[derive(Clone, Debug)]
pub struct StateMachine<S, E: 'static> {
    rules: Vec<Rule<S, E>>,
    state: S,
    seconds: f32,
}

impl<S: Copy + PartialEq, E: PartialEq> StateMachine<S, E> {
    /// Makes a machine in `state`.
    pub fn new(rules: Vec<Rule<S, E>>, state: S) -> Self {
        Self { rules, state, seconds: 0.0 }
    }

    /// Enters the state to which the events lead, if there is one, advances the time by `dt` seconds, and returns the
    /// state entered.
    pub fn advance(&mut self, happened: &[E], dt: f32) -> Option<S> {
        let entered = next_state(&self.rules, self.state, happened);
        if let Some(state) = entered {
            self.state = state;
            self.seconds = 0.0;
        }
        self.seconds += dt;
        entered
    }

    /// Returns the current state.
    pub fn state(&self) -> S {
        self.state
    }

    /// Returns the time since the current state began, in seconds.
    pub fn seconds(&self) -> f32 {
        self.seconds
    }

    /// Returns all rules.
    pub fn rules(&self) -> &[Rule<S, E>] {
        &self.rules
    }
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
        let mut machine = StateMachine::new(RULES.to_vec(), "idle");
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
            assert_eq!(machine.advance(happened, 0.25), entered, "line {number}");
        }
        assert_eq!(machine.seconds(), 0.25);
    }

    proptest! {
        /// A state is entered only by a rule whose events have all happened, and only then the time begins at 0.
        #[test]
        fn states_follow_by_rules(script in prop::collection::vec(prop::collection::vec(0usize..4, 0..4), 1..40)) {
            let mut machine = StateMachine::new(RULES.to_vec(), "idle");
            let events = [Jump, Landed, Fell, Ended];
            for happened in script {
                let happened: Vec<Event> = happened.into_iter().map(|index| events[index]).collect();
                let before = machine.state();
                let seconds = machine.seconds();
                let entered = machine.advance(&happened, 0.5);
                let mut fitting = RULES.iter().filter(|rule| rule.from == before
                    && rule.when.iter().all(|event| happened.contains(event)));
                if let Some(to) = entered {
                    prop_assert!(to != before && fitting.any(|rule| rule.to == to));
                    prop_assert_eq!((machine.state(), machine.seconds()), (to, 0.5));
                } else {
                    prop_assert!(fitting.next().is_none_or(|rule| rule.to == before));
                    prop_assert_eq!((machine.state(), machine.seconds()), (before, seconds + 0.5));
                }
            }
        }
    }
}

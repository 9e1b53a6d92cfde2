//! A small state machine: which motion follows which, by a table.

/// A line of the table: from a state, if all of some events have happened, to another state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule<S, E: 'static> {
    /// The state that is on.
    pub from: S,
    /// Events that must all have happened.
    pub when: &'static [E],
    /// The state that begins then.
    pub to: S,
}

/// The state that begins, by the first rule that fits: lines further up come first. `None` where none fits, and where
/// it leads to the state that is on: what plays already is not begun anew.
pub fn next_state<S: Copy + PartialEq, E: PartialEq>(rules: &[Rule<S, E>], state: S, happened: &[E]) -> Option<S> {
    rules
        .iter()
        .find(|rule| rule.from == state && rule.when.iter().all(|event| happened.contains(event)))
        .map(|rule| rule.to)
        .filter(|to| *to != state)
}

/// A state, for how long it has been on, and the table by which another follows.
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
    /// Begins in `state`.
    pub fn new(rules: Vec<Rule<S, E>>, state: S) -> Self {
        Self { rules, state, seconds: 0.0 }
    }

    /// Advances a frame: returns the state that begins by these events, if another one does; then `dt` seconds pass.
    pub fn advance(&mut self, happened: &[E], dt: f32) -> Option<S> {
        let begins = next_state(&self.rules, self.state, happened);
        if let Some(state) = begins {
            (self.state, self.seconds) = (state, 0.0);
        }
        self.seconds += dt;
        begins
    }

    /// Returns the current state.
    pub fn state(&self) -> S {
        self.state
    }

    /// Returns the time since the state began: the time in its clip.
    pub fn seconds(&self) -> f32 {
        self.seconds
    }

    /// The table.
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
        for (number, (happened, begins)) in script.into_iter().enumerate() {
            assert_eq!(machine.advance(happened, 0.25), begins, "line {number}");
        }
        assert_eq!(machine.seconds(), 0.25);
    }

    proptest! {
        /// A new state begins only by a rule of the one before whose events have all happened; the time begins at 0
        /// there, and nowhere else.
        #[test]
        fn random_scripts(script in prop::collection::vec(prop::collection::vec(0usize..4, 0..4), 1..40)) {
            let mut machine = StateMachine::new(RULES.to_vec(), "idle");
            let events = [Jump, Landed, Fell, Ended];
            for happened in script {
                let happened: Vec<Event> = happened.into_iter().map(|index| events[index]).collect();
                let before = machine.state();
                let seconds = machine.seconds();
                let begins = machine.advance(&happened, 0.5);
                if let Some(to) = begins {
                    prop_assert!(to != before && to == machine.state());
                    let fits = |rule: &Rule<&str, Event>| rule.from == before && rule.to == to
                        && rule.when.iter().all(|event| happened.contains(event));
                    prop_assert!(machine.rules().iter().any(fits));
                    prop_assert_eq!(machine.seconds(), 0.5);
                } else {
                    prop_assert_eq!((machine.state(), machine.seconds()), (before, seconds + 0.5));
                    let first = RULES.iter().find(|rule| rule.from == before
                        && rule.when.iter().all(|event| happened.contains(event)));
                    prop_assert!(first.is_none_or(|rule| rule.to == before));
                }
            }
        }
    }
}

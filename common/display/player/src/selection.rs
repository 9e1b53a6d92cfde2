//! The joints that are selected.

/// The joints that are selected: the first is the one that panels and colours are about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection(Vec<usize>);

impl Selection {
    /// Returns the joint that panels and colours are about.
    pub fn first(&self) -> Option<usize> {
        self.0.first().copied()
    }

    /// Returns all joints, the first one first.
    pub fn joints(&self) -> &[usize] {
        &self.0
    }

    /// Selects one joint alone, or none.
    pub fn set(&mut self, joint: impl Into<Option<usize>>) {
        self.0.clear();
        self.0.extend(joint.into());
    }

    /// Adds a joint before the others, or removes it. The last one stays.
    pub(crate) fn toggle(&mut self, joint: usize) {
        match self.0.iter().position(|other| *other == joint) {
            Some(known) if self.0.len() > 1 => drop(self.0.remove(known)),
            Some(_) => {}
            None => self.0.insert(0, joint),
        }
    }

    /// Selects the joint `by` places after the first, of `count`, from the last to the first again.
    pub(crate) fn step(&mut self, by: isize, count: usize) {
        if count > 0 {
            let joint = self.first().map_or(0, |joint| (joint as isize + by).rem_euclid(count as isize));
            self.set(joint as usize);
        }
    }
}

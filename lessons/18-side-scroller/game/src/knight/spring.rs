//! A critically damped spring: it comes to its goal as fast as it can without going beyond.

use std::ops::{Add, Mul, Sub};

/// Value on a spring, and its rate of change, in 1 a second.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spring<T> {
    pub(super) value: T,
    pub(super) rate: T,
}

impl<T: Copy + Default + Add<Output = T> + Sub<Output = T> + Mul<f32, Output = T>> Spring<T> {
    /// Creates a spring that is at rest.
    pub(super) fn at(value: T) -> Self {
        Spring { value, rate: T::default() }
    }

    /// Moves the value towards `goal` for `dt` seconds; three quarters of the way take about 2.7 / `omega` seconds.
    pub(super) fn advance(&mut self, goal: T, omega: f32, dt: f32) {
        let apart = self.value - goal;
        let change = (self.rate + apart * omega) * dt;
        let decay = (-omega * dt).exp();
        self.rate = (self.rate - change * omega) * decay;
        self.value = goal + (apart + change) * decay;
    }
}

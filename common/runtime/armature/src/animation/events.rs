//! Events of a clip: the times at which a game does something, such as the sound of a step or the damage of a hit.

use super::LoopMode;

/// Events of a clip and their times. An event is a name, a number or an enum of the game's;
/// [`Playback::passed`](super::Playback::passed) returns the events that playing has passed. Files have no events: they are
/// given in code, in seconds on the clip's own clock, which often does not begin at 0
/// ([`Clip::start`](super::Clip::start)).
#[doc(alias("notify", "marker"))]
#[derive(Clone, Debug, PartialEq)]
pub struct ClipEvents<E> {
    /// Sorted by time.
    events: Vec<(f32, E)>,
}

/// Movement of a playback in one update.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Passage {
    /// Seconds since the start of the cycle, before the update.
    pub(super) from: f32,
    /// Seconds since the start of the last cycle, after the update.
    pub(super) to: f32,
    /// Number of cycles completed, negative backwards. In [`LoopMode::PingPong`] a cycle is there and back.
    pub(super) cycles: i32,
    /// Whether events at `from` are still to be reported.
    pub(super) includes_from: bool,
}

/// Largest number of cycles of one update whose events are reported.
const MAX_CYCLES: i32 = 100;

impl<E> ClipEvents<E> {
    /// Makes a list of events from pairs of a time, in seconds on the clip's own clock, and an event, in any order.
    /// Events at the same time keep their order. An event outside of the clip is never passed.
    pub fn new(events: impl IntoIterator<Item = (f32, E)>) -> Self {
        let mut events: Vec<(f32, E)> = events.into_iter().collect();
        events.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self { events }
    }

    /// Returns all events with their times, the earliest first.
    pub fn events(&self) -> &[(f32, E)] {
        &self.events
    }

    /// Returns the events passed by a movement, in the order of passing, in a clip that begins at `start` and lasts
    /// `duration` seconds.
    pub(super) fn passed(
        &self,
        passage: Passage,
        start: f32,
        duration: f32,
        mode: LoopMode,
    ) -> impl Iterator<Item = &E> {
        let Passage { from, to, cycles, includes_from } = passage;
        let is_forward = (cycles, to) >= (0, from);
        let count = match mode {
            LoopMode::PingPong => 2 * self.events.len(), // on the way there, and on the way back
            LoopMode::Clamp | LoopMode::Loop => self.events.len(),
        };
        let reported = cycles.saturating_abs().min(MAX_CYCLES);
        let first_cycle = if is_forward { cycles - reported } else { cycles + reported };
        (0..(reported as usize + 1) * count).filter_map(move |step| {
            let later = (step / count) as i32;
            let index = step % count;
            let (cycle, index) =
                if is_forward { (first_cycle + later, index) } else { (first_cycle - later, count - 1 - index) };
            let is_back = index >= self.events.len();
            let (time, event) = &self.events[if is_back { count - 1 - index } else { index }];
            let offset = time - start;
            // Where the direction of playing turns, at the clip's ends, an event is passed once.
            if !(0.0..=duration).contains(&offset) || is_back && (offset == 0.0 || offset == duration) {
                return None;
            }
            let moment = (cycle, if is_back { 2.0 * duration - offset } else { offset });
            let is_passed = if is_forward {
                (0, from) < moment && moment <= (cycles, to)
            } else {
                (cycles, to) <= moment && moment < (0, from)
            };
            (is_passed || includes_from && moment == (0, from)).then_some(event)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::Playback;
    use LoopMode::{Clamp, Loop, PingPong};
    use proptest::prelude::*;

    const MODES: [LoopMode; 3] = [Clamp, Loop, PingPong];

    /// Makes events of two steps in a clip from 1 to 3 s, at its ends, and outside of it.
    fn walk() -> ClipEvents<&'static str> {
        ClipEvents::new([(2.5, "right"), (1.5, "left"), (1.0, "start"), (3.0, "end"), (0.5, "before"), (3.5, "after")])
    }

    fn playback(mode: LoopMode, speed: f32) -> Playback {
        let mut playback = Playback::new(1.0, 3.0);
        playback.set_loop_mode(mode);
        playback.set_speed(speed);
        playback
    }

    fn passed(playback: &Playback) -> String {
        playback.passed(&walk()).copied().collect::<Vec<_>>().join(" ")
    }

    /// Each is reported once, in the update that reaches it, and backwards in the opposite order.
    #[test]
    fn updates_one_after_another() {
        for (mode, speed, updates) in [
            (
                Loop,
                1.0,
                &[
                    (0.25, "start"),
                    (0.25, "left"),
                    (0.0, ""),
                    (1.5, "right end start"),
                    (4.0, "left right end start left right end start"),
                    (-0.5, "end right"),
                    (f32::NAN, ""),
                ][..],
            ),
            (Loop, -1.0, &[(2.25, "start end right left start end"), (-0.5, "end start")]),
            (PingPong, 1.0, &[(4.75, "start left right end right left start left"), (-1.25, "left start left")]),
            (Clamp, 1.0, &[(9.0, "start left right end"), (9.0, "")]),
        ] {
            let mut walking = playback(mode, speed);
            assert_eq!(passed(&walking), "");
            for (dt, expected) in updates {
                walking.advance(*dt);
                assert_eq!([passed(&walking), passed(&walking)], [*expected; 2], "{mode:?} {speed} {dt}");
            }
        }
    }

    #[test]
    fn a_jump_passes_nothing_but_where_it_arrives() {
        let mut walking = playback(Loop, 1.0);
        walking.advance(0.25);
        walking.seek(2.5);
        assert_eq!(passed(&walking), "");
        walking.pause();
        walking.advance(1.0);
        assert_eq!(passed(&walking), "");
        walking.step(0.125);
        assert_eq!(passed(&walking), "right");
        walking.advance(1.0);
        assert_eq!(passed(&walking), "");
    }

    #[test]
    fn clips_of_no_length_and_the_largest_numbers() {
        let mut still = Playback::new(1.0, 1.0);
        still.advance(0.5);
        assert_eq!(passed(&still), "start");
        let odd = ClipEvents::new([(f32::NAN, ()), (f32::INFINITY, ()), (f32::NEG_INFINITY, ())]);
        for mode in MODES {
            for speed in [1e30, -1e30] {
                let mut fast = playback(mode, speed);
                fast.advance(1e8);
                assert!(fast.passed(&walk()).count() <= 101 * 8, "{mode:?}");
                assert_eq!(fast.passed(&odd).count(), 0, "{mode:?}");
            }
        }
        assert_eq!(playback(Loop, 1.0).passed(&ClipEvents::<()>::new([])).count(), 0);
    }

    proptest! {
        /// Updates of any length report what is seen if the clock stops at each 128th of a second. All these numbers
        /// are exact. No update is of more cycles than are reported.
        #[test]
        fn independent_of_frame_rate(
            steps in prop::collection::vec(-300i32..300, 1..12), times in prop::collection::vec(0u8..128, 0..6),
            length in 3i32..128, first in 0i32..128,
        ) {
            let start = 0.5;
            let length = length as f32 / 128.0;
            let events = ClipEvents::new(times.into_iter().enumerate().map(|(id, time)| (start + f32::from(time) / 128.0, id)));
            for mode in MODES {
                let mut playing = Playback::new(start, start + length);
                playing.set_loop_mode(mode);
                playing.seek(start + first as f32 / 128.0);
                let mut ticking = playing.clone();
                ticking.advance(0.0); // the moment at which it begins
                let mut expected = at_time(&events, &ticking);
                for step in &steps {
                    playing.advance(*step as f32 / 128.0);
                    for _ in 0..step.abs() {
                        let before = ticking.elapsed();
                        ticking.step(step.signum() as f32 / 128.0);
                        if ticking.elapsed() != before {
                            expected.extend(at_time(&events, &ticking));
                        }
                    }
                    let mut passed: Vec<usize> = playing.passed(&events).copied().collect();
                    passed.sort_unstable();
                    // In a loop the end is the start, and events of both are not told apart by the clock.
                    if mode == Loop {
                        passed.retain(|id| !is_at_an_end(&events, *id, start, length));
                        expected.retain(|id| !is_at_an_end(&events, *id, start, length));
                    }
                    expected.sort_unstable();
                    prop_assert_eq!(&passed, &expected, "{:?}", mode);
                    expected.clear();
                }
            }
        }
    }

    fn at_time(events: &ClipEvents<usize>, playback: &Playback) -> Vec<usize> {
        events.events().iter().filter(|(time, _)| *time == playback.time()).map(|(_, id)| *id).collect()
    }

    fn is_at_an_end(events: &ClipEvents<usize>, id: usize, start: f32, length: f32) -> bool {
        events.events().iter().any(|(time, event)| *event == id && (*time == start || *time == start + length))
    }
}

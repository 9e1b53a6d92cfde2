//! Playback time in a clip: speed, pause, steps, and loop modes.

use super::{Clip, ClipEvents, events::Passage};

/// Behaviour at the end of a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LoopMode {
    /// Stops at the end (at the start, when playing backwards).
    Clamp,
    /// Begins again: the end and the start are the same.
    #[default]
    Loop,
    /// Plays backwards from the end to the start, and forwards again.
    PingPong,
}

/// Returns the time in a clip of `duration` seconds after `elapsed` seconds of playing, from 0 to `duration`.
///
/// `elapsed` may be negative, backwards from the start. The time in a clip of no length is always 0, and so is the time
/// at the end of a `Loop`.
pub fn wrap_time(elapsed: f32, duration: f32, mode: LoopMode) -> f32 {
    if duration <= 0.0 || !elapsed.is_finite() {
        return 0.0;
    }
    match mode {
        LoopMode::Clamp => elapsed.clamp(0.0, duration),
        LoopMode::Loop => {
            let wrapped = elapsed.rem_euclid(duration);
            // A tiny negative number rounds up to the duration itself.
            if wrapped < duration { wrapped } else { 0.0 }
        }
        LoopMode::PingPong => {
            let there_and_back = elapsed.rem_euclid(2.0 * duration);
            if there_and_back <= duration { there_and_back } else { 2.0 * duration - there_and_back }
        }
    }
}

/// Playback of a clip: its time, a speed and a [`LoopMode`]. [`time`](Self::time) is on the clip's own clock, which
/// often does not begin at 0; [`elapsed`](Self::elapsed) counts from the clip's start.
///
/// ```
/// use armature::animation::{LoopMode, Playback};
///
/// let mut playback = Playback::new(0.5, 2.5); // a clip whose first key is at 0.5 s
/// playback.set_loop_mode(LoopMode::Loop);
/// playback.advance(2.25);
/// assert_eq!(playback.time(), 0.75);
/// ```
#[doc(alias("clock", "playhead"))]
#[derive(Clone, Debug, PartialEq)]
pub struct Playback {
    start: f32,
    duration: f32,
    /// Seconds of playing since `start`, within one cycle, so that it stays exact for hours.
    elapsed: f32,
    /// Number of whole cycles before.
    cycles: i32,
    speed: f32,
    playing: bool,
    mode: LoopMode,
    /// Movement in the last update.
    passage: Passage,
    /// Whether the time was set by a jump, so that the next update passes the events at it.
    has_jumped: bool,
}

impl Playback {
    /// Makes a playback from `start` to `end` (seconds on the clip's clock), at speed 1, in a loop. An `end` before
    /// `start` or not finite makes a clip of no length.
    pub fn new(start: f32, end: f32) -> Self {
        let start = if start.is_finite() { start } else { 0.0 };
        let duration = if end.is_finite() { (end - start).max(0.0) } else { 0.0 };
        Self {
            start,
            duration,
            elapsed: 0.0,
            cycles: 0,
            speed: 1.0,
            playing: true,
            mode: LoopMode::Loop,
            passage: Passage::default(),
            has_jumped: true,
        }
    }

    /// Makes a playback of `clip`, at its start, at speed 1, in a loop.
    pub fn for_clip(clip: &Clip) -> Self {
        Self::new(clip.start, clip.end)
    }

    /// Returns the time on the clip's clock, in seconds, for [`Clip::sample`].
    pub fn time(&self) -> f32 {
        self.start + wrap_time(self.elapsed, self.duration, self.mode)
    }

    /// Returns the seconds of playing since the clip's start, within one cycle (there and back in
    /// [`LoopMode::PingPong`]).
    pub fn elapsed(&self) -> f32 {
        self.elapsed
    }

    /// Returns the number of times that playing has passed from the clip's end to its start, less the number of times
    /// backwards, for [`RootMotion::after`](super::RootMotion::after). There are none in [`LoopMode::PingPong`], and
    /// [`seek`](Self::seek) makes none.
    pub fn cycles(&self) -> i32 {
        self.cycles
    }

    /// Returns the fraction of the clip that has been played, from 0 to 1; 0 for a clip of no length.
    pub fn progress(&self) -> f32 {
        if self.duration > 0.0 { (self.time() - self.start) / self.duration } else { 0.0 }
    }

    /// Returns whether a [clamped](LoopMode::Clamp) clip has reached its end, or its start when playing backwards: a
    /// punch, a jump. In other modes it never does.
    pub fn has_ended(&self) -> bool {
        let end = if self.speed < 0.0 { 0.0 } else { self.duration };
        self.mode == LoopMode::Clamp && self.elapsed == end
    }

    /// Returns the events that the last [`advance`](Self::advance) or [`step`](Self::step) has passed, in the order of
    /// passing.
    ///
    /// The update that reaches an event's time, forwards or backwards, passes the event: once each time. An event at
    /// the time at which a playback begins, or to which it jumps by [`seek`](Self::seek), is passed by the next update.
    /// Events in between are not passed by a jump. In a loop, an event at the clip's end comes just before one at its
    /// start. Of an update of many cycles, the events of up to the last 100 are returned.
    ///
    /// ```
    /// use armature::animation::{ClipEvents, Playback};
    ///
    /// let steps = ClipEvents::new([(0.1, "left foot"), (0.6, "right foot")]);
    /// let mut playback = Playback::new(0.0, 1.0); // or Playback::for_clip
    /// playback.advance(0.25);
    /// assert!(playback.passed(&steps).eq(&["left foot"]));
    /// playback.advance(1.0);
    /// assert!(playback.passed(&steps).eq(&["right foot", "left foot"]));
    /// ```
    pub fn passed<'e, E>(&self, events: &'e ClipEvents<E>) -> impl Iterator<Item = &'e E> {
        events.passed(self.passage, self.start, self.duration, self.mode)
    }

    /// Advances the time by `dt` seconds times the speed, unless paused. A `dt` that is not finite is ignored.
    pub fn advance(&mut self, dt: f32) {
        self.passage = Passage::default();
        if self.playing {
            self.move_by(dt * self.speed);
        }
    }

    /// Advances the time by `seconds` on the clip's clock, whatever the speed, and pauses.
    pub fn step(&mut self, seconds: f32) {
        self.playing = false;
        self.move_by(seconds);
    }

    /// Jumps to `time` on the clip's clock, or to the nearer end if it is outside of the clip. Ignored if not finite.
    pub fn seek(&mut self, time: f32) {
        if time.is_finite() {
            self.elapsed = (time - self.start).clamp(0.0, self.duration);
            self.passage = Passage::default();
            self.has_jumped = true;
        }
    }

    /// Sets the speed: 1 is as recorded, 2 twice as fast, negative backwards, 0 stands still. Ignored if not finite.
    pub fn set_speed(&mut self, speed: f32) {
        if speed.is_finite() {
            self.speed = speed;
        }
    }

    /// Returns the speed of playing.
    pub fn speed(&self) -> f32 {
        self.speed
    }

    /// Sets the behaviour at the clip's ends. The time stays the same.
    pub fn set_loop_mode(&mut self, mode: LoopMode) {
        self.elapsed = self.time() - self.start;
        self.passage = Passage::default();
        self.mode = mode;
    }

    /// Returns the behaviour at the clip's ends.
    pub fn loop_mode(&self) -> LoopMode {
        self.mode
    }

    /// Continues playing. A clamped clip that has [ended](Self::has_ended) begins again.
    pub fn play(&mut self) {
        if self.has_ended() && self.speed != 0.0 {
            let is_forward = self.speed > 0.0;
            self.elapsed = if is_forward { 0.0 } else { self.duration };
            self.has_jumped = true;
            self.cycles = self.cycles.saturating_add(if is_forward { 1 } else { -1 });
        }
        self.playing = true;
    }

    /// Stops playing, so that [`advance`](Self::advance) does nothing.
    pub fn pause(&mut self) {
        self.playing = false;
    }

    /// Returns whether the playback is not paused.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Advances the time by `seconds` on the clip's clock, and keeps the movement for [`passed`](Self::passed).
    fn move_by(&mut self, seconds: f32) {
        let from = self.elapsed;
        let unwrapped = from + seconds;
        if !unwrapped.is_finite() {
            self.passage = Passage::default();
            return;
        }
        let mut cycles = 0;
        match self.mode {
            LoopMode::Clamp => self.elapsed = unwrapped.clamp(0.0, self.duration),
            LoopMode::Loop | LoopMode::PingPong => {
                let cycle = if self.mode == LoopMode::Loop { self.duration } else { 2.0 * self.duration };
                // Only whole cycles are subtracted, so that no time is lost where a cycle ends.
                self.elapsed = wrap_time(unwrapped, cycle, LoopMode::Loop);
                if cycle > 0.0 {
                    cycles = ((unwrapped - self.elapsed) / cycle).round() as i32;
                }
            }
        }
        if self.mode == LoopMode::Loop {
            self.cycles = self.cycles.saturating_add(cycles);
        }
        self.passage = Passage { from, to: self.elapsed, cycles, includes_from: self.has_jumped };
        self.has_jumped = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ends_of_a_clip() {
        use LoopMode::{Clamp, Loop, PingPong};
        let table = [
            // elapsed, clamp, loop, ping-pong in a clip of 2 s
            (0.0, 0.0, 0.0, 0.0),
            (0.5, 0.5, 0.5, 0.5),
            (2.0, 2.0, 0.0, 2.0),
            (2.5, 2.0, 0.5, 1.5),
            (4.0, 2.0, 0.0, 0.0),
            (5.0, 2.0, 1.0, 1.0),
            (-0.5, 0.0, 1.5, 0.5),
            (-3.0, 0.0, 1.0, 1.0),
        ];
        for (elapsed, clamp, repeat, back) in table {
            assert_eq!(wrap_time(elapsed, 2.0, Clamp), clamp, "clamp {elapsed}");
            assert_eq!(wrap_time(elapsed, 2.0, Loop), repeat, "loop {elapsed}");
            assert_eq!(wrap_time(elapsed, 2.0, PingPong), back, "ping-pong {elapsed}");
        }
        assert_eq!(wrap_time(1.0, 0.0, Loop), 0.0);
        assert_eq!(wrap_time(f32::NAN, 2.0, Loop), 0.0);
        assert_eq!(wrap_time(-1e-9, 2.0, Loop), 0.0, "rounds to the end, which is the start");
    }

    #[test]
    fn backwards() {
        let mut playback = Playback::new(1.0, 3.0);
        playback.set_speed(-1.0);
        playback.advance(0.5);
        assert_eq!(playback.time(), 2.5);
        playback.set_loop_mode(LoopMode::Clamp);
        playback.advance(1.0);
        assert!(!playback.has_ended());
        playback.advance(9.0);
        assert_eq!((playback.time(), playback.has_ended()), (1.0, true));
        playback.play();
        assert_eq!((playback.time(), playback.has_ended()), (3.0, false), "begins anew, from the end");
        playback.set_speed(1.0);
        assert!(playback.has_ended());
        playback.set_loop_mode(LoopMode::PingPong);
        assert!(!playback.has_ended(), "it turns");
    }

    #[test]
    fn pause_step_and_seek() {
        let mut playback = Playback::new(0.0, 2.0);
        playback.pause();
        playback.advance(1.0);
        assert_eq!(playback.time(), 0.0);
        playback.play();
        playback.step(0.25);
        assert!(!playback.is_playing());
        assert_eq!((playback.time(), playback.progress()), (0.25, 0.125));
        playback.step(-0.5);
        assert_eq!(playback.time(), 1.75);
        playback.seek(99.0);
        playback.set_loop_mode(LoopMode::Clamp);
        assert_eq!(playback.time(), 0.0, "in a loop the end is the start");
        playback.seek(99.0);
        assert_eq!(playback.time(), 2.0);
    }

    #[test]
    fn clamped_time_turns_round_at_once() {
        let mut playback = Playback::new(0.0, 1.0);
        playback.set_loop_mode(LoopMode::Clamp);
        playback.advance(100.0);
        playback.set_speed(-1.0);
        playback.advance(0.25);
        assert_eq!(playback.time(), 0.75, "not a hundred seconds later");
    }

    #[test]
    fn odd_numbers() {
        let mut playback = Playback::new(0.0, f32::NAN);
        playback.advance(1.0);
        assert_eq!((playback.time(), playback.progress()), (0.0, 0.0));
        let mut playback = Playback::new(0.0, 1.0);
        playback.advance(f32::INFINITY);
        playback.set_speed(f32::NAN);
        playback.seek(f32::NAN);
        playback.advance(0.5);
        assert_eq!((playback.time(), playback.speed()), (0.5, 1.0));
    }

    #[test]
    fn rounds_are_counted() {
        use LoopMode::{Clamp, Loop, PingPong};
        for (mode, speed, dts, expected) in [
            (Loop, 1.0, &[1.5, 1.0, 7.0][..], 4),
            (Loop, -1.0, &[0.5], -1),
            (Loop, -1.0, &[1e-9], 0), // rounds to the start
            (Loop, 1.0, &[0.5, -0.75, 0.5], 0),
            (Loop, 1e30, &[1e8], i32::MAX),
            (PingPong, 3.0, &[5.0, 5.0], 0),
            (Clamp, 1.0, &[1.0], 0),
            (Clamp, 1.0, &[9.0], 1), // begins again
            (Clamp, -1.0, &[9.0], -1),
            (Clamp, 0.0, &[9.0], 0),
        ] {
            let mut playback = Playback::new(1.0, 3.0);
            playback.set_loop_mode(mode);
            playback.set_speed(speed);
            for dt in dts {
                playback.advance(*dt);
            }
            playback.play();
            assert_eq!(playback.cycles(), expected, "{mode:?} {speed} {dts:?}");
        }
    }

    #[test]
    fn what_has_been_played_stays_within_a_cycle() {
        let mut playback = Playback::new(1.0, 3.0);
        playback.advance(5.0);
        assert_eq!((playback.elapsed(), playback.time()), (1.0, 2.0));
        playback.set_loop_mode(LoopMode::PingPong);
        playback.advance(2.5);
        assert_eq!((playback.elapsed(), playback.time()), (3.5, 1.5), "on its way back");
    }

    proptest! {
        /// Frame rate does not matter: many small steps lead where one large step leads.
        #[test]
        fn independent_of_frame_rate(
            steps in prop::collection::vec(0.0f32..0.1, 1..50),
            mode in prop_oneof![Just(LoopMode::Clamp), Just(LoopMode::Loop), Just(LoopMode::PingPong)],
        ) {
            let mut small = Playback::new(0.25, 1.5);
            small.set_loop_mode(mode);
            let mut large = small.clone();
            for &dt in &steps {
                small.advance(dt);
            }
            large.advance(steps.iter().sum());
            let apart = (small.time() - large.time()).abs();
            // 50 roundings of 1e-7; at the seam of a loop the two may lie on either side of it.
            prop_assert!(apart < 1e-4 || (mode == LoopMode::Loop && (apart - 1.25).abs() < 1e-4), "{apart}");
        }

        #[test]
        fn time_stays_inside(dts in prop::collection::vec(-1e4f32..1e4, 1..20), speed in -9.0f32..9.0) {
            for mode in [LoopMode::Clamp, LoopMode::Loop, LoopMode::PingPong] {
                let mut playback = Playback::new(2.0, 3.0);
                playback.set_loop_mode(mode);
                playback.set_speed(speed);
                for &dt in &dts {
                    playback.advance(dt);
                    prop_assert!((2.0..=3.0).contains(&playback.time()));
                }
            }
        }
    }
}

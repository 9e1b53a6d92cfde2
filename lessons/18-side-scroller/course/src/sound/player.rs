//! Plays [`sound`](crate::sound) with rodio.

use super::{ALWAYS, Listener, ONCE, effects, synth::RATE};
use crate::game::{Event, EventKind};
use rodio::{
    DeviceSinkBuilder, MixerDeviceSink, Player, Source, source::ChannelVolume, static_buffer::StaticSamplesBuffer,
};
use std::{num::NonZero, sync::mpsc, thread};

/// The last seconds of a sound that is played once fade to silence.
const ENDING: f32 = 0.004;
/// Fraction by which the loudness of what never ends follows in a frame.
const FOLLOWS: f32 = 0.06;
/// Number of different steps on stone.
const STEPS: u32 = 4;

pub struct Sound {
    device: MixerDeviceSink,
    once: Vec<(EventKind, StaticSamplesBuffer)>,
    always: Vec<Player>,
    /// Sounds in this order, made while the game runs.
    made: mpsc::Receiver<(Option<EventKind>, StaticSamplesBuffer)>,
    played: Option<usize>,
    count: usize,
}

impl Sound {
    /// Opens the sound device; returns `None` where there is none.
    pub fn open() -> Option<Self> {
        let mut device = DeviceSinkBuilder::open_default_sink().ok()?;
        device.log_on_drop(false);
        let (send, made) = mpsc::channel();
        thread::spawn(move || {
            let once = ONCE.iter().map(|(kind, make)| (Some(*kind), ending(make())));
            let steps = (1..STEPS).map(|seed| (Some(EventKind::Step), ending(effects::step(seed))));
            let always = ALWAYS.iter().map(|make| (None, make()));
            // Where the window was closed meanwhile nobody takes them.
            let _ = once.chain(steps).chain(always).try_for_each(|(kind, samples)| send.send((kind, buffer(samples))));
        });
        Some(Sound { device, once: Vec::new(), always: Vec::new(), made, played: None, count: 0 })
    }

    /// Plays the events of the steps since the last call. Where time was turned back, it begins again.
    pub fn play(&mut self, steps: usize, happened: &[(usize, Event)], place: &Listener) {
        while let Ok((kind, samples)) = self.made.try_recv() {
            if let Some(kind) = kind {
                self.once.push((kind, samples));
                continue;
            }
            let player = Player::connect_new(self.device.mixer());
            player.set_volume(0.0);
            player.append(samples.repeat_infinite());
            self.always.push(player);
        }
        let played = self.played.replace(steps).filter(|played| *played <= steps).unwrap_or(steps);
        for (_, event) in happened.iter().filter(|(step, _)| *step > played) {
            let of_kind: Vec<_> = self.once.iter().filter(|(kind, _)| *kind == event.kind).collect();
            if !of_kind.is_empty() {
                self.count += 1;
                let samples = of_kind[self.count % of_kind.len()].1.clone();
                self.device.mixer().add(ChannelVolume::new(samples, place.ears(event).to_vec()));
            }
        }
        for (player, volume) in self.always.iter().zip(place.surroundings()) {
            player.set_volume(player.volume() + FOLLOWS * (volume - player.volume()));
        }
    }
}

fn ending(mut samples: Vec<f32>) -> Vec<f32> {
    let count = (ENDING * RATE as f32) as usize;
    for (place, sample) in samples.iter_mut().rev().take(count).enumerate() {
        *sample *= place as f32 / count as f32;
    }
    samples
}

/// One channel. rodio plays a slice that is never freed without a copy; a program makes each once.
fn buffer(samples: Vec<f32>) -> StaticSamplesBuffer {
    StaticSamplesBuffer::new(NonZero::<u16>::MIN, NonZero::new(RATE).expect("not 0"), samples.leak())
}

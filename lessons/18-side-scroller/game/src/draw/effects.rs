//! Dust, sparks and the camera's shake: made of what happens in a step, and forgotten soon.

use crate::game::{Event, EventKind, STEP};
use common::graphics::{LineVertex, debug_draw::Shapes};
use glam::{FloatExt, Vec2, Vec3, Vec4};
use std::f32::consts::{PI, TAU};

const DUST: Vec4 = Vec4::new(0.72, 0.66, 0.55, 0.55);
/// Brightness of dust in a dark passage.
const IN_THE_DARK: f32 = 0.3;
const SPARK: Vec4 = Vec4::new(1.0, 0.86, 0.35, 1.0);
const STEEL: Vec4 = Vec4::new(0.93, 0.97, 1.0, 1.0);
const GLINT: Vec4 = Vec4::new(1.0, 1.0, 0.95, 1.0);
const BLOOD: Vec4 = Vec4::new(0.9, 0.12, 0.1, 1.0);
/// Largest number of particles at a time.
const MAX_PARTICLES: usize = 200;
/// Rates at which the shake dies away and at which it oscillates, in 1 a second.
const SHAKE_DECAY: f32 = 9.0;
const SHAKE_RATE: f32 = 75.0;
/// Offset of sparks in front of a body, in metres.
const IN_FRONT: Vec3 = Vec3::new(0.0, 0.0, 0.5);
/// Speed of a rising heart, in metres a second, its lifetime, in seconds, and half its width, in metres.
const HEART_SPEED: f32 = 0.9;
const HEART_TIME: f32 = 1.1;
const HEART_HALF_WIDTH: f32 = 0.16;
/// Time for which the picture's edges are red after a bite, in seconds.
const RED_TIME: f32 = 0.25;
/// Length of a spark's streak, in seconds of its motion.
const STREAK: f32 = 0.06;

#[derive(Clone, Copy, Debug)]
struct Particle {
    at: Vec3,
    velocity: Vec3,
    color: Vec4,
    size: f32,
    seconds: f32,
    lasts: f32,
}

/// Particles, hearts and the camera's shake.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    particles: Vec<Particle>,
    /// Amplitude in metres.
    shake: f32,
    /// Time for which the picture's edges are still red, in seconds.
    red_for: f32,
    /// Position of each rising heart, and its age in seconds.
    hearts: Vec<(Vec3, f32)>,
    seconds: f32,
    seed: u32,
}

impl Effects {
    /// Moves everything for a step and adds the effects of its events.
    pub fn step(&mut self, events: &[Event]) {
        let dt = STEP as f32;
        self.seconds += dt;
        self.shake *= (-SHAKE_DECAY * dt).exp();
        self.red_for = (self.red_for - dt).max(0.0);
        for particle in &mut self.particles {
            let is_dust = particle.color == DUST;
            particle.seconds += dt;
            particle.at += particle.velocity * dt;
            particle.velocity *= if is_dust { 0.92 } else { 0.98 };
            particle.velocity.y -= if is_dust { -0.2 } else { 9.0 } * dt;
        }
        self.particles.retain(|particle| particle.seconds < particle.lasts);
        for (at, seconds) in &mut self.hearts {
            at.y += HEART_SPEED * dt;
            *seconds += dt;
        }
        self.hearts.retain(|(_, seconds)| *seconds < HEART_TIME);
        for event in events {
            self.add_effects(event);
        }
    }

    fn add_effects(&mut self, event: &Event) {
        let Event { kind, at, strength } = *event;
        match kind {
            EventKind::Step => self.throw(at, 1 + strength as usize / 2, DUST, 0.5, 0.0),
            EventKind::Jump => self.throw(at, 5, DUST, 0.9, 0.0),
            EventKind::Landing => {
                self.throw(at, strength as usize, DUST, 0.25 * strength, 0.006 * (strength - 5.0).max(0.0));
            }
            EventKind::Hit => self.throw(at, 10 + 4 * strength as usize, SPARK, 3.5, 0.03 * strength),
            EventKind::Glance => {
                let at = at + IN_FRONT;
                self.throw(at, 14, STEEL, 4.5, 0.03);
                let velocity = Vec3::ZERO;
                let color = GLINT;
                self.particles.push(Particle { at, velocity, color, size: 0.35, seconds: 0.0, lasts: 0.15 });
            }
            EventKind::Bounce => self.throw(at, 8, DUST, 1.6, 0.02),
            EventKind::Hurt => {
                self.throw(at, 14, BLOOD, 2.5, 0.09);
                self.red_for = RED_TIME;
            }
            EventKind::Fallen => self.throw(at, 12, DUST, 1.5, 0.12),
            EventKind::Heart => self.hearts.push((at + IN_FRONT, 0.0)),
            EventKind::Token | EventKind::Door => self.throw(at, 16, SPARK, 2.0, 0.0),
            EventKind::Punch | EventKind::Swing | EventKind::Back => {}
        }
    }

    /// Adds the dust of a body that vanishes.
    pub fn smoke(&mut self, at: Vec3, size: f32) {
        self.throw(at, 2, DUST, 1.6 * size, 0.0);
    }

    /// Throws `count` particles in all directions but down, at up to `speed` metres a second, and shakes the camera by
    /// `shake` metres.
    fn throw(&mut self, at: Vec3, count: usize, color: Vec4, speed: f32, shake: f32) {
        self.shake = self.shake.max(shake);
        for _ in 0..count.min(MAX_PARTICLES.saturating_sub(self.particles.len())) {
            let along = Vec2::from_angle(self.random() * PI);
            let fast = self.random();
            let lasts = 0.3 * self.random();
            let scale = speed * (0.3 + 0.7 * fast);
            let z = 0.4 * (fast - 0.5);
            self.particles.push(if color == DUST {
                let velocity = scale * Vec3::new(along.x, 0.35 * along.y, z);
                Particle { at, velocity, color, size: 0.10, seconds: 0.0, lasts: 0.35 + lasts }
            } else {
                let velocity = scale * Vec3::new(along.x, along.y, z);
                Particle { at, velocity, color, size: 0.035, seconds: 0.0, lasts: 0.2 + lasts }
            });
        }
    }

    /// Returns a number from 0 up to 1, in the same order each time.
    fn random(&mut self) -> f32 {
        self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.seed >> 8) as f32 / 16_777_216.0
    }

    pub fn shake(&self) -> Vec3 {
        let angle = SHAKE_RATE * self.seconds;
        self.shake * Vec3::new(angle.sin(), (1.3 * angle).cos(), 0.0)
    }

    pub fn red(&self) -> f32 {
        self.red_for / RED_TIME
    }

    /// Draws particles and hearts as triangles in the scene, by daylight from 0 to 1.
    pub fn draw(&self, shapes: &mut Shapes, daylight: f32) {
        for (at, seconds) in &self.hearts {
            draw_heart(shapes, *at, BLOOD.with_w(((HEART_TIME - seconds) / 0.3).min(1.0)));
        }
        for particle in &self.particles {
            particle.draw(shapes, daylight);
        }
    }
}

impl Particle {
    fn draw(&self, shapes: &mut Shapes, daylight: f32) {
        let age = self.seconds / self.lasts;
        let grows = if self.color == DUST { 1.0 + 2.0 * age } else { 1.0 - 0.5 * age };
        let radius = self.size * grows;
        // Dust has the light of its place; all else shines.
        let light = if self.color == DUST { IN_THE_DARK.lerp(1.0, daylight) } else { 1.0 };
        let color = (light * self.color).with_w(self.color.w * (1.0 - age));
        let clear = color.with_w(0.0);
        let is_soft = self.color == DUST || self.color == GLINT;
        if !is_soft {
            let tail = self.at - STREAK * self.velocity;
            let side = 0.7 * radius * (self.at - tail).cross(Vec3::Z).normalize_or_zero();
            for (position, color) in [(self.at + side, color), (self.at - side, color), (tail, clear)] {
                shapes.triangles.push(LineVertex { position, color });
            }
        }
        let rim_color = if is_soft { clear } else { color };
        for step in 0..6 {
            let from = Vec2::from_angle(TAU * step as f32 / 6.0).extend(0.0);
            let to = Vec2::from_angle(TAU * (step + 1) as f32 / 6.0).extend(0.0);
            shapes.triangles.extend([
                LineVertex { position: self.at, color },
                LineVertex { position: self.at + radius * from, color: rim_color },
                LineVertex { position: self.at + radius * to, color: rim_color },
            ]);
        }
    }
}

fn draw_heart(shapes: &mut Shapes, middle: Vec3, color: Vec4) {
    let tip = [(-0.97, 0.1), (0.0, -1.1), (0.97, 0.1), (0.0, 0.3)];
    shapes.quad(tip.map(|(x, y)| middle + HEART_HALF_WIDTH * Vec3::new(x, y, 0.0)), color);
    for side in [-0.5, 0.5] {
        let mut rim = [Vec3::ZERO; 11];
        for (step, point) in rim.iter_mut().enumerate() {
            let around = 0.52 * Vec2::from_angle(PI * (step as f32 / 8.0 - 0.1));
            *point = middle + HEART_HALF_WIDTH * Vec3::new(side + around.x, 0.25 + around.y, 0.0);
        }
        let center = middle + HEART_HALF_WIDTH * Vec3::new(side, 0.1, 0.0);
        for step in (0..10).step_by(2) {
            shapes.quad([center, rim[step], rim[step + 1], rim[step + 2]], color);
        }
    }
}

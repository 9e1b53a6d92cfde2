//! All that shines: sun and sky, the passages that they do not reach, torches, and the flashlight.

use super::sun::to_sun;
use crate::level::{Level, Piece};
use common::graphics::{LineVertex, ShaderError};
use common::prelude::*;
use glam::{Vec2, Vec3, Vec4};

/// Half the width of the picture, in metres.
const SEEN: f32 = 11.0;
/// Dark passages and torches that a shader knows, the nearest.
const DARKS: usize = 4;
const TORCHES: usize = 5;
/// Length inside of a passage's ends over which the light fades, in metres.
const FADES: f32 = 2.5;
/// Length of the beam in the air, in metres, its opening, and the number of parts in which it is drawn.
const BEAM: f32 = 5.0;
const OPENING: f32 = 0.33;
const PARTS: usize = 10;

#[derive(Clone, Debug, Default)]
pub struct Light {
    /// Range of x, height, and 0, for each dark passage.
    darks: Vec<Vec4>,
    /// Position and brightness of each torch.
    torches: Vec<Vec4>,
    /// Position, direction and brightness of the flashlight; `None` if it is off.
    flashlight: Option<(Vec3, Vec3, f32)>,
}

/// The view and the light of a picture, and all uniforms of the shader world.frag.
pub(super) struct Lit<'a> {
    pub(super) view: &'a View,
    pub(super) light: &'a Light,
    pub(super) uniforms: Uniforms<'a>,
}

pub(super) const WORLD_SHADER: ShaderFile = ShaderFile("18-side-scroller/world.frag");

/// Programs of the shader world.frag with all lights, and without those that light nothing outside.
pub(super) struct LitPrograms<P> {
    all: P,
    sun_alone: P,
}

impl<P> LitPrograms<P> {
    /// Builds both by `load`, which gets their defines.
    pub(super) fn new(define: &str, load: impl Fn(&[&str]) -> Result<P, ShaderError>) -> Result<Self> {
        Ok(LitPrograms { all: load(&[define])?, sun_alone: load(&[define, "SUN_ALONE"])? })
    }

    pub(super) fn program_for(&self, light: &Light) -> &P {
        let is_sun_alone = light.darks.is_empty() && light.torches.is_empty() && light.flashlight.is_none();
        if is_sun_alone { &self.sun_alone } else { &self.all }
    }
}

impl Light {
    /// Collects the passages and torches near a place; torches flicker.
    pub fn new(level: &Level, around: Vec3, seconds: f32) -> Self {
        let mut darks = Vec::new();
        for dark in &level.darkness {
            let middle = 0.5 * (dark.from + dark.to) as f32;
            let half = 0.5 * (dark.to - dark.from) as f32;
            let distance = (middle - around.x).abs();
            if distance < half + SEEN {
                darks.push((distance, Vec4::new(dark.from as f32, dark.to as f32, dark.below as f32, 0.0)));
            }
        }
        darks.sort_by(|a, b| a.0.total_cmp(&b.0));
        darks.truncate(DARKS);
        let mut torches: Vec<Vec3> = level.pieces.iter().filter_map(Piece::flame).collect();
        torches.retain(|torch| (torch.x - around.x).abs() < SEEN + 4.0);
        torches.sort_by(|a, b| a.distance(around).total_cmp(&b.distance(around)));
        torches.truncate(TORCHES);
        Light {
            darks: darks.into_iter().map(|(_, dark)| dark).collect(),
            torches: torches.iter().map(|torch| torch.extend(flicker(*torch, seconds))).collect(),
            flashlight: None,
        }
    }

    /// Adds a flashlight, brighter where it is darker.
    #[must_use]
    pub fn with_flashlight(mut self, at: Vec3, along: Vec3) -> Self {
        let shine = 1.0 - self.daylight(at);
        self.flashlight = (shine > 0.0).then(|| (at, along.normalize_or(Vec3::X), shine));
        self
    }

    /// Returns the uniforms of shaders/18-side-scroller/world.frag.
    pub(super) fn uniforms(&self, view: &View) -> Uniforms<'static> {
        let (at, along, shine) = self.flashlight.unwrap_or((Vec3::ZERO, Vec3::X, 0.0));
        let mut torches = [Vec4::ZERO; TORCHES];
        torches[..self.torches.len()].copy_from_slice(&self.torches);
        Uniforms::new()
            .vec3("u_eye", view.camera.eye())
            .vec3("u_to_sun", to_sun())
            .int("u_dark_count", self.darks.len() as i32)
            .int("u_torch_count", self.torches.len() as i32)
            .vec4s("u_darks", &self.darks(|dark| dark))
            .vec4s("u_torches", &torches)
            .vec3("u_flashlight", at)
            .vec3("u_beam", along)
            .float("u_flash", shine)
    }

    /// Returns the dark passages, changed by `map`; unused entries are out of reach.
    pub(super) fn darks(&self, map: impl Fn(Vec4) -> Vec4) -> [Vec4; DARKS] {
        let mut all = [Vec4::new(1e6, 1e6, -1e6, 0.0); DARKS];
        all.iter_mut().zip(&self.darks).for_each(|(to, from)| *to = map(*from));
        all
    }

    /// Returns the daylight at a place: 1 outside, 0 in a dark passage.
    pub fn daylight(&self, at: Vec3) -> f32 {
        let mut daylight = 1.0;
        for dark in &self.darks {
            let inside = smooth(dark.x, dark.x + FADES, at.x) * (1.0 - smooth(dark.y - FADES, dark.y, at.x));
            daylight *= 1.0 - inside * (1.0 - smooth(dark.z - 1.1, dark.z + 0.7, at.y));
        }
        daylight
    }

    /// Returns the uniforms of the brightest lamp at a point, for a shader with a single lamp such as lesson 10's.
    pub fn single_lamp(&self, at: Vec3) -> Uniforms<'static> {
        let day = self.daylight(at);
        let mut lamp = (to_sun(), Vec3::new(0.95, 0.84, 0.68) * day);
        for torch in &self.torches {
            let to_fire = torch.truncate() - at;
            let fire = Vec3::new(1.0, 0.55, 0.25) * torch.w / (0.5 + to_fire.length_squared());
            if fire.x > lamp.1.x {
                lamp = (to_fire.normalize_or(Vec3::Y), fire);
            }
        }
        if let Some((from, along, shine)) = self.flashlight {
            let away = at - from;
            let fraction = shine * smooth(0.80, 0.95, away.normalize_or_zero().dot(along));
            let shine = Vec3::new(1.0, 0.95, 0.82) * fraction * 5.0 / (1.2 + 0.55 * away.length_squared());
            if shine.x > lamp.1.x {
                lamp = (-along, shine);
            }
        }
        Uniforms::new()
            .vec3("u_to_light", lamp.0)
            .vec3("u_lamp", lamp.1)
            .vec3("u_ambient", Vec3::new(0.32, 0.34, 0.38).lerp(Vec3::new(0.14, 0.16, 0.20), 1.0 - day))
    }

    /// Returns the flashlight's beam in the air as two fans of triangles.
    pub(super) fn beam_shapes(&self) -> Shapes {
        let mut shapes = Shapes::new();
        let Some((at, along, shine)) = self.flashlight else { return shapes };
        let side = along.cross(Vec3::Z).normalize_or(Vec3::Y);
        for out in [-1.0, 1.0] {
            let mut rows = Vec::new();
            for part in 0..=PARTS {
                let fraction = part as f32 / PARTS as f32;
                let middle = at + BEAM * fraction * along;
                let opacity = (1.0 - fraction) * (1.0 - fraction) * 0.16 * shine;
                for (position, opacity) in [(middle, opacity), (middle + BEAM * fraction * OPENING * out * side, 0.0)] {
                    rows.push(LineVertex { position, color: Vec4::new(1.0, 0.95, 0.80, opacity) });
                }
            }
            for row in rows.windows(4).step_by(2) {
                shapes.triangles.extend([row[0], row[2], row[3], row[0], row[3], row[1]]);
            }
        }
        shapes
    }
}

fn smooth(from: f32, to: f32, x: f32) -> f32 {
    let u = ((x - from) / (to - from)).clamp(0.0, 1.0);
    u * u * (3.0 - 2.0 * u)
}

fn flicker(at: Vec3, seconds: f32) -> f32 {
    let phase = Vec2::new(at.x * 12.9, at.y * 7.3).length();
    1.0 + 0.10 * (seconds * 9.0 + phase).sin() + 0.07 * (seconds * 23.0 + 2.0 * phase).sin()
}

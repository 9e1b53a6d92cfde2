//! A frame between two steps, and its text.

use super::best::Best;
use super::plays::{Moment, Play};
use crate::draw::camera::Lead;
pub(super) use crate::draw::hud::Words;
use crate::draw::hud::{Hud, time};
use crate::draw::{Character, CharacterKind, effects::Effects, marks, mist};
use crate::fight::{Creature, Mood};
use crate::game::{Event, FALLEN, Game, HEALTH, Outcome, STEP, Stage};
use crate::knight::{self, Knight};
use common::graphics::debug_draw::Shapes;
use common::scenes::flat::FlatShapes;
use common::scenes::posed_model::WorldPose;
use glam::{Mat4, Vec3, Vec4};
use lesson_12::character::skin::SkinnedFrame;
use std::f32::consts::TAU;
use std::sync::Arc;

/// Factors of colours as painted; of the knight while nothing hurts him; and of the kinds of creatures, in their order.
const PAINTED: Vec4 = Vec4::new(1.0, 1.0, 1.0, 0.0);
const SAFE: Vec4 = Vec4::new(2.1, 2.2, 2.4, 0.5);
const PULSE: f32 = 2.5;
const TINTS: [Vec4; 4] =
    [PAINTED, Vec4::new(0.95, 0.92, 1.0, 1.0), Vec4::new(2.6, 0.45, 0.30, 0.0), Vec4::new(0.85, 0.22, 0.60, 0.0)];
/// Distance of a creature with which he fights, in metres.
const FIGHTS: f64 = 4.0;
/// Number of steps over which the picture grows dark before he is back, and over which the door opens.
const VEILED: f32 = 20.0;
const OPENS: f32 = 75.0;
/// Range of steps in which its light spreads, and the step from which on there are words.
const SPREADS: (f32, f32) = (100.0, 150.0);
const ENDS: usize = 185;
/// Light of the door on him who goes through it, and its brightness over the picture in the end.
const LIT: Vec4 = Vec4::new(5.0, 4.4, 3.2, 0.8);
const STAYS: f32 = 0.35;
/// Number of steps in which he would have fallen, however little.
const HANGS: usize = 20;
/// Time for which figures are red that have been hurt, in seconds.
const FLASH: f32 = 0.25;
/// Distance of creatures that are in the picture, in metres.
const SEEN: f64 = 16.0;
/// Position of the flashlight from between his feet: forward and up, in metres.
const LAMP: Vec3 = Vec3::new(0.0, 1.22, 0.26);
/// Direction of its beam: forward, a little down and away from the viewer.
const BEAM: Vec3 = Vec3::new(0.0, -0.10, 1.0);

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    pub(super) mesh: bool,
    pub(super) velocities: bool,
    pub(super) spheres: bool,
}

/// The data of a picture of a game.
pub struct Frame {
    pub game: Game,
    pub(super) stage: Arc<Stage>,
    pub(super) figures: Vec<Character>,
    /// Number of steps so far, or to the door, and the same in seconds.
    pub(super) taken: usize,
    seconds: f32,
    /// Places of the sword in the last steps.
    trail: Vec<Mat4>,
    effects: Effects,
    /// Number of steps, and the events of the last of them, each with the step's number.
    pub(super) steps: usize,
    pub(super) heard: Vec<(usize, Event)>,
    pub(super) ghost: Option<Character>,
    pub(super) target: Vec3,
    /// Point between his feet.
    pub(super) place: Vec3,
    /// Position and direction of the flashlight.
    pub(super) lamp: (Vec3, Vec3),
    /// Figures by lessons 08 to 11; `None` draws by the finished ones.
    pub(super) skinned: Option<Vec<SkinnedFrame>>,
}

impl Frame {
    /// Interpolates between the step before (0) and the last one (1).
    pub(super) fn new(play: &Play, u: f32) -> Self {
        let Play { stage, game, moments, leads, effects, ghost, trail, .. } = play;
        let [before, after] = moments;
        let bounds = stage.level.bounds();
        let place = place(before, after, u, game);
        Frame {
            taken: play.taken,
            seconds: (play.taken as f64 * STEP) as f32,
            trail: trail.iter().copied().collect(),
            figures: figures(before, after, u, game),
            target: Lead::target(&leads[0], &leads[1], f64::from(u), bounds, stage.level.abyss) + effects.shake(),
            ghost: ghost.as_ref().filter(|ghost| ghost.outcome == Outcome::Playing).map(knight_of),
            effects: effects.clone(),
            steps: play.done,
            heard: play.heard.iter().copied().collect(),
            place: place.w_axis.truncate(),
            lamp: (place.transform_point3(LAMP), place.transform_vector3(BEAM).normalize_or(Vec3::X)),
            game: game.clone(),
            stage: stage.clone(),
            skinned: None,
        }
    }

    pub(super) fn hud(&self, own: Option<Words>, note: Option<&'static str>, best: Option<&Best>) -> Hud {
        let game = &self.game;
        let lies = |steps: usize| (steps as f32 - FALLEN as f32) / VEILED + 1.0;
        let (veil, end) = match game.outcome {
            // He is back, and safe for longer than after a bite.
            Outcome::Playing => ((game.knight.safe_for - knight::SAFE) / 0.3, self.at_the_door()),
            Outcome::Fallen(steps) if game.health == 0 => (lies(steps), Some(words("down", ["on with three hearts"]))),
            Outcome::Fallen(steps) => (lies(steps), None),
            Outcome::Won => (0.0, self.end(best)),
        };
        let tokens = (taken(&game.tokens), game.tokens.len());
        let (health, veil) = ((game.health, HEALTH), veil.clamp(0.0, 1.0));
        let hurt = self.effects.red();
        let words = own.or(end);
        Hud { health, seconds: self.seconds, tokens, words, note, is_title: false, veil, hurt }
    }

    /// Returns the words at the door, once it is open.
    fn end(&self, best: Option<&Best>) -> Option<Words> {
        let Game { falls, beaten, creatures, tokens, .. } = &self.game;
        let (taken, all, of) = (taken(tokens), tokens.len(), creatures.len());
        let time = |steps: usize| time((steps as f64 * STEP) as f32);
        let now = format!("{}   tokens {taken} of {all}   beaten {beaten} of {of}", time(self.taken));
        let fallen = format!("falls and deaths {falls}");
        let is_best = best.is_some_and(|best| best.steps == self.taken);
        let before = best.filter(|_| !is_best).map(|best| {
            format!("the best: {}   tokens {}   falls and deaths {}", time(best.steps), best.tokens, best.falls)
        });
        let gift = if taken == all && all > 0 { "all tokens: your sword leaves gold in the air" } else { "" };
        let best = before.unwrap_or_else(|| if is_best { "the best run so far!".into() } else { String::new() });
        let end = words("the door is open", [&now, &fallen, &best, gift, "press R to run again   Y to see it"]);
        (self.game.won_for >= ENDS).then_some(end)
    }

    /// Returns whether he has stayed in the air where he began: 18.2 does not move him.
    pub(super) fn hangs(&self) -> bool {
        let Game { knight, steps, .. } = &self.game;
        *steps > HANGS && knight.body.support.is_none() && knight.body.position == self.stage.level.start
    }

    /// Returns the words at a closed door, unless there is something else to look at.
    fn at_the_door(&self) -> Option<Words> {
        let at = self.game.knight.body.position;
        let is_near = |it: &Creature| it.is_alive() && it.body.position.distance(at) < FIGHTS;
        let is_at_the_door = (at - self.stage.level.door).abs().max_element() < 1.2;
        let is_closed = self.game.is_guarded() && is_at_the_door && !self.game.creatures.iter().any(is_near);
        is_closed.then(|| words("closed", ["beat the guard first"]))
    }

    /// Returns the opening of the door, from 0 to 1.
    pub(super) fn door(&self) -> f32 {
        (self.game.won_for as f32 / OPENS).min(1.0)
    }

    /// Draws the sword's trail, tokens, health, dust, mist and the light of the door.
    pub fn in_air(&self, best: Option<&Best>) -> Shapes {
        let mut shapes = Shapes::new();
        let all = self.game.tokens.len();
        let has_all = taken(&self.game.tokens) == all || best.is_some_and(|best| best.tokens == all);
        marks::trail(&mut shapes, &self.trail, all > 0 && has_all);
        let level = &self.stage.level;
        let left = level.tokens.iter().zip(&self.game.tokens).filter(|(_, taken)| !**taken);
        marks::tokens(&mut shapes, left.map(|(token, _)| *token), self.game.seconds() as f32);
        self.effects.draw(&mut shapes);
        for creature in self.game.creatures.iter().filter(|creature| creature.is_alive()) {
            let (left, all) = (creature.health, creature.kind().health());
            let above = creature.world_from_model.w_axis.truncate() + Vec3::Y * (creature.room().y as f32 + 0.35);
            if creature.is_dazed() {
                marks::stars(&mut shapes, above + 0.22 * Vec3::Y, self.game.seconds() as f32);
            }
            if left < all {
                marks::pips(&mut shapes, above + Vec3::Z * 0.6, left, all);
            }
        }
        mist::add_mist(&mut shapes, &self.stage, self.target.x);
        marks::doorway(&mut shapes, self.stage.level.door_piece().position.as_vec2(), self.door());
        let (from, to) = SPREADS;
        let spread = ((self.game.won_for as f32 - from) / (to - from)).max(0.0);
        let bright = (2.0 - spread).clamp(STAYS, 1.0);
        if spread > 0.0 {
            marks::daylight(&mut shapes, level.door_piece().position.as_vec2(), spread.min(1.0), bright);
        }
        shapes
    }

    /// Draws the simulation's data in the world.
    pub(super) fn marks(&self, marks: Marks) -> Shapes {
        let mut flat = FlatShapes::in_scene();
        let knight = &self.game.knight;
        if marks.mesh {
            marks::mesh(&mut flat, &self.stage.knight_mesh, &knight.body);
        }
        if marks.velocities {
            marks::velocity(&mut flat, &knight.body);
            let creatures = self.game.creatures.iter().filter(|creature| !creature.is_gone());
            creatures.for_each(|creature| marks::velocity(&mut flat, &creature.body));
        }
        let mut shapes = flat.shapes;
        if marks.spheres {
            let kinds = self.stage.figures.knight_spheres.iter().map(|sphere| sphere.kind);
            let placed: Vec<_> = self.game.spheres.now.iter().copied().zip(kinds).collect();
            marks::spheres(&mut shapes, &placed, self.game.strikes());
            for creature in self.game.creatures.iter().filter(|creature| !creature.is_gone()) {
                let kinds = self.stage.figures.species.spheres.iter().map(|sphere| sphere.kind);
                let placed: Vec<_> = creature.spheres.now.iter().copied().zip(kinds).collect();
                marks::spheres(&mut shapes, &placed, creature.mood == Mood::Leap);
            }
            self.game.touched.iter().for_each(|(_, at, _)| marks::touched(&mut shapes, *at));
        }
        shapes
    }

    /// Describes a difference from the finished fight, where he himself is where he should be.
    pub(super) fn fight_differs(&self, right: &Self) -> Option<String> {
        let (mine, right) = (&self.game, &right.game);
        let [placed, all] = [mine, right].map(|game| game.spheres.now.len());
        if placed != all {
            return Some(format!("{placed} of {all} spheres are placed"));
        }
        if mine.health != right.health {
            return Some(format!("he has {} lives, should have {}", mine.health, right.health));
        }
        for (number, (mine, right)) in mine.creatures.iter().zip(&right.creatures).enumerate() {
            if mine.health != right.health {
                return Some(format!("creature {number} has {} lives, should have {}", mine.health, right.health));
            }
            let apart = mine.body.position.distance(right.body.position);
            if apart > 1e-3 {
                return Some(format!("creature {number} is {apart:.2} m off"));
            }
        }
        None
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let Game { knight, creatures, .. } = &self.game;
        let Knight { body, state, since, .. } = knight;
        let on = match body.support {
            Some(edge) => {
                let normal = self.stage.knight_mesh.normal(body.triangle, edge);
                let slope = f64::atan2(-normal.x, normal.y).to_degrees();
                format!("on edge {edge} of triangle {}, {slope:.0}°", body.triangle)
            }
            None => format!("in the air, in triangle {}", body.triangle),
        };
        let mut lines = vec![
            format!("{:.2} s, {} steps", self.game.seconds(), self.game.steps),
            format!("{} since {since:.2} s, {:.1} m/s", state.name(), knight.speed),
            format!("at {:.2} {:.2}, {on}", body.position.x, body.position.y),
            format!("health {} of {HEALTH}, {} fallen, {} beaten", self.game.health, self.game.falls, self.game.beaten),
        ];
        for (number, creature) in creatures.iter().enumerate() {
            let at = creature.body.position;
            let mood = format!("{:?}", creature.mood).to_lowercase();
            lines.push(format!("creature {number}: {mood} at {:.1} {:.1}, health {}", at.x, at.y, creature.health));
        }
        lines.extend(self.game.touched.iter().map(|(who, at, hurts)| {
            let deed = if *hurts { "hurts" } else { "touches" };
            format!("{deed} creature {who} at {:.2} {:.2}", at.x, at.y)
        }));
        lines
    }
}

pub(super) fn words<const N: usize>(large: &str, small: [&str; N]) -> Words {
    Words { large: large.into(), small: small.map(String::from).to_vec() }
}

fn taken(tokens: &[bool]) -> usize {
    tokens.iter().filter(|taken| **taken).count()
}

fn knight_of(game: &Game) -> Character {
    let model_from_joint = game.poser.model_from_joint().to_vec();
    let pose = WorldPose { world_from_model: game.poser.world_from_model(), model_from_joint };
    Character { kind: CharacterKind::Knight, pose, hurt: 0.0, tint: PAINTED }
}

/// Splits seconds into steps and the fraction of the next one. Almost a step counts as one: sums of sixtieths of a
/// second are not exact.
pub(super) fn steps(seconds: f32) -> (usize, f32) {
    let steps = f64::from(seconds.max(0.0)) / STEP;
    if (steps - steps.round()).abs() < 0.05 {
        return (steps.round() as usize, 0.0);
    }
    (steps.floor() as usize, steps.fract() as f32)
}

fn figures(before: &Moment, after: &Moment, u: f32, game: &Game) -> Vec<Character> {
    let mut figures = Vec::new();
    let (pose, tint) = (between(&before.knight, &after.knight, u), tint(game));
    let hurt = (game.knight.stunned_for / FLASH).clamp(0.0, 1.0);
    figures.push(Character { kind: CharacterKind::Knight, pose, hurt, tint });
    let world_from_model = mix(before.sword, after.sword, u);
    let pose = WorldPose { world_from_model, model_from_joint: vec![Mat4::IDENTITY; 4] };
    figures.push(Character { kind: CharacterKind::Sword, pose, hurt: 0.0, tint });
    for ((before, after), creature) in before.creatures.iter().zip(&after.creatures).zip(&game.creatures) {
        let away = (creature.body.position.x - game.knight.body.position.x).abs();
        if !creature.is_gone() && away < SEEN {
            let (hurt, tint) = (creature.glow(), TINTS[creature.kind() as usize]);
            figures.push(Character { kind: CharacterKind::Creature, pose: between(before, after, u), hurt, tint });
        }
    }
    figures
}

/// Returns the knight's colour: bright and pale in turn while nothing hurts him, and bright in the door.
fn tint(game: &Game) -> Vec4 {
    let safe_for = if game.outcome == Outcome::Playing { game.knight.safe_for } else { 0.0 };
    let lit = (-1.4 * game.knight.away.z - 0.7).clamp(0.0, 1.0);
    PAINTED.lerp(SAFE, 0.5 - 0.5 * (safe_for * PULSE * TAU).cos()).lerp(LIT, lit)
}

/// Returns his own space: z is where he looks, y up.
fn place(before: &Moment, after: &Moment, u: f32, game: &Game) -> Mat4 {
    let turn = game.knight.placed(game.knight.gait.heading).to_mat4();
    let [from, to] = [before, after].map(|moment| moment.knight.world_from_model);
    let shift = mix(from, to, u).w_axis - to.w_axis;
    Mat4::from_translation(shift.truncate()) * turn
}

/// Mixes two poses. NaN and infinity, which an answer may return, stay as they are.
fn between(before: &WorldPose, after: &WorldPose, u: f32) -> WorldPose {
    let joints = before.model_from_joint.iter().zip(&after.model_from_joint);
    WorldPose {
        world_from_model: mix(before.world_from_model, after.world_from_model, u),
        model_from_joint: joints.map(|(a, b)| mix(*a, *b, u)).collect(),
    }
}

/// Mixes matrices that are a step apart, and so differ by little.
fn mix(a: Mat4, b: Mat4, u: f32) -> Mat4 {
    a * (1.0 - u) + b * u
}

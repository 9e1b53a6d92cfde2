//! A frame between two steps, and its text.

use super::plays::{GamePlay, GameSnapshot, PlayState};
use crate::attached::AttachedModel;
use crate::draw::camera::Lead;
pub(super) use crate::draw::hud::Words;
use crate::draw::hud::{Hud, time};
use crate::draw::{Character, CharacterKind, effects::Effects, marks, mist};
use crate::fight::{Creature, Mood};
use crate::game::{Characters, FALLEN, Game, GameOutcome, HEALTH, STEP, Stage};
use crate::knight::{self, Knight};
use crate::level::CreatureKind;
use common::graphics::debug_draw::Shapes;
use common::scenes::flat::FlatShapes;
use drawing::WorldPose;
use glam::{Mat4, Vec3, Vec4};
use lesson_12::character::skin::SkinnedFrame;
use std::f32::consts::TAU;
use std::ops::Range;
use std::sync::Arc;

/// Factors of colours as painted; of the knight while nothing hurts him; and of the kinds of creatures, in their order.
const PAINTED: Vec4 = Vec4::new(1.0, 1.0, 1.0, 0.0);
const SAFE: Vec4 = Vec4::new(2.1, 2.2, 2.4, 0.5);
const PULSE: f32 = 2.5;
const TINTS: [Vec4; 4] =
    [PAINTED, Vec4::new(0.95, 0.92, 1.0, 1.0), Vec4::new(2.6, 0.45, 0.30, 0.0), Vec4::new(0.85, 0.22, 0.60, 0.0)];
/// Factor of the colours of an enraged guard, and rate at which they pulse, in cycles a second.
const ENRAGED: Vec4 = Vec4::new(3.2, 0.3, 0.15, 0.0);
const RAGE_PULSE: f32 = 1.8;
/// Height of a guard's marks of health over the middle of the picture, in metres: above both, they would hide his face.
const GUARD_MARKS: f32 = 2.3;
/// Height of the stars of a creature on its back over its feet, in metres.
const ON_ITS_BACK: f32 = 0.62;
/// Distance of a creature with which he fights, in metres.
const FIGHT_DISTANCE: f64 = 4.0;
/// Number of steps after which he lies who has died.
const LIES_FROM: usize = 40;
/// Number of steps over which the picture grows dark before he is back, and over which the door opens.
const VEIL_STEPS: f32 = 20.0;
const OPENING_STEPS: f32 = 75.0;
/// Opening of a door that no guard keeps closed.
const AJAR: f32 = 0.3;
/// Range of steps in which its light spreads, and the step from which on there are words.
const SPREAD_STEPS: Range<f32> = 100.0..150.0;
const WORDS_FROM: usize = 185;
/// Light of the door on him who goes through it, and its brightness over the picture in the end.
const LIT: Vec4 = Vec4::new(5.0, 4.4, 3.2, 0.8);
const LAST_BRIGHTNESS: f32 = 0.35;
/// Number of steps in which he would have fallen, however little.
const HANGING_STEPS: usize = 20;
/// Time for which figures are red that have been hurt, in seconds, and how red they are at first.
const RED_TIME: f32 = 0.25;
const MOST_RED: f32 = 0.5;
/// Distance of creatures that are in the picture, in metres.
const VISIBLE_DISTANCE: f64 = 16.0;
/// Position of the flashlight from between his feet: forward and up, in metres.
const LAMP: Vec3 = Vec3::new(0.0, 1.22, 0.26);
/// Direction of its beam: forward, a little down and away from the viewer.
const BEAM: Vec3 = Vec3::new(0.0, -0.10, 1.0);

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    pub(super) mesh: bool,
    pub(super) spheres: bool,
    /// His feet, and what moves them.
    pub(super) feet: bool,
}

/// The data of a picture of a game.
pub struct GameFrame {
    pub game: Game,
    pub(super) stage: Arc<Stage>,
    pub figures: Vec<Character>,
    /// Number of steps since the first key, or to the door.
    pub(super) taken: usize,
    /// Places of the sword in the last steps.
    trail: Vec<Mat4>,
    pub(super) effects: Effects,
    /// Point at which the camera looks.
    pub target: Vec3,
    /// Point between his feet.
    pub(super) place: Vec3,
    /// Position and direction of the flashlight.
    pub(super) lamp: (Vec3, Vec3),
    /// Figures by lessons 08 to 11; `None` draws by the finished ones.
    pub(super) skinned: Option<Vec<SkinnedFrame>>,
}

impl GameFrame {
    /// Interpolates between the step before (`u` = 0) and the last one (`u` = 1).
    pub(super) fn new(play: &GamePlay, u: f32) -> Self {
        let stage = &play.stage;
        let PlayState { game, before, leads, effects, trail, taken, .. } = &play.now;
        let after = &GameSnapshot::new(game);
        let bounds = stage.level.bounds();
        let place = place(before, after, u, game);
        GameFrame {
            taken: *taken,
            trail: trail.iter().copied().collect(),
            figures: figures(before, after, u, game, &stage.figures),
            target: Lead::target(&leads[0], &leads[1], f64::from(u), bounds, stage.level.abyss) + effects.shake(),
            effects: effects.clone(),
            place: place.w_axis.truncate(),
            lamp: (place.transform_point3(LAMP), place.transform_vector3(BEAM).normalize_or(Vec3::X)),
            game: game.clone(),
            stage: stage.clone(),
            skinned: None,
        }
    }

    /// Returns the writing over the picture; `own` words stand in place of the game's.
    pub(super) fn hud(&self, own: Option<Words>, note: Option<&'static str>) -> Hud {
        let game = &self.game;
        let mut veil = 0.0;
        let mut words = None;
        match game.outcome {
            GameOutcome::Playing => {
                // He is back, and safe for longer than after a bite.
                veil = (game.knight.safe_for - knight::SAFE) / 0.3;
                words = self.at_the_door();
            }
            GameOutcome::Fallen(steps) => {
                veil = (steps as f32 - FALLEN as f32) / VEIL_STEPS + 1.0;
                if game.health == 0 && steps > LIES_FROM {
                    words =
                        Some(self::words("down", ["all hearts are lost: back to safe ground, with three new ones"]));
                }
            }
            GameOutcome::Won if game.won_for >= WORDS_FROM => words = Some(self.end()),
            GameOutcome::Won => {}
        }
        Hud {
            health: (game.health, HEALTH),
            time: time_of(self.taken),
            tokens: (taken(&game.tokens), game.tokens.len()),
            words: own.or(words),
            note,
            is_title: false,
            veil: veil.clamp(0.0, 1.0),
        }
    }

    fn end(&self) -> Words {
        let Game { falls, beaten, creatures, tokens, .. } = &self.game;
        let taken = taken(tokens);
        let all = tokens.len();
        let creatures = creatures.len();
        let now = format!("{}   tokens {taken} of {all}   beaten {beaten} of {creatures}", time_of(self.taken));
        let fallen = format!("falls and deaths {falls}");
        let gift = if taken == all && all > 0 { "all tokens: your sword leaves gold in the air" } else { "" };
        words("the door is open", [&now, &fallen, gift, "press R to run again   Y to see it"])
    }

    /// Returns him and his sword.
    pub(super) fn knight(&self) -> &[Character] {
        &self.figures[..2]
    }

    /// Returns the positions of his joints and of the sword's corners.
    pub(super) fn positions(&self) -> Vec<Vec3> {
        self.knight().iter().flat_map(|figure| figure.pose.positions()).collect()
    }

    /// Returns whether he has stayed in the air where he began: 18.2 does not move him.
    pub(super) fn hangs(&self) -> bool {
        let Game { knight, steps, .. } = &self.game;
        *steps > HANGING_STEPS && knight.body.support.is_none() && knight.body.position == self.stage.level.start
    }

    /// Returns the words at a closed door, unless a creature is near.
    fn at_the_door(&self) -> Option<Words> {
        let position = self.game.knight.body.position;
        let is_at_the_door = (position - self.stage.level.door).abs().max_element() < 1.2;
        if !is_at_the_door || !self.game.is_guarded() {
            return None;
        }
        for creature in self.game.creatures.iter().filter(|creature| creature.is_alive()) {
            if creature.body.position.distance(position) < FIGHT_DISTANCE {
                return None;
            }
        }
        Some(words("closed", ["beat the guard first"]))
    }

    /// Returns the opacity of the level's hints: they fade while he goes through the door.
    pub(super) fn hints(&self) -> f32 {
        (1.0 - self.game.won_for as f32 / OPENING_STEPS).max(0.0)
    }

    /// Returns the opening of the door, from 0 to 1: a crack once its guard is beaten, so that light falls on the grass.
    pub(super) fn door(&self) -> f32 {
        let mut crack = AJAR;
        for guard in self.game.creatures.iter().filter(|creature| creature.kind() == CreatureKind::Guard) {
            // Once its body is gone, its time begins anew.
            let beaten_for = if guard.is_gone() { 1.0 } else { guard.since };
            crack = crack.min(if guard.is_alive() { 0.0 } else { AJAR * beaten_for });
        }
        crack + (1.0 - crack) * (self.game.won_for as f32 / OPENING_STEPS).min(1.0)
    }

    /// Draws what is in the air, by daylight from 0 to 1.
    pub fn in_air(&self, daylight: f32) -> Shapes {
        let mut shapes = Shapes::new();
        let all = self.game.tokens.len();
        let has_all = taken(&self.game.tokens) == all;
        marks::trail(&mut shapes, &self.trail, all > 0 && has_all);
        let level = &self.stage.level;
        let left = level.tokens.iter().zip(&self.game.tokens).filter(|(_, taken)| !**taken).map(|(token, _)| *token);
        marks::tokens(&mut shapes, left, self.game.seconds() as f32);
        self.effects.draw(&mut shapes, daylight);
        for creature in self.game.creatures.iter().filter(|creature| creature.is_alive()) {
            let left = creature.health;
            let all = creature.kind().health();
            let above = creature.pose.world_from_model.w_axis.truncate() + Vec3::Y * (creature.room().y as f32 + 0.35);
            let seconds = self.game.seconds() as f32;
            if creature.is_dazed() {
                let (middle, size) = match creature.mood {
                    Mood::OnItsBack => (above.with_y(creature.body.position.y as f32 + ON_ITS_BACK), 1.5),
                    _ => (above + 0.22 * Vec3::Y, 1.0),
                };
                marks::stars(&mut shapes, middle, size, seconds);
            }
            if left < all || creature.is_roused() {
                let is_guard = creature.kind() == CreatureKind::Guard;
                let middle = if is_guard { self.target + GUARD_MARKS * Vec3::Y } else { above };
                marks::pips(&mut shapes, middle + Vec3::Z * 0.6, left, all);
            }
        }
        mist::add_mist(&mut shapes, &self.stage, self.target.x);
        marks::doorway(&mut shapes, self.stage.level.door_piece().position.as_vec2(), self.door());
        let spread =
            ((self.game.won_for as f32 - SPREAD_STEPS.start) / (SPREAD_STEPS.end - SPREAD_STEPS.start)).max(0.0);
        let bright = (2.0 - spread).clamp(LAST_BRIGHTNESS, 1.0);
        if spread > 0.0 {
            marks::daylight(&mut shapes, level.door_piece().position.as_vec2(), spread.min(1.0), bright);
        }
        shapes
    }

    /// Draws the simulation's data in the world.
    pub(super) fn marks(&self, marks: Marks) -> Shapes {
        let mut flat = FlatShapes::default();
        let knight = &self.game.knight;
        if marks.mesh {
            marks::mesh(&mut flat, &self.stage.knight_mesh, &knight.body);
        }
        let mut shapes = flat.shapes;
        if marks.feet {
            marks::feet(&mut shapes, &self.game.poser.feet());
        }
        if marks.spheres {
            let spheres = &self.stage.figures.cast.attached.spheres;
            marks::spheres(&mut shapes, &self.game.spheres, spheres, self.game.strikes());
            for creature in self.game.creatures.iter().filter(|creature| !creature.is_gone()) {
                let spheres = &self.stage.figures.species.attached.spheres;
                marks::spheres(&mut shapes, &creature.spheres, spheres, creature.mood == Mood::Leap);
            }
            self.game.touched.iter().for_each(|(_, at, _)| marks::touched(&mut shapes, *at));
        }
        shapes
    }

    /// Describes a difference from the finished fight, where he himself is where he should be.
    pub(super) fn fight_differs(&self, right: &Self) -> Option<String> {
        let mine = &self.game;
        let right = &right.game;
        if mine.spheres.now.len() != right.spheres.now.len() {
            return Some(format!("{} of {} spheres are placed", mine.spheres.now.len(), right.spheres.now.len()));
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
        let ground = match body.support {
            Some(edge) => {
                let normal = self.stage.knight_mesh.normal(body.triangle, edge);
                let slope = f64::atan2(-normal.x, normal.y).to_degrees();
                format!("on edge {edge} of triangle {}, {slope:.0}°", body.triangle)
            }
            None => format!("in the air, in triangle {}", body.triangle),
        };
        let mut lines = vec![
            format!("{:.2} s, {} steps", self.game.seconds(), self.game.steps),
            format!("{} since {since:.2} s, {:.1} m/s; {}", state.name(), knight.speed, self.game.poser.blend()),
            format!("at {:.2} {:.2}, {ground}", body.position.x, body.position.y),
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

fn time_of(steps: usize) -> String {
    time((steps as f64 * STEP) as f32)
}

/// Splits seconds into whole steps and the fraction of the next one. Almost a step counts as one, because sums of
/// sixtieths of a second are not exact.
pub(super) fn steps(seconds: f32) -> (usize, f32) {
    let steps = f64::from(seconds.max(0.0)) / STEP;
    if (steps - steps.round()).abs() < 0.05 {
        return (steps.round() as usize, 0.0);
    }
    (steps.floor() as usize, steps.fract() as f32)
}

/// Returns the figures in the picture: the knight, his sword and what else he carries, then the creatures.
fn figures(
    before: &GameSnapshot,
    after: &GameSnapshot,
    u: f32,
    game: &Game,
    characters: &Characters,
) -> Vec<Character> {
    let mut figures = Vec::new();
    let [carried, creatures_carry] =
        [&characters.cast.attached, &characters.species.attached].map(|attached| &attached.models[..]);
    let pose = between(&before.knight, &after.knight, u);
    let tint = tint(game);
    let hurt = MOST_RED * (game.knight.stunned_for / RED_TIME).clamp(0.0, 1.0);
    figures.push(Character { kind: CharacterKind::Knight, pose, hurt, tint });
    let world_from_model = mix(before.sword, after.sword, u);
    let pose = WorldPose { world_from_model, model_from_joint: carried[0].model_from_joint.clone() };
    figures.push(Character { kind: CharacterKind::SWORD, pose, hurt: 0.0, tint });
    for (index, attached) in carried.iter().enumerate().skip(1) {
        add_carried(&mut figures, 0, attached, index);
    }
    for ((before, after), creature) in before.creatures.iter().zip(&after.creatures).zip(&game.creatures) {
        let away = (creature.body.position.x - game.knight.body.position.x).abs();
        if !creature.is_gone() && away < VISIBLE_DISTANCE {
            figures.push(Character {
                kind: CharacterKind::Creature,
                pose: between(before, after, u),
                hurt: MOST_RED * creature.glow(),
                tint: creature_tint(creature, game.seconds() as f32),
            });
            let carrier = figures.len() - 1;
            for (index, attached) in creatures_carry.iter().enumerate() {
                if creature.kind().carries(&attached.attachment.name) {
                    add_carried(&mut figures, carrier, attached, carried.len() + index);
                }
            }
        }
    }
    figures
}

/// Adds the model of this index on a joint of a figure.
fn add_carried(figures: &mut Vec<Character>, carrier: usize, attached: &AttachedModel, index: usize) {
    let Character { pose, tint, .. } = &figures[carrier];
    let model_from_joint = pose.model_from_joint[attached.attachment.joint];
    let world_from_model = pose.world_from_model * model_from_joint * attached.joint_from_model;
    let pose = WorldPose { world_from_model, model_from_joint: attached.model_from_joint.clone() };
    let tint = *tint;
    figures.push(Character { kind: CharacterKind::Attached(index), pose, hurt: 0.0, tint });
}

/// Returns the knight's colour: bright and pale in turn while nothing hurts him, and bright in the door.
fn tint(game: &Game) -> Vec4 {
    let safe_for = if game.outcome == GameOutcome::Playing { game.knight.safe_for } else { 0.0 };
    let lit = (-1.4 * game.knight.away.z - 0.7).clamp(0.0, 1.0);
    PAINTED.lerp(SAFE, 0.5 - 0.5 * (safe_for * PULSE * TAU).cos()).lerp(LIT, lit)
}

/// Returns the colour of a creature's kind; an enraged one pulses.
fn creature_tint(creature: &Creature, seconds: f32) -> Vec4 {
    let pulse = 0.7 + 0.3 * (seconds * RAGE_PULSE * TAU).sin();
    TINTS[creature.kind() as usize].lerp(ENRAGED, creature.pose.rage * pulse)
}

/// Returns `world_from_own` of the knight: z is where he looks, y up.
fn place(before: &GameSnapshot, after: &GameSnapshot, u: f32, game: &Game) -> Mat4 {
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

/// Mixes matrices that are a step apart, and so differ by little. A half turn is made at once: what hits him from behind turns
/// him.
fn mix(a: Mat4, b: Mat4, u: f32) -> Mat4 {
    if a.z_axis.dot(b.z_axis) < 0.0 { b } else { a * (1.0 - u) + b * u }
}

//! The runs in tests/runs, each with its bounds: a new fault is a new file there. What is measured:
//! `cargo test -p lesson-18 --test lesson -- run_file --nocapture`
//!
//! ```text
//! # What the run shows.
//! solid -50 -1 50 0         a box that nobody enters: its left, lower, right and upper edge
//! slope 2 0 8 2             ground between these edges that rises to the right; slope 8 0 2 2: to the left
//! start 0 0                 where he begins
//! limb 0.16                 a joint may jump so far, in metres, which is more than elsewhere
//! 40 wait                   keys of so many steps, as in a recorded run
//! knock -1                  something knocks him to this side
//! until 90 wait: x > 2      these keys until that holds after a step, for so many steps at most
//! until 90 wait: glance     the same, until an event
//! most hips.y < 1           bounds of the steps since the last bounds: most, least, last or gain of a measure
//! last x - head.x in 0 0.1
//! last state is idle
//! last blow is swing
//! count bounce is 1         how often an event happened
//! set health 0              changes one of the numbers in [`set`]
//! each kind x: guard 2 | shell 3     the whole file is a run for each of these, with guard for $kind and 2 for $x
//! ```
//!
//! In a fight:
//!
//! ```text
//! meadow                             the level of a new file, in which he begins at 0; or: ruins
//! creature $kind $x 0.01 1           where it lives, and how far it walks to both sides
//! mood crouch                        the creature is in it from now on; trodden: he has just landed on it
//! last mood is recover or hurt
//! ```
//!
//! A measure is `x`, `y`, `rise` and `velocity` (upwards and along x), `speed`, `heading`; in degrees `back` (the angle of his back from upright, to
//! the right), `knee_l` or `elbow_r` (180 if it is straight); or of a joint `.x`, `.y`, `.z`, `.turn` (where it looks, as a heading) or
//! `.tilt` (the angle of its bone from straight down, to the left, in degrees), in metres and radians in the world; or a difference of
//! two. `grip` and `tip` of the sword have a place, too. Others are the game's: `steps`, `health`, `beaten`, `falls`; the camera's:
//! `camera.x` and `.y` of the picture's middle, `.down` (by how much it wants to look lower), `.hurry` (1 is the limit of its speed); or
//! the creature's: `creature.x`, `.away` (from him), `.speed`, `.head` (the height of its head), `.health`, `.rage`; `.dazed` and `.roused` are 1 or 0.
//! A run without a creature has the bounds of [`LIMITS`], besides.

use super::game::{Play, stage};
use super::movement::{LIMITS, Measured, Measures, RECORDED};
use glam::{DVec2, Mat4, Vec3};
use lesson_18::{
    Keys,
    draw::camera::Lead,
    fight::Mood,
    game::{EventKind, Run},
    level::{CreatureKind, Level, Piece, PieceKind, Spawn},
    scene::followed,
};
use std::{fmt::Debug, fs, path::Path};

impl Measured {
    fn value_of_creature(&self, part: &str) -> f32 {
        let creature = &self.play.game.creatures[0];
        let position = creature.body.position;
        match part {
            "x" => position.x as f32,
            "away" => position.distance(self.play.position()) as f32,
            "speed" => creature.body.velocity.x.abs() as f32,
            "roll" => {
                let model = &self.play.stage.figures.species.model;
                let world_from_own = creature.pose.world_from_model * Mat4::from(model.world_from_model).inverse();
                world_from_own.y_axis.truncate().angle_between(Vec3::NEG_Y)
            }
            "health" => creature.health as f32,
            "rage" => creature.pose.rage,
            "dazed" => f32::from(u8::from(creature.is_dazed())),
            "roused" => f32::from(u8::from(creature.is_roused())),
            _ => {
                let joint = self.play.stage.figures.species.model.skeleton.find(part).expect("a measure, or a joint");
                (creature.pose.world_from_model * creature.pose.model_from_joint[joint]).w_axis.y
            }
        }
    }

    /// Returns a measure by its name.
    pub(super) fn value(&self, name: &str) -> f32 {
        if let Some((a, b)) = name.split_once(" - ") {
            return self.value(a) - self.value(b);
        }
        let knight = &self.play.game.knight;
        match name {
            "x" => return knight.body.position.x as f32,
            "y" => return knight.body.position.y as f32,
            "rise" => return knight.body.velocity.y as f32,
            "velocity" => return knight.body.velocity.x as f32,
            "speed" => return knight.speed,
            "heading" => return knight.gait.heading,
            "steps" => return self.play.game.steps as f32,
            "health" => return self.play.game.health as f32,
            "beaten" => return self.play.game.beaten as f32,
            "falls" => return self.play.game.falls as f32,
            "knee_l" => return self.bend(self.legs[0]),
            "knee_r" => return self.bend(self.legs[1]),
            "elbow_l" => return self.bend(["upper_arm_l", "forearm_l", "hand_l"].map(|name| self.index(name))),
            "elbow_r" => return self.bend(["upper_arm_r", "forearm_r", "hand_r"].map(|name| self.index(name))),
            "back" => {
                let back = self.place("neck") - self.place("hips");
                return f32::atan2(back.x, back.y).to_degrees();
            }
            "camera.x" => return self.play.camera().x,
            "camera.y" => return self.play.camera().y,
            "camera.down" => return followed(&self.play.stage, &self.play.game).looks_down as f32,
            "camera.hurry" => return self.play.hurry as f32,
            _ => {}
        }
        let (joint, part) = name.split_once('.').unwrap_or_else(|| panic!("{name} is no measure"));
        if joint == "creature" {
            return self.value_of_creature(part);
        }
        let poser = &self.play.game.poser;
        let axis =
            |axis| (poser.world_from_model() * poser.model_from_joint()[self.index(joint)]).transform_vector3(axis);
        match part {
            "x" => self.place(joint).x,
            "y" => self.place(joint).y,
            "z" => self.place(joint).z,
            "turn" => f32::atan2(axis(Vec3::Z).x, axis(Vec3::Z).z),
            "tilt" => f32::atan2(-axis(Vec3::Y).x, -axis(Vec3::Y).y).to_degrees(),
            _ => panic!("{name}: x, y, z, turn or tilt of a joint"),
        }
    }
}

/// Changes what a file sets.
fn set(play: &mut Play, name: &str, value: f64) {
    match name {
        "x" => play.game.knight.body.position.x = value,
        "y" => play.game.knight.body.position.y = value,
        "rise" => play.game.knight.body.velocity.y = value,
        "velocity" => play.game.knight.body.velocity.x = value,
        "heading" => play.game.knight.gait.heading = value as f32,
        "safe" => play.game.knight.safe_for = value as f32,
        "health" => play.game.health = value as u32,
        "creature.x" => play.creature().body.position.x = value,
        "creature.health" => play.creature().health = value as u32,
        "creature.side" => play.creature().side = value,
        "creature.since" => play.creature().since = value as f32,
        _ => panic!("{name} cannot be set"),
    }
}

fn set_mood(play: &mut Play, name: &str) {
    match name {
        "chase" => play.set_mood(Mood::Chase),
        "crouch" => play.set_mood(Mood::Crouch),
        "leap" => play.set_mood(Mood::Leap),
        "charge" => play.set_mood(Mood::Charge),
        "recover" => play.set_mood(Mood::Recover),
        "trodden" => play.creature().tread_on(),
        _ => panic!("no mood {name}"),
    }
}

/// Returns a name of the game's as a file writes it.
fn word(name: impl Debug) -> String {
    format!("{name:?}").to_lowercase()
}

/// Writes a file out once for each combination of what its lines `each` say; returns the names and texts of all these runs.
fn written_out(name: &str, text: &str) -> Vec<(String, String)> {
    let Some(line) = text.lines().find(|line| line.starts_with("each ")) else {
        return vec![(name.into(), text.into())];
    };
    let (names, rows) = line["each ".len()..].split_once(": ").expect("each NAME: VALUE | VALUE");
    let names: Vec<&str> = names.split(' ').collect();
    let mut runs = Vec::new();
    for row in rows.split(" | ") {
        let mut text = text.replacen(line, "", 1);
        // The last of the values may be several words.
        for (name, value) in names.iter().zip(row.splitn(names.len(), ' ')) {
            text = text.replace(&format!("${name}"), value);
        }
        runs.extend(written_out(&format!("{name} {row}"), &text));
    }
    runs
}

/// Prints a run's measures, and returns an error if one is beyond its limit.
fn within_limits(name: &str, measured: &Measured, limits: Measures) -> Result<(), String> {
    let Measured { largest, jumper, .. } = measured;
    let found = format!("{name}: {largest:.3?}, by {jumper}");
    println!("{found}");
    if largest.are_within(limits) { Ok(()) } else { Err(found) }
}

/// Parses the numbers of a line.
fn numbers<const N: usize>(text: &str) -> [f64; N] {
    let numbers: Vec<f64> = text.split(' ').map(|number| number.parse().expect(text)).collect();
    numbers.try_into().unwrap_or_else(|_| panic!("{N} numbers: {text}"))
}

/// What a bound line begins with.
const BOUNDS: [&str; 5] = ["most", "least", "last", "gain", "count"];

/// Plays a file to its end; its first bound that does not hold is an error.
fn play_file(name: &str, text: &str) -> Result<(), String> {
    let mut level = Level { pieces: Vec::new(), door: DVec2::new(0.0, 99.0), abyss: -20.0, ..Level::default() };
    let mut limits = LIMITS;
    let mut game: Option<Measured> = None;
    let mut since = Stretch::default();
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    for (index, line) in lines.iter().enumerate() {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match first {
            "meadow" => {
                level = Level::default();
                continue;
            }
            "ruins" => {
                level = Level { spawns: Vec::new(), ..Level::ruins().expect("the level") };
                continue;
            }
            "solid" | "slope" => {
                let [left, low, right, high] = numbers(rest);
                let size = DVec2::new(right - left, high - low);
                let middle = DVec2::new(left, low) + 0.5 * size;
                let kind = if first == "slope" { PieceKind::Slope } else { PieceKind::Barrier };
                level.pieces.push(Piece { flipped: size.x < 0.0, ..Piece::new(kind, middle, size.abs()) });
                continue;
            }
            "creature" => {
                let (kind, place) = rest.split_once(' ').expect("a place");
                let kind = CreatureKind::ALL.into_iter().find(|known| known.name() == kind).expect("a kind");
                let [x, y, patrol] = numbers(place);
                level.spawns.push(Spawn { kind, position: DVec2::new(x, y), patrol });
                continue;
            }
            "start" => {
                level.start = DVec2::from(numbers(rest));
                continue;
            }
            "limb" => {
                limits.jump = numbers::<1>(rest)[0] as f32;
                continue;
            }
            _ => {}
        }
        let measured = game.get_or_insert_with(|| {
            let mut play = Play::new(stage(&level));
            play.lead = text.contains(" camera.").then(|| Lead::new(play.position()));
            Measured::new(play)
        });
        let at_line = |error| format!("{name}, {line}: {error}");
        match first {
            "set" => {
                let (name, value) = rest.split_once(' ').expect("a value");
                set(&mut measured.play, name, numbers::<1>(value)[0]);
                since = Stretch::default();
            }
            "mood" => {
                set_mood(&mut measured.play, rest);
                since = Stretch::default();
            }
            "knock" => {
                let Play { stage, game, .. } = &mut measured.play;
                game.knight.knock(&stage.knight_mesh, numbers::<1>(rest)[0]);
                // Bounds hold from the first moment of the blow on.
                let mut begun = measured.play.clone();
                let Play { stage, game, .. } = &mut begun;
                let cast = &stage.figures.cast;
                game.poser.step(cast, &game.knight, &stage.obstacles, 0.0, None).expect("a pose");
                since = Stretch { begin: Some(begun), ..Stretch::default() };
            }
            "until" => {
                let (keys, wanted) = rest.split_once(": ").expect("keys and a bound");
                let is_over = |measured: &Measured| {
                    if wanted.contains(' ') {
                        check_bound("last", wanted, &Stretch::default(), measured).is_ok()
                    } else {
                        measured.play.game.events.iter().any(|event| word(event.kind) == wanted)
                    }
                };
                let steps = parse_keys(keys)?;
                let ends = steps.iter().position(|keys| {
                    since.step(measured, *keys);
                    is_over(measured)
                });
                ends.ok_or_else(|| at_line("it does not come to that".into()))?;
            }
            bound if BOUNDS.contains(&bound) => {
                since.begin.get_or_insert_with(|| measured.play.clone());
                check_bound(bound, rest, &since, measured).map_err(at_line)?;
                let next = lines.get(index + 1).and_then(|next| next.split(' ').next());
                if next.is_none_or(|next| !BOUNDS.contains(&next)) {
                    since = Stretch::default();
                }
            }
            _ => {
                for keys in parse_keys(line)? {
                    since.step(measured, keys);
                }
            }
        }
    }
    within_limits(name, &game.expect("a run"), limits)
}

/// Parses a number of steps and their keys.
fn parse_keys(line: &str) -> Result<Vec<Keys>, String> {
    Ok(Run::from_text(&format!("armature run 1\nlevel 00000000 new\n{line}"))?.steps)
}

/// The steps since the last bounds, what happened in them, and the game before them.
#[derive(Default)]
struct Stretch {
    begin: Option<Play>,
    steps: Vec<Keys>,
    events: Vec<EventKind>,
}

impl Stretch {
    fn step(&mut self, measured: &mut Measured, keys: Keys) {
        self.begin.get_or_insert_with(|| measured.play.clone());
        if measured.play.game.creatures.is_empty() {
            measured.step(keys);
        } else {
            measured.play.step(keys);
        }
        self.steps.push(keys);
        self.events.extend(measured.play.game.events.iter().map(|event| event.kind));
    }
}

/// Checks a bound of the steps `since` the last ones, which led to `end`.
fn check_bound(which: &str, bound: &str, since: &Stretch, end: &Measured) -> Result<(), String> {
    if let Some((name, wanted)) = bound.split_once(" is ") {
        let game = &end.play.game;
        let found = match name {
            "state" => game.knight.state.name().into(),
            "blow" => game.knight.blow().map_or("none".into(), |(kind, _)| word(kind)),
            "mood" => word(game.creatures[0].mood),
            event => since.events.iter().filter(|kind| word(kind) == event).count().to_string(),
        };
        let holds = wanted.split(" or ").any(|wanted| wanted == found);
        return if holds { Ok(()) } else { Err(format!("it is {found}")) };
    }
    let at = [" < ", " > ", " in "].into_iter().find_map(|sign| Some((bound.find(sign)?, sign)));
    let (at, sign) = at.ok_or("a bound has <, > or in")?;
    let name = &bound[..at];
    let limits = &bound[at + sign.len()..];
    let mut value = end.value(name);
    if which != "last" {
        let mut again = Measured::new(since.begin.clone().expect("steps before bounds"));
        let before = again.value(name);
        let mut most = f32::MIN;
        let mut least = f32::MAX;
        for keys in &since.steps {
            again.play.step(*keys);
            most = most.max(again.value(name));
            least = least.min(again.value(name));
        }
        value = match which {
            "most" => most,
            "least" => least,
            _ => value - before,
        };
    }
    println!("    {which} {name}: {value:.3}");
    let holds = match sign {
        " < " => f64::from(value) < numbers::<1>(limits)[0],
        " > " => f64::from(value) > numbers::<1>(limits)[0],
        _ => {
            let [low, high] = numbers(limits);
            (low..=high).contains(&f64::from(value))
        }
    };
    if holds { Ok(()) } else { Err(format!("it is {value}")) }
}

#[test]
fn every_run_is_within_its_bounds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runs");
    let mut files: Vec<_> = fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let mut errors = Vec::new();
    for file in &files {
        let name = file.file_stem().expect("a name").to_string_lossy();
        for (name, text) in written_out(&name, &fs::read_to_string(file).expect("text")) {
            errors.extend(play_file(&name, &text).err());
        }
    }
    errors.extend(within_limits("recorded", &RECORDED, LIMITS).err());
    assert!(errors.is_empty() && files.len() > 10, "{errors:#?}");
}

#[test]
fn a_bound_that_does_not_hold_is_told() {
    let floor = "solid -50 -1 50 0\nstart 0 0\n40 wait\n60 right\n";
    assert_eq!(play_file("walk", &format!("{floor}last state is walk\nlast speed in 1.29 1.31")), Ok(()));
    for (bound, says) in [
        ("last state is run", "walk, last state is run: it is walk"),
        ("last x < 0.5", "walk, last x < 0.5: it is 1."),
        ("most head.y > 2", "walk, most head.y > 2: it is 1."),
        ("least knee_l > 170", "walk, least knee_l > 170: it is "),
    ] {
        let error = play_file("walk", &format!("{floor}{bound}")).expect_err(bound);
        assert!(error.starts_with(says), "{error}");
    }
}

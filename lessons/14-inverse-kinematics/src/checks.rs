//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Descent, Reaching, Standing};
use crate::{Answers, Leg, Stance, Tools, finished};
use common::check::{Answer, Check, Lesson, Probe, announce, called_the_answer};
use common::{lesson, words};
use glam::Vec3;

/// Lesson 14, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(ELBOW_ANGLE, REACH, GRADIENT_STEP, PLANT);

/// The finished answers.
pub const REFERENCE: Answers = finished::ANSWERS;

const ELBOW_ANGLE: Check<Answers> = Check {
    // Radians. Close to straight, a cosine that is off by 1e-6 is an angle that is off by 1.4e-3.
    tolerance: 3e-3,
    ask: |answers, probe| Ok(angles(answers, probe)),
};

const REACH: Check<Answers> = Check {
    // Metres, of limbs that are about one long: those who stop a millimetre before full reach are right, too.
    tolerance: 2e-3,
    ask: |answers, probe| Ok(reached(answers, probe)),
};

const GRADIENT_STEP: Check<Answers> = Check {
    // Radians. Those who take the slope from two close energies have it to a thousandth.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(stepped(answers, probe)),
};

const PLANT: Check<Answers> = Check {
    // Metres, and parts of directions.
    tolerance: 2e-3,
    ask: |answers, probe| Ok(planted(answers, probe)),
};

/// For 14.2, whose own tool is no answer.
const TOOLS_FOR_REACH: Tools = Tools {
    reach: |limb, target, pole, tools| {
        called_the_answer();
        (REFERENCE.reach)(limb, target, pole, tools)
    },
    ..finished::TOOLS
};

/// Toes that point this far aside were turned, in radians: a foot may be laid on a slope in more than one way.
const HEADING: f32 = 0.35;

fn angles(answers: &Answers, probe: &Probe) -> Answer {
    let random = &mut probe.random();
    let ask = |sides: &[f32; 3]| {
        let [upper, lower, distance] = *sides;
        announce(words!("triangle", upper, lower, distance));
        (answers.elbow_angle)(upper, lower, distance)
    };
    let label = |sides: &[f32; 3]| {
        let [upper, lower, distance] = sides;
        format!("bones {upper:.3} and {lower:.3}, their ends {distance:.3} apart")
    };
    let all = probes::triangles(random, probe);
    let angles: Vec<f32> = all.iter().map(ask).collect();
    let kind = |index: usize| {
        let [upper, lower, distance] = all[index];
        match () {
            () if distance > upper + lower => "too far".into(),
            () if distance < (upper - lower).abs() => "too near".into(),
            () => "within reach".into(),
        }
    };
    // Any number will do. The first three are 0/0.
    let sides_of_zero = [[0.0, 0.4, 0.4], [0.4, 0.0, 0.4], [0.0, 0.0, 0.0], [0.4, 0.0, 0.3], [0.4, 0.4, 0.0]];
    let sides_of_zero = &sides_of_zero[..if probe.is_last() { 5 } else { 3 }];
    let of_zero: Vec<&str> = sides_of_zero.iter().map(|sides| number_or_none(ask(sides))).collect();
    let answer = Answer::finite_numbers(|index| label(&all[index]), angles)
        .grouped(kind)
        .and(Answer::words(|index| label(&sides_of_zero[index]), of_zero));
    if !probe.is_last() {
        return answer;
    }
    let lost = probes::limits(random).find(|sides| !ask(sides).is_finite());
    let almost = lost.map_or("a number".into(), |sides| format!("not a number: {}", label(&sides)));
    answer.and(Answer::words(|_| "almost straight or folded".into(), [almost]))
}

fn number_or_none(number: f32) -> &'static str {
    if number.is_finite() { "a number" } else { "not a number" }
}

/// A point, or a word if it is none.
fn place(label: &str, point: Vec3) -> Answer {
    Answer::finite_points(|_| label.to_owned(), [point])
}

fn reached(answers: &Answers, probe: &Probe) -> Answer {
    let random = &mut probe.random();
    let mut answer = Answer::default();
    let rounds = if probe.is_last() { 6 } else { 1 };
    for asked in (0..rounds).flat_map(|_| probes::reaching(random)) {
        let Reaching { what, limb, target, pole } = asked;
        announce(words!("limb", what));
        let bend = (answers.reach)(&limb, target, pole, &TOOLS_FOR_REACH);
        let [_, elbow, hand] = limb.bent(&bend).points();
        let mut one = if what == "target in the shoulder" {
            // In no direction: the hand may be in any.
            let label = |_| format!("{what}: how far the hand is from it");
            Answer::finite_numbers(label, [hand.distance(target)])
        } else {
            place(&format!("{what}: the hand"), hand)
        };
        if matches!(what, "within reach" | "straight before") {
            one = one.and(place(&format!("{what}: the elbow"), elbow));
        }
        let lengths = [elbow.distance(limb.root), hand.distance(elbow)];
        let label = |index: usize| format!("{what}: length of the {} bone", ["upper", "lower"][index]);
        answer = answer.and(one.and(Answer::finite_numbers(label, lengths)).grouped(|_| what.into()));
    }
    answer
}

fn stepped(answers: &Answers, probe: &Probe) -> Answer {
    let random = &mut probe.random();
    let mut answer = Answer::default();
    // Hinges that are wound up; steps that lead up the other side.
    let (plain, wound, long) = ([1.2, 1.0], [8.0, 1.0], [1.2, 8.0]);
    let mut all = vec![(5, plain), (1, plain)];
    if probe.is_last() {
        all = vec![(1, wound), (24, wound)];
        all.extend((3..=12).map(|hinges| (hinges, long)));
    }
    for (hinges, kind) in all {
        let Descent { chain, angles, target, share, rate } = probes::descent(random, hinges, kind);
        announce(words!("chain", hinges, share, rate));
        let next = (answers.gradient_step)(&chain, &angles, target, share, rate);
        let count = next.len();
        let label = |index: usize| format!("chain of {hinges}: the new angle of hinge {index}");
        answer = answer
            .and(Answer::words(|_| format!("chain of {hinges}: number of angles"), [count]))
            .and(Answer::finite_numbers(label, next));
    }
    answer
}

fn planted(answers: &Answers, probe: &Probe) -> Answer {
    let random = &mut probe.random();
    let mut answer = Answer::default();
    let figures: &[usize] = if probe.is_last() { &[1, 4, 2, 2, 2] } else { &[2] };
    for asked in figures.iter().flat_map(|legs| probes::standing(random, *legs)) {
        let Standing { what, legs, ground } = &asked;
        announce(words!("figure", what, legs = legs.len()));
        let mine = (answers.plant)(legs, ground, &finished::TOOLS);
        let right = (REFERENCE.plant)(legs, ground, &finished::TOOLS);
        let label = |_| format!("{what}: how far the hips are lowered");
        let mut one = Answer::finite_numbers(label, [mine.lowered])
            .and(Answer::words(|_| format!("{what}: number of stances"), [mine.stances.len()]));
        let stances = mine.stances.iter().zip(&right.stances);
        for (index, (leg, (stance, right_one))) in legs.iter().zip(stances).enumerate() {
            let got = Foot::of(leg, stance, mine.lowered);
            let want = Foot::of(leg, right_one, right.lowered);
            one = one.and(got.answer(&format!("{what}: leg {index}"), &want));
        }
        answer = answer.and(one.grouped(|_| (*what).into()));
    }
    answer
}

/// Where a leg is in the model, by forward kinematics.
struct Foot {
    knee: Vec3,
    ankle: Vec3,
    /// What was up for the foot on level ground, and what was ahead.
    up: Vec3,
    ahead: Vec3,
}

impl Foot {
    fn of(leg: &Leg, stance: &Stance, lowered: f32) -> Self {
        let limb = leg.limb.moved(Vec3::NEG_Y * lowered).bent(&stance.bend);
        let [_, knee, ankle] = limb.points();
        let level = leg.model_from_foot();
        let turned = limb.model_from_elbow() * stance.foot * level.inverse();
        Foot { knee, ankle, up: turned * Vec3::Y, ahead: turned * Vec3::Z }
    }

    fn answer(&self, leg: &str, right: &Foot) -> Answer {
        let flat = |direction: Vec3| direction.with_y(0.0).normalize_or_zero();
        let heading = flat(self.ahead).dot(flat(right.ahead));
        let toes = if heading > HEADING.cos() { "ahead" } else { "elsewhere" };
        place(&format!("{leg}, the ankle"), self.ankle)
            .and(place(&format!("{leg}, the direction up from the sole"), self.up))
            .and(place(&format!("{leg}, the knee"), self.knee))
            .and(Answer::words(|_| format!("{leg}, the toes point"), [toes]))
    }
}

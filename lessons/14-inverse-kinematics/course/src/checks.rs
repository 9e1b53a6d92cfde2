//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Compared, Descent, Reaching, Standing};
use crate::{Chain, Ground, Hinge, Hit, Leg, Limb, Stance, Tools, finished};
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, Value, called_the_answer, finite};
use glam::{Quat, Vec3};
use std::{cell::Cell, f32::consts::FRAC_PI_2};

check::lesson! {
    inverse_kinematics: InverseKinematics,
    milestones: ["a-limbs", "b-tentacles-and-feet"],
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "from local to model",
        }
        keyframes: lesson_05 {
            "05.1": "matrices out of a channel's numbers",
            "05.2": "which two keys",
            "05.3": "the time in a clip",
        }
        rotations: lesson_06 {
            "06.1": "the short way round",
            "06.3": "rotations between two keys",
            "06.4": "keys and poses in three parts",
        }
        playback: lesson_12 {
            "12.1": "which channel moves which joint",
            "12.2": "a joint at a time",
            "12.3": "a pose at a time",
            "12.4": "ticks, and his place in the world",
        }
    }
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[AnyCheck] = &[
    // Radians. Close to straight, a cosine that is off by 1e-6 is an angle that is off by 1.4e-3.
    AnyCheck::asked(3e-3, elbow_angle, ELBOW_ANGLE),
    // Metres, of limbs about one long: those who stop a millimetre before full reach are right, too.
    AnyCheck::asked(2e-3, reach, REACH),
    // Radians. Those who take the slope from two close energies have it to a thousandth.
    AnyCheck::asked(1e-3, gradient_step, GRADIENT_STEP),
    // Metres, and parts of directions.
    AnyCheck::asked(2e-3, plant, PLANT),
];

thread_local! {
    /// Whether `bend_to` has been called since this was last asked.
    static BENT: Cell<bool> = const { Cell::new(false) };
}

/// The tools for 14.2, in whose check its own tool is no answer; the second step must do without `bend_to`.
const TOOLS_FOR_REACH: Tools = Tools {
    reach: |limb, target, pole, tools| {
        called_the_answer();
        REFERENCE.inverse_kinematics.reach(limb, target, pole, tools)
    },
    bend_to: |limb, elbow, hand, tools| {
        BENT.set(true);
        (finished::TOOLS.bend_to)(limb, elbow, hand, tools)
    },
    ..finished::TOOLS
};

/// Toes that point this far aside were turned, in radians: a foot may be laid on a slope in more than one way.
const HEADING: f32 = 0.35;
const ELBOW_ANGLE: &[AskedCase] = &[
    case!("bones of 0.5 and 0.3, their ends 0.7 apart", elbow_case(0.5, 0.3, 0.7)),
    case!("bones of 3 and 4, their ends 5 apart", elbow_case(3.0, 4.0, 5.0)),
    case!("bones of 1 and 1, their ends 1 apart", elbow_case(1.0, 1.0, 1.0)),
    case!("bones of 1 and 1, their ends 2 apart", elbow_case(1.0, 1.0, 2.0)),
    case!("bones of 0.5 and 0.3, their ends 1 apart, which is too far", elbow_case(0.5, 0.3, 1.0)),
    case!("bones of 0.5 and 0.3, their ends 0.1 apart, which is too near", elbow_case(0.5, 0.3, 0.1)),
    AskedCase {
        input: "bones of 0 and 1, their ends 1 apart, where any number will do",
        ask: |q, answer| {
            let angle = q.ask("", |course| course.inverse_kinematics.elbow_angle(0.0, 1.0, 1.0))?;
            answer.compare("the angle", if angle.is_finite() { "a number" } else { "not a number" });
            Ok(())
        },
    },
];

fn elbow_case(q: &mut Ask, answer: &mut Answer, upper: f32, lower: f32, distance: f32) -> Result<(), AnswerError> {
    let angle = q.ask("", |course| course.inverse_kinematics.elbow_angle(upper, lower, distance))?;
    answer.compare("the angle in radians", finite(angle));
    Ok(())
}

pub(crate) fn elbow_angle(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let probe = q.probe;
    let triangles = probes::triangles(&mut q.random, &probe);
    let limits = if probe.is_last() { probes::limits(&mut q.random) } else { Vec::new() };
    for sides in triangles {
        let [upper, lower, distance] = sides;
        let kind = match () {
            () if distance > upper + lower => "too far",
            () if distance < (upper - lower).abs() => "too near",
            () => "within reach",
        };
        answer.compare(named(sides), finite(ask_angle(q, sides)?)).group(kind);
    }
    // Any number will do. The first three are 0/0.
    let sides_of_zero = [[0.0, 0.4, 0.4], [0.4, 0.0, 0.4], [0.0, 0.0, 0.0], [0.4, 0.0, 0.3], [0.4, 0.4, 0.0]];
    for sides in sides_of_zero.into_iter().take(if probe.is_last() { 5 } else { 3 }) {
        answer.compare(named(sides), if ask_angle(q, sides)?.is_finite() { "a number" } else { "not a number" });
    }
    if probe.is_last() {
        let mut almost = String::from("a number");
        for sides in limits {
            if !ask_angle(q, sides)?.is_finite() {
                almost = format!("not a number: {}", named(sides));
                break;
            }
        }
        answer.compare("almost straight or folded", almost);
    }
    Ok(())
}

fn ask_angle(q: &mut Ask, [upper, lower, distance]: [f32; 3]) -> Result<f32, AnswerError> {
    q.ask(words!("triangle", upper, lower, distance), |course| {
        course.inverse_kinematics.elbow_angle(upper, lower, distance)
    })
}

fn named([upper, lower, distance]: [f32; 3]) -> String {
    format!("bones {upper:.3} and {lower:.3}, their ends {distance:.3} apart")
}

const POINTS: u8 = 1;
const ROTATIONS: u8 = 2;

const REACH: &[AskedCase] = &[
    // Steps 1 and 3: the direction to the target.
    case!(
        "shoulder at (0, 0, 0), two bones of 1 m along x, target at (0, 3, 0), too far away, pole at (2, 0, 0)",
        reach_case(&ALONG_X, [0.0, 3.0, 0.0], [2.0, 0.0, 0.0])
    ),
    // Steps 2 and 4: the elbow on the pole's side.
    case!(
        "shoulder at (0, 0, 0), two bones of 1 m along x, target at (1, 1, 0), pole at (2, 0, 0)",
        reach_case(&ALONG_X, [1.0, 1.0, 0.0], [2.0, 0.0, 0.0])
    ),
    case!(
        "shoulder at (0, 0, 0), two bones of 1 m along x, target at (1, 1, 0), pole at (0, 2, 0)",
        reach_case(&ALONG_X, [1.0, 1.0, 0.0], [0.0, 2.0, 0.0])
    ),
    case!(
        "shoulder at (0, 2, 0), two bones of 1 m along x, target at (1, 3, 0), pole at (2, 2, 0)",
        reach_case(&ALONG_X.moved(2.0 * Vec3::Y), [1.0, 3.0, 0.0], [2.0, 2.0, 0.0])
    ),
    case!(
        "shoulder at (0, 0, 0), two bones of 1 m along x, target at (1, 0, 0), pole behind it at (2, 0, 0)",
        reach_case(&ALONG_X, [1.0, 0.0, 0.0], [2.0, 0.0, 0.0])
    ),
    case!(
        "shoulder at (0, 0, 0), two bones of 1 m along x, target in the shoulder",
        reach_case(&ALONG_X, [0.0, 0.0, 0.0], [2.0, 0.0, 0.0])
    ),
    AskedCase {
        input: "shoulder at (0, 0, 0), two bones of 1 m, parent turned by 90° about z, target at (1, 1, 0), pole at (2, 0, 0)",
        ask: |q, answer| {
            let limb = Limb { model_from_parent: Quat::from_rotation_z(FRAC_PI_2), ..ALONG_X };
            reach_case(q, answer, &limb, [1.0, 1.0, 0.0], [2.0, 0.0, 0.0])
        },
    },
    AskedCase {
        input: "shoulder at (0, 0, 0), two bones of 1 m, elbow bent by 90° about y before, target at (1, 1, 0), pole at (2, 0, 0)",
        ask: |q, answer| {
            let limb = Limb { elbow: Quat::from_rotation_y(FRAC_PI_2), ..ALONG_X };
            reach_case(q, answer, &limb, [1.0, 1.0, 0.0], [2.0, 0.0, 0.0])
        },
    },
];

const ALONG_X: Limb = Limb {
    model_from_parent: Quat::IDENTITY,
    root: Vec3::ZERO,
    shoulder: Quat::IDENTITY,
    elbow: Quat::IDENTITY,
    upper: Vec3::X,
    lower: Vec3::X,
};

/// Asks for a limb that reaches for a target, and compares elbow and hand.
fn reach_case(
    q: &mut Ask,
    answer: &mut Answer,
    limb: &Limb,
    target: [f32; 3],
    pole: [f32; 3],
) -> Result<(), AnswerError> {
    let target = Vec3::from(target);
    let pole = Vec3::from(pole);
    let bend = q.ask("", |course| course.inverse_kinematics.reach(limb, target, pole, &TOOLS_FOR_REACH))?;
    let step = if BENT.take() { POINTS } else { ROTATIONS };
    let [root, elbow, hand] = limb.bent(&bend).points();
    // With the pole on the line to the target, the elbow may be on any side; if the limb is stretched, rounding moves it.
    let is_stretched = target.distance(root) > 1.99;
    if !is_stretched && (target - root).cross(pole - root).length() > 0.1 {
        answer.compare("the elbow", finite(elbow)).step(step);
    }
    answer.compare("the hand", finite(hand)).step(step);
    Ok(())
}

pub(crate) fn reach(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let mut is_bent = false;
    for _ in 0..if q.is_last() { 6 } else { 1 } {
        for Reaching { what, limb, target, pole, compared } in probes::reaching(&mut q.random) {
            let bend = q.ask(words!("limb", what), |course| {
                course.inverse_kinematics.reach(&limb, target, pole, &TOOLS_FOR_REACH)
            })?;
            // By their points only where they are not turned by the answer itself.
            let step = if BENT.take() { POINTS } else { ROTATIONS };
            is_bent |= step == POINTS;
            let [_, elbow, hand] = limb.bent(&bend).points();
            let mut values: Vec<(&str, Value)> = vec![match compared {
                Compared::Distance => ("how far the hand is from it", finite(hand.distance(target))),
                Compared::Hand | Compared::HandAndElbow => ("the hand", finite(hand)),
            }];
            if compared == Compared::HandAndElbow {
                values.push(("the elbow", finite(elbow)));
            }
            values.push(("length of the upper bone", finite(elbow.distance(limb.root))));
            values.push(("length of the lower bone", finite(hand.distance(elbow))));
            for (of, value) in values {
                answer.compare(format!("{what}: {of}"), value).group(what).step(step);
            }
        }
    }
    answer.compare("the bones are turned by", if is_bent { "`bend_to`" } else { "your code" }).step(ROTATIONS);
    Ok(())
}
// Steps of 14.3.
const SLOPE: u8 = 1;
const AXIS: u8 = 2;
const WEIGHT: u8 = 3;

const GRADIENT_STEP: &[AskedCase] = &[
    // Step 1: the slope.
    case!(
        "a hinge about z at the origin, at 0, its tip and the target at (1, 0, 0); weight 0, rate 0.1",
        step_case(&[ALONG_Z], &[0.0], [1.0, 0.0, 0.0], 0.0, 0.1)
    ),
    case!("the same hinge, the target at (1, 1, 0)", step_case(&[ALONG_Z], &[0.0], [1.0, 1.0, 0.0], 0.0, 0.1)),
    case!(
        "the same hinge, the target at (1, 1, 0), rate 0.5",
        step_case(&[ALONG_Z], &[0.0], [1.0, 1.0, 0.0], 0.0, 0.5)
    ),
    case!(
        "two hinges about z, 1 m apart, at 0, the tip at (2, 0, 0), the target at (2, 1, 0); weight 0, rate 0.1",
        step_case(&[ALONG_Z; 2], &[0.0; 2], [2.0, 1.0, 0.0], 0.0, 0.1)
    ),
    // Step 2: the axis in the model.
    AskedCase {
        input: "a hinge about z at the origin, at 90°; 1 m on, at (0, 1, 0), one about its own x, at 0; the tip at \
                (0, 1, 1), the target at (1, 1, 1); weight 0, rate 0.1",
        ask: |q, answer| {
            let second = Hinge { axis: Vec3::X, offset: Vec3::Z };
            step_case(q, answer, &[ALONG_Z, second], &[FRAC_PI_2, 0.0], [1.0, 1.0, 1.0], 0.0, 0.1)
        },
    },
    // Step 3: the weight's part.
    case!(
        "a hinge about z at the origin, at 90°, its tip and the target at (0, 1, 0); weight 0.5, rate 0.1",
        step_case(&[ALONG_Z], &[FRAC_PI_2], [0.0, 1.0, 0.0], 0.5, 0.1)
    ),
];

const ALONG_Z: Hinge = Hinge { axis: Vec3::Z, offset: Vec3::X };

/// Asks for one step of a chain of hinges, and compares the new angles.
fn step_case(
    q: &mut Ask,
    answer: &mut Answer,
    hinges: &[Hinge],
    angles: &[f32],
    target: [f32; 3],
    weight: f32,
    rate: f32,
) -> Result<(), AnswerError> {
    let chain = Chain { hinges: hinges.to_vec() };
    let next =
        q.ask("", |course| course.inverse_kinematics.gradient_step(&chain, angles, target.into(), weight, rate))?;
    answer.compare("the number of angles", next.len());
    for (hinge, angle) in next.into_iter().enumerate() {
        answer.compare(format!("the new angle of hinge {hinge}"), finite(angle));
    }
    Ok(())
}

pub(crate) fn gradient_step(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    // Hinges that are wound up; steps that lead up the other side.
    let plain = [1.2, 1.0];
    let wound = [8.0, 1.0];
    let long = [1.2, 8.0];
    let mut all = vec![(5, plain), (1, plain)];
    if q.is_last() {
        all = vec![(1, wound), (24, wound)];
        all.extend((3..=12).map(|hinges| (hinges, long)));
    }
    for (hinges, kind) in all {
        let descent = probes::descent(&mut q.random, hinges, kind);
        for (what, step, descent) in [
            ("chain in a plane, without a weight", SLOPE, descent.in_a_plane().without_weight()),
            ("chain without a weight", AXIS, descent.without_weight()),
            ("chain", WEIGHT, descent),
        ] {
            let Descent { chain, angles, target, weight, rate } = descent;
            let about = words!("chain", hinges, weight, rate);
            let next =
                q.ask(about, |course| course.inverse_kinematics.gradient_step(&chain, &angles, target, weight, rate))?;
            let label = format!("{what}, hinges: {hinges}");
            answer.compare(format!("{label}; number of angles"), next.len()).step(step);
            for (index, angle) in next.into_iter().enumerate() {
                answer.compare(format!("{label}; the new angle of hinge {index}"), finite(angle)).step(step);
            }
        }
    }
    Ok(())
}

const HIPS: u8 = 1;
const LEGS: u8 = 2;
const SOLES: u8 = 3;
const PLANT: &[AskedCase] = &[
    case!("a leg of 1 m, its ankle at its height of 0.1 above level ground", plant_case(&[leg(0.0)], &level(0.0))),
    case!("the same leg, ground 0.2 lower", plant_case(&[leg(0.0)], &level(-0.2))),
    case!("the same leg, ground 0.2 higher", plant_case(&[leg(0.0)], &level(0.2))),
    case!(
        "two such legs, ground 0.1 lower below the first and 0.3 lower below the second",
        plant_case(&[leg(0.0), leg(1.0)], &stairs(-0.1, -0.3))
    ),
    case!(
        "two such legs, ground 0.3 lower below the first and 0.1 lower below the second",
        plant_case(&[leg(0.0), leg(1.0)], &stairs(-0.3, -0.1))
    ),
    case!("one such leg, on a slope of 45° whose normal is (-0.707, 0.707, 0)", plant_case(&[leg(0.0)], &slope())),
    case!(
        "the same leg on the slope, its foot's joint turned by 90° about x",
        plant_case(&[Leg { foot: Quat::from_rotation_x(FRAC_PI_2), ..leg(0.0) }], &slope())
    ),
    AskedCase {
        input: "a leg whose hip is at x = 0 and whose ankle at x = 0.6, with ground 0.1 lower below the ankle alone",
        ask: |q, answer| {
            let half = Vec3::new(0.3, -0.4, 0.0);
            let limb = Limb { root: 0.9 * Vec3::Y, upper: half, lower: half, ..ALONG_X };
            plant_case(q, answer, &[Leg { limb, ..leg(0.0) }], &stairs(0.0, -0.1))
        },
    },
];

fn level(height: f32) -> Ground {
    Ground::plane(height * Vec3::Y, Vec3::Y)
}

fn slope() -> Ground {
    Ground::plane(Vec3::ZERO, Vec3::new(-1.0, 1.0, 0.0).normalize())
}

fn stairs(first: f32, second: f32) -> Ground {
    let [first, second] = [first, second].map(|height| Hit { point: height * Vec3::Y, normal: Vec3::Y });
    Ground::two_planes(0.5 * Vec3::X, Vec3::X, second, first)
}

/// A stretched leg of 1 m whose ankle is at a height of 0.1.
fn leg(x: f32) -> Leg {
    let limb = Limb { root: Vec3::new(x, 1.1, 0.0), upper: -0.5 * Vec3::Y, lower: -0.5 * Vec3::Y, ..ALONG_X };
    Leg { limb, pole: Vec3::new(x, 0.6, 1.0), foot: Quat::IDENTITY, ankle_height: 0.1 }
}

fn plant_case(q: &mut Ask, answer: &mut Answer, legs: &[Leg], ground: &Ground) -> Result<(), AnswerError> {
    let mine = q.ask("", |course| course.inverse_kinematics.plant(legs, ground, &finished::TOOLS))?;
    answer.compare("the distance by which the hips are lowered", finite(mine.lowered)).step(HIPS);
    answer.compare("the number of stances", mine.stances.len()).step(LEGS);
    for (index, (leg, stance)) in legs.iter().zip(&mine.stances).enumerate() {
        let foot = Foot::new(leg, stance, mine.lowered);
        answer.compare(format!("the ankle of leg {index}"), finite(foot.ankle)).step(LEGS);
        answer.compare(format!("the upward direction of sole {index}"), finite(foot.up)).step(SOLES);
    }
    Ok(())
}

pub(crate) fn plant(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let figures: &[usize] = if q.is_last() { &[1, 4, 2, 2, 2] } else { &[2] };
    for count in figures {
        for Standing { what, legs, ground } in probes::standing(&mut q.random, *count) {
            let about = words!("figure", what, legs = legs.len());
            let mine = q.ask(about, |course| course.inverse_kinematics.plant(&legs, &ground, &finished::TOOLS))?;
            let right = (finished::ANSWERS.plant)(&legs, &ground, &finished::TOOLS);
            let lowered = finite(mine.lowered);
            answer.compare(format!("{what}: how far the hips are lowered"), lowered).group(what).step(HIPS);
            answer.compare(format!("{what}: number of stances"), mine.stances.len()).group(what).step(LEGS);
            let stances = mine.stances.iter().zip(&right.stances);
            for (index, (leg, (stance, right_one))) in legs.iter().zip(stances).enumerate() {
                let foot = Foot::new(leg, stance, mine.lowered);
                let ahead = foot.points_as(&Foot::new(leg, right_one, right.lowered));
                let leg = format!("{what}: leg {index}");
                let toes = if ahead { "ahead" } else { "elsewhere" };
                for (of, value, step) in [
                    ("the ankle", finite(foot.ankle), LEGS),
                    ("the direction up from the sole", finite(foot.up), SOLES),
                    ("the knee", finite(foot.knee), LEGS),
                    ("the toes point", toes.into(), SOLES),
                ] {
                    answer.compare(format!("{leg}, {of}"), value).group(what).step(step);
                }
            }
        }
    }
    Ok(())
}

/// A leg in the model, by forward kinematics.
struct Foot {
    knee: Vec3,
    ankle: Vec3,
    up: Vec3,
    ahead: Vec3,
}

impl Foot {
    fn new(leg: &Leg, stance: &Stance, lowered: f32) -> Self {
        let limb = leg.limb.moved(Vec3::NEG_Y * lowered).bent(&stance.bend);
        let [_, knee, ankle] = limb.points();
        let level = leg.model_from_foot();
        let turned = limb.model_from_elbow() * stance.foot * level.inverse();
        Foot { knee, ankle, up: turned * Vec3::Y, ahead: turned * Vec3::Z }
    }

    /// Returns whether the toes of both feet point in the same direction, seen from above.
    fn points_as(&self, other: &Foot) -> bool {
        let [ahead, other] = [self.ahead, other.ahead].map(|direction| direction.with_y(0.0).normalize_or_zero());
        ahead.dot(other) > HEADING.cos()
    }
}

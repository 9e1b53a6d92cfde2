//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, Descent};
use crate::probes::{self, Reaching};
use crate::{Bend, Chain, Ground, Hinge, Hit, Leg, Limb, Planted, Stance, Tools, finished};
use check::{AnyCheck, Case, Check, called_the_answer, finite, vector};
use glam::{Quat, Vec3};
use std::cell::Cell;
use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2};
use verdict::wording::counted;

check::lesson! {
    inverse_kinematics: InverseKinematics,
    milestones: ["a-limbs", "b-tentacles-and-feet"],
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "from local to model",
        }
        keyframes: lesson_06 {
            "06.1": "matrices out of a channel's numbers",
            "06.2": "which two keys",
            "06.3": "the time in a clip",
        }
        rotations: lesson_07 {
            "07.1": "the short way round",
            "07.3": "rotations between two keys",
            "07.4": "keys and poses in three parts",
        }
        playback: lesson_12 {
            "12.1": "which channel moves which joint, if the file has channels of matrices",
            "12.2": "a joint at a time",
            "12.3": "a pose at a time",
            "12.4": "ticks, and his place in the world",
        }
    }
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&ELBOW_ANGLE, &REACH, &GRADIENT_STEP, &PLANT];

/// 14.1: triangles, each by two bones and the distance of their ends.
const ELBOW_ANGLE: Check<Vec<[f32; 3]>, Vec<f32>> = Check {
    // Radians. Close to straight, a cosine that is off by 1e-6 is an angle that is off by 1.4e-3.
    tolerance: 3e-3,
    words: |triangles| match triangles[..] {
        [sides] => triangle(sides),
        _ => "triangles that are almost straight or folded".into(),
    },
    by_hand: || {
        let mut cases = Vec::new();
        for distance in [0.7, 1.0, 0.1] {
            cases.push(Case::at([distance, 0.0], |state| vec![figures::sides(state)]));
        }
        for sides in [[0.3, 0.5, 0.1], [3.0, 4.0, 5.0], [1.0, 1.0, 1.0], [1.0, 1.0, 2.0], [0.0, 1.0, 1.0]] {
            cases.push(Case::new(vec![sides]));
        }
        cases
    },
    drawn: |probe| {
        let mut triangles = probes::triangles(&mut probe.random(), probe);
        // All of these are 0/0.
        triangles.extend([[0.0, 0.4, 0.4], [0.4, 0.0, 0.4], [0.0, 0.0, 0.0]]);
        let mut inputs: Vec<_> = triangles.into_iter().map(|sides| vec![sides]).collect();
        if probe.is_last() {
            inputs.extend([[0.4, 0.0, 0.3], [0.4, 0.4, 0.0]].map(|sides| vec![sides]));
            inputs.push(probes::limits(&mut probe.random()));
        }
        inputs
    },
    call: |course, triangles| {
        let mut angles = Vec::new();
        for [upper, lower, distance] in triangles {
            angles.push(course.inverse_kinematics.elbow_angle(*upper, *lower, *distance)?);
        }
        Ok(angles)
    },
    compare: |triangles, angles, answer| {
        if let [[upper, lower, distance]] = triangles[..]
            && upper * lower * distance > 0.0
        {
            let kind = reach_of(upper, lower, distance);
            answer.compare("the angle in radians", finite(angles[0])).group(kind);
            return;
        }
        // Any number will do.
        match angles.iter().position(|angle| !angle.is_finite()) {
            None => drop(answer.compare("the angle", "a number")),
            Some(index) => {
                let note = format!("input: {}.", triangle(triangles[index]));
                answer.compare("the angle", "not a number").note(note);
            }
        }
    },
};

/// Returns whether two bones reach over a distance.
fn reach_of(upper: f32, lower: f32, distance: f32) -> &'static str {
    match () {
        () if distance > upper + lower => "too far",
        () if distance < (upper - lower).abs() => "too near",
        () => "within reach",
    }
}

fn triangle([upper, lower, distance]: [f32; 3]) -> String {
    let reach = match reach_of(upper, lower, distance) {
        _ if upper * lower * distance == 0.0 => ", where any number will do",
        "within reach" => "",
        "too far" => ", which is too far",
        _ => ", which is too near",
    };
    let [upper, lower, distance] = [upper, lower, distance].map(|length| vector(&[length], 3));
    format!("bones of {upper} and {lower}, their ends {distance} apart{reach}")
}

thread_local! {
    /// Whether `bend_to` has been called since this was last read.
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

/// Step of 14.2 that finds the points; the next one finds the rotations.
const POINTS: u8 = 1;
const ROTATIONS: u8 = 2;

/// 14.2: a limb that reaches for a target.
const REACH: Check<Reaching, (Bend, bool)> = Check {
    // Metres, of limbs about one long: those who stop a millimetre before full reach are right, too.
    tolerance: 2e-3,
    words: |reaching| format!("a limb, {}", kind_of(reaching)),
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            // Steps 1 and 3: the direction to the target.
            ("target at (1, 1, 0), too far away, pole at (0.2, 1.4, 0)", [90.0, 1.0, 0.4]),
            // Steps 2 and 4: the elbow on the pole's side.
            ("target at (0.5, 1, 0), pole at (0.2, 1.4, 0)", [90.0, 0.5, 0.4]),
            ("target at (0.5, 1, 0), pole at (0.2, 0.6, 0)", [-90.0, 0.5, 0.4]),
            ("target at (0.5, 1, 0), pole on the line to it, at (0.2, 1, 0)", [90.0, 0.5, 0.0]),
            ("target in the shoulder, pole at (0.2, 1.4, 0)", [90.0, 0.0, 0.4]),
        ] {
            let words = format!("shoulder at (0, 1, 0), bones of 0.4 and 0.3 that hang down, {words}");
            cases.push(Case::at(state, figures::reaching).called(words));
        }
        let (hanging, target, pole) = figures::reaching([90.0, 0.5, 0.4]);
        for (words, limb) in [
            ("parent turned by 90° about z", Limb { model_from_parent: QUARTER, ..hanging }),
            ("elbow bent by 90° about z before", Limb { elbow: QUARTER, ..hanging }),
            ("shoulder turned by 90° about x before", Limb { shoulder: Quat::from_rotation_x(FRAC_PI_2), ..hanging }),
        ] {
            let words = format!(
                "shoulder at (0, 1, 0), bones of 0.4 and 0.3, {words}, target at (0.5, 1, 0), pole at (0.2, 1.4, 0)"
            );
            cases.push(Case::new((limb, target, pole)).called(words));
        }
        cases
    },
    drawn: |probe| {
        let mut random = probe.random();
        let rounds = if probe.is_last() { 6 } else { 1 };
        (0..rounds).flat_map(|_| probes::reaching(&mut random)).collect()
    },
    call: |course, (limb, target, pole)| {
        let bend = course.inverse_kinematics.reach(limb, *target, *pole, &TOOLS_FOR_REACH)?;
        Ok((bend, BENT.take()))
    },
    compare: |reaching, (bend, by_tool), answer| {
        let (limb, target, _) = reaching;
        let [root, elbow, hand] = limb.bent(&bend).points();
        let distance = target.distance(root);
        let kind = kind_of(reaching);
        // By their points only where they are not turned by the answer itself.
        let step = if by_tool { POINTS } else { ROTATIONS };
        // Elsewhere it may be on any side, or rounding moves it.
        if kind == "within reach" {
            answer.compare("the elbow", finite(elbow)).group(kind).step(step);
        }
        if distance > 0.0 {
            answer.compare("the hand", finite(hand)).group(kind).step(step);
        } else {
            answer
                .compare("the distance from the hand to the target", finite(hand.distance(*target)))
                .group(kind)
                .step(step);
        }
        for (bone, length) in [("upper", elbow.distance(root)), ("lower", hand.distance(elbow))] {
            answer.compare(format!("the length of the {bone} bone"), finite(length)).group(kind).step(step);
        }
        // Where nothing is turned yet, any way will do.
        if limb.model_from_parent != Quat::IDENTITY {
            let function = if by_tool { "`bend_to`" } else { "your own" };
            answer.compare("the function that turns the bones", function).step(ROTATIONS);
        }
    },
};

/// Returns where the target and the pole of a limb are.
fn kind_of((limb, target, pole): &Reaching) -> &'static str {
    let distance = target.distance(limb.root);
    let upper = limb.upper.length();
    let lower = limb.lower.length();
    let off_the_line = (*target - limb.root).normalize_or_zero().cross(*pole - limb.root).length();
    match () {
        () if distance == 0.0 => "target in the shoulder",
        () if off_the_line < 0.1 => "pole on the line",
        () if distance > 0.99 * (upper + lower) => "too far",
        () if distance < 1.01 * (upper - lower).abs() => "too near",
        () => "within reach",
    }
}

const QUARTER: Quat = Quat::from_xyzw(0.0, 0.0, FRAC_1_SQRT_2, FRAC_1_SQRT_2);

// Steps of 14.3.
const SLOPE: u8 = 1;
const AXIS: u8 = 2;
const WEIGHT: u8 = 3;

/// 14.3: a chain of hinges, its angles and its target.
const GRADIENT_STEP: Check<Descent, Vec<f32>> = Check {
    // Radians. Those who take the slope from two close energies have it to a thousandth.
    tolerance: 1e-3,
    words: |descent| {
        let axes = if is_flat(descent) { " about z" } else { "" };
        let [weight, rate] = [descent.weight, descent.rate].map(|number| vector(&[number], 3));
        format!("{}{axes}, weight {weight}, rate {rate}", counted(descent.angles.len(), "hinge", "hinges"))
    },
    by_hand: || {
        // Step 1: the slope.
        let mut cases = Vec::new();
        for rate in [0.1, 1.0] {
            let words = format!(
                "two hinges about z at (0, 0, 0) and (1, 0, 0), both at 0, the tip at (2, 0, 0), the target at (1, 1, 0); \
                 weight 0, rate {rate}"
            );
            cases.push(Case::at([1.0, rate, 0.0], figures::descent).called(words));
        }
        let about_z = |angle, target| Descent {
            chain: Chain { hinges: vec![figures::HINGE] },
            angles: vec![angle],
            target,
            weight: 0.0,
            rate: 0.1,
        };
        cases
            .push(Case::new(about_z(0.0, Vec3::X)).called(
                "a hinge about z at the origin, at 0, its tip and the target at (1, 0, 0); weight 0, rate 0.1",
            ));
        let chain = Chain { hinges: vec![figures::HINGE; 2] };
        cases.push(Case::new(Descent { chain, angles: vec![0.0, FRAC_PI_2], ..about_z(0.0, Vec3::ONE) }).called("two hinges about z at (0, 0, 0) and (1, 0, 0), the second at 90°, the tip at (1, 1, 0), the target at (1, 1, 1); \
             weight 0, rate 0.1"));
        // Step 2: the axis in the model.
        let mut turned = about_z(FRAC_PI_2, Vec3::ONE);
        turned.chain.hinges.push(Hinge { axis: Vec3::X, offset: Vec3::Z });
        turned.angles.push(0.0);
        cases.push(Case::new(turned).called(
            "a hinge about z at the origin, at 90°; 1 m on, at (0, 1, 0), one about its own x, at 0; the tip at \
             (0, 1, 1), the target at (1, 1, 1); weight 0, rate 0.1",
        ));
        // Step 3: the weight's part.
        cases.push(Case::new(Descent { weight: 0.5, ..about_z(FRAC_PI_2, Vec3::Y) }).called(
            "a hinge about z at the origin, at 90°, its tip and the target at (0, 1, 0); weight 0.5, rate 0.1",
        ));
        cases
    },
    drawn: |probe| {
        let mut random = probe.random();
        if !probe.is_last() {
            return [5, 1].into_iter().flat_map(|hinges| probes::descents(&mut random, hinges, [1.2, 1.0])).collect();
        }
        // Hinges that are wound up; steps that lead up the other side.
        let mut descents = Vec::new();
        for hinges in [1, 24] {
            descents.extend(probes::descents(&mut random, hinges, [8.0, 1.0]));
        }
        for hinges in 3..=12 {
            descents.extend(probes::descents(&mut random, hinges, [1.2, 8.0]));
        }
        descents
    },
    call: |course, input| {
        let Descent { chain, angles, target, weight, rate } = input;
        Ok(course.inverse_kinematics.gradient_step(chain, angles, *target, *weight, *rate)?)
    },
    compare: |input, next, answer| {
        let step = match () {
            () if input.weight > 0.0 => WEIGHT,
            () if is_flat(input) => SLOPE,
            () => AXIS,
        };
        answer.compare("the number of angles", next.len()).step(step);
        for (hinge, angle) in next.into_iter().enumerate() {
            answer.compare(format!("the new angle of hinge {hinge}"), finite(angle)).step(step);
        }
    },
};

/// Returns whether all hinges turn about z.
fn is_flat(descent: &Descent) -> bool {
    descent.chain.hinges.iter().all(|hinge| hinge.axis == Vec3::Z)
}

// Steps of 14.4.
const HIPS: u8 = 1;
const LEGS: u8 = 2;
const SOLES: u8 = 3;

/// Toes that point this far aside were turned, in radians: a foot may be laid on a slope in more than one way.
const HEADING: f32 = 0.35;

/// 14.4: the legs of a figure, and the ground.
const PLANT: Check<(Vec<Leg>, Ground), Planted> = Check {
    // Metres, and parts of directions.
    tolerance: 2e-3,
    words: |(legs, ground)| {
        let right = (finished::ANSWERS.plant)(legs, ground, &finished::TOOLS);
        format!("a figure with {} on {}", counted(legs.len(), "leg", "legs"), kind_of_ground(ground, right.lowered))
    },
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            ("a slope that falls to the right by 18°", [-18.0, 0.0]),
            ("level ground 0.15 above them", [0.0, 0.15]),
            ("level ground 0.2 below them", [0.0, -0.2]),
        ] {
            let words =
                format!("two legs, their ankles at (0.25, 0.1, 0) and (-0.25, 0.1, 0), 0.1 above the soles; {words}");
            cases.push(Case::at(state, figures::standing).called(words));
        }
        for (words, first, second) in [
            ("ground 0.1 lower below the first and 0.3 lower below the second", -0.1, -0.3),
            ("ground 0.3 lower below the first and 0.1 lower below the second", -0.3, -0.1),
        ] {
            let words = format!("two legs of 1 m, each ankle at its height of 0.1; {words}");
            let legs = vec![leg(0.0), leg(1.0)];
            cases.push(Case::new((legs, stairs(first, second))).called(words));
        }
        let slope = Ground::plane(Vec3::ZERO, Vec3::new(-1.0, 1.0, 0.0).normalize());
        let legs = vec![Leg { foot: Quat::from_rotation_x(FRAC_PI_2), ..leg(0.0) }];
        cases.push(Case::new((legs, slope)).called("a leg of 1 m, its foot's joint turned by 90° about x, on a slope of 45° whose normal is (-0.707, 0.707, 0)"));
        let half = Vec3::new(0.3, -0.4, 0.0);
        let limb = Limb { root: 0.9 * Vec3::Y, upper: half, lower: half, ..leg(0.0).limb };
        cases.push(Case::new((vec![Leg { limb, ..leg(0.0) }], stairs(0.0, -0.1))).called(
            "a leg whose hip is at x = 0 and whose ankle at x = 0.6, with ground 0.1 lower below the ankle alone",
        ));
        cases
    },
    drawn: |probe| {
        let mut random = probe.random();
        let legs = if probe.is_last() { &[1, 4, 2, 2, 2][..] } else { &[2] };
        legs.iter().flat_map(|legs| probes::standing(&mut random, *legs)).collect()
    },
    call: |course, (legs, ground)| Ok(course.inverse_kinematics.plant(legs, ground, &finished::TOOLS)?),
    compare: |(legs, ground), planted, answer| {
        let right = (finished::ANSWERS.plant)(legs, ground, &finished::TOOLS);
        let kind = kind_of_ground(ground, right.lowered);
        let lowered = finite(planted.lowered);
        answer.compare("the distance by which the hips are lowered", lowered).group(kind).step(HIPS);
        answer.compare("the number of stances", planted.stances.len()).group(kind).step(LEGS);
        let stances = planted.stances.iter().zip(&right.stances);
        for (index, (leg, (stance, right_stance))) in legs.iter().zip(stances).enumerate() {
            let foot = Foot::new(leg, stance, planted.lowered);
            let right_foot = Foot::new(leg, right_stance, right.lowered);
            let ankle = finite(foot.ankle);
            answer.compare(format!("the ankle of leg {index}"), ankle).group(kind).step(LEGS);
            let up = finite(foot.up);
            answer.compare(format!("the upward direction of sole {index}"), up).group(kind).step(SOLES);
            // The knee of a stretched leg moves far for a small difference.
            if !right_foot.is_stretched {
                let knee = finite(foot.knee);
                answer.compare(format!("the knee of leg {index}"), knee).group(kind).step(LEGS);
            }
            let toes = if foot.points_as(&right_foot) { "ahead" } else { "not ahead" };
            answer.compare(format!("the direction of leg {index}'s toes"), toes).group(kind).step(SOLES);
        }
    },
};

/// Returns the kind of ground on which the hips are lowered by `lowered`.
fn kind_of_ground(ground: &Ground, lowered: f32) -> &'static str {
    match () {
        () if lowered == 0.0 => "high ground",
        () if ground.faces.iter().all(|face| face.on.normal == Vec3::Y) => "level ground",
        () => "sloping ground",
    }
}

fn stairs(first: f32, second: f32) -> Ground {
    let [first, second] = [first, second].map(|height| Hit { point: height * Vec3::Y, normal: Vec3::Y });
    Ground::two_planes(0.5 * Vec3::X, Vec3::X, second, first)
}

/// A stretched leg of 1 m whose ankle is at a height of 0.1.
fn leg(x: f32) -> Leg {
    let (hanging, ..) = figures::reaching([0.0; 3]);
    let limb = Limb { root: Vec3::new(x, 1.1, 0.0), upper: -0.5 * Vec3::Y, lower: -0.5 * Vec3::Y, ..hanging };
    Leg { limb, pole: Vec3::new(x, 0.6, 1.0), foot: Quat::IDENTITY, ankle_height: 0.1 }
}

/// A leg in the model, by forward kinematics.
struct Foot {
    knee: Vec3,
    ankle: Vec3,
    up: Vec3,
    ahead: Vec3,
    is_stretched: bool,
}

impl Foot {
    fn new(leg: &Leg, stance: &Stance, lowered: f32) -> Self {
        let limb = leg.limb.moved(Vec3::NEG_Y * lowered).bent(&stance.bend);
        let [_, knee, ankle] = limb.points();
        let level = leg.model_from_foot();
        let turned = limb.model_from_elbow() * stance.foot * level.inverse();
        let is_stretched = limb.root.distance(ankle) > 0.99 * (limb.upper.length() + limb.lower.length());
        Foot { is_stretched, knee, ankle, up: turned * Vec3::Y, ahead: turned * Vec3::Z }
    }

    /// Returns whether the toes of both feet point in the same direction, seen from above.
    fn points_as(&self, other: &Foot) -> bool {
        let [ahead, other] = [self.ahead, other.ahead].map(|direction| direction.with_y(0.0).normalize_or_zero());
        ahead.dot(other) > HEADING.cos()
    }
}

//! Gestures on top of the clips: where his joints are in a death, a climb, a turn, a stop, a blow, and at rest.

use super::game::{Play, SWING, stage};
use super::knight::{RIGHT, RUN_RIGHT, STEP, WAIT, World, box_of, floor};
use glam::Vec3;
use lesson_18::mine;
use lesson_18::{
    Keys, SphereKind,
    knight::{GameCast, Knight, Poser},
    level::Level,
};

const RUN_LEFT: Keys = Keys { right: -1.0, ..RUN_RIGHT };

/// A knight in a world, and his pose.
struct Posed {
    world: World,
    cast: GameCast,
    knight: Knight,
    poser: Poser,
}

impl Posed {
    fn new(world: World, x: f64) -> Self {
        let cast = mine::default_characters().expect("the figures").cast;
        let knight = world.knight(x, 0.0);
        let poser = Poser::new(&cast);
        let mut posed = Posed { world, cast, knight, poser };
        posed.steps(WAIT, 60);
        posed
    }

    fn step(&mut self, keys: Keys) {
        self.world.step(&mut self.knight, keys);
        self.poser.step(&self.cast, &self.knight, &self.world.obstacles, STEP as f32, None).expect("a pose");
    }

    fn steps(&mut self, keys: Keys, count: usize) {
        for _ in 0..count {
            self.step(keys);
        }
    }

    fn joint(&self, name: &str) -> Vec3 {
        let joint = self.cast.joint(name).expect("a joint");
        (self.poser.world_from_model() * self.poser.model_from_joint()[joint]).w_axis.truncate()
    }

    /// Returns how far his neck is to the right of his hips, in metres.
    fn lean(&self) -> f32 {
        self.joint("neck").x - self.joint("hips").x
    }

    /// Returns the angle of each knee, in degrees: 180 for a straight leg.
    fn knees(&self) -> [f32; 2] {
        ["l", "r"].map(|side| {
            let [hip, knee, ankle] = ["thigh", "shin", "foot"].map(|part| self.joint(&format!("{part}_{side}")));
            (hip - knee).angle_between(ankle - knee).to_degrees()
        })
    }

    /// Returns the angles of the cape's links from straight down, backwards, in degrees.
    fn cape(&self) -> [f32; 2] {
        ["cape_upper", "cape_lower"].map(|name| {
            let joint = self.cast.joint(name).expect("a joint");
            let bone = self.poser.world_from_model() * self.poser.model_from_joint()[joint].y_axis;
            f32::atan2(-bone.x, -bone.y).to_degrees()
        })
    }

    /// Returns the direction in which a joint looks, as a heading in radians.
    fn heading(&self, name: &str) -> f32 {
        let joint = self.cast.joint(name).expect("a joint");
        let looks = (self.poser.world_from_model() * self.poser.model_from_joint()[joint]).transform_vector3(Vec3::Z);
        f32::atan2(looks.x, looks.z)
    }
}

/// In a climb both wrists stay within 10 cm of the edge: the palms are on it. His chest comes over it, then his right foot,
/// while the left one is below.
#[test]
fn a_climb_puts_hands_to_the_edge() {
    for side in [1.0, -1.0] {
        let edge = Vec3::new(2.0 * side, 1.5, 0.0);
        let block = if side > 0.0 { box_of((2.0, 0.0), (6.0, 1.5)) } else { box_of((-6.0, 0.0), (-2.0, 1.5)) };
        let ground = box_of((-50.0, -1.0), (50.0, 0.0));
        let mut posed = Posed::new(World::new(vec![ground, block]), f64::from(1.4 * side));
        let keys = Keys { right: side, jump_held: true, ..RIGHT };
        posed.steps(keys, 30);
        posed.step(Keys { jump: true, ..keys });
        let mut climbs = 0;
        let mut holds = 0;
        let mut leans = 0;
        let mut steps_up = 0;
        for _ in 0..60 {
            posed.step(keys);
            climbs += usize::from(posed.knight.climb_side != 0.0);
            let hands = ["hand_l", "hand_r"].map(|hand| (posed.joint(hand) - edge).with_z(0.0).length());
            let [neck, left, right] = ["neck", "toes_l", "toes_r"].map(|name| posed.joint(name));
            holds += usize::from(hands.iter().all(|away| *away < 0.1));
            let is_below = left.y < edge.y - 0.1;
            leans += usize::from(is_below && neck.y > edge.y && (neck.x - edge.x) * side > 0.0);
            steps_up += usize::from(is_below && (right.y - edge.y).abs() < 0.06 && (right.x - edge.x) * side > 0.0);
        }
        println!("{climbs} steps, holds {holds}, leans {leans}, steps up {steps_up}");
        assert!(climbs > 2 && holds > 9 && leans > 9 && steps_up > 4);
        assert!(posed.knight.body.position.y > 1.45);
    }
}

/// He strikes with the hand that has no sword.
#[test]
fn a_punch_is_by_the_free_hand() {
    let mut posed = Posed::new(floor(), 0.0);
    let GameCast { attached, socket, .. } = &posed.cast;
    let fists = attached.spheres.iter().filter(|sphere| sphere.kind == SphereKind::Hit && sphere.joint != *socket);
    assert!(fists.map(|sphere| Some(sphere.joint)).eq([posed.cast.joint("hand_l")]));
    posed.step(Keys { punch: true, ..WAIT });
    let mut farthest = [f32::MIN; 2];
    for _ in 0..25 {
        posed.step(WAIT);
        for (farthest, hand) in farthest.iter_mut().zip(["hand_l", "hand_r"]) {
            *farthest = farthest.max(posed.joint(hand).x - posed.knight.body.position.x as f32);
        }
    }
    assert!(farthest[0] > farthest[1] + 0.1, "{farthest:?}");
}

/// A twelfth of a second after the key, his head has turned farther than his hips, and in the end both as far.
#[test]
fn a_turn_is_led_by_his_head() {
    let mut posed = Posed::new(floor(), 0.0);
    posed.steps(RIGHT, 30);
    posed.steps(WAIT, 40);
    let before = posed.heading("head") - posed.heading("hips");
    posed.steps(Keys { right: -1.0, ..RIGHT }, 5);
    let lead = posed.heading("head") - posed.heading("hips") - before;
    posed.steps(Keys { right: -1.0, ..RIGHT }, 60);
    posed.steps(WAIT, 40);
    let after = posed.heading("head") - posed.heading("hips");
    assert!(lead < -0.25 && (after + before).abs() < 0.4, "{before} {lead} {after}");
}

/// He leans ahead when he starts, and back when he stops or skids, and no step changes that by more than 3 cm.
#[test]
fn he_leans_against_what_speeds_him_up_and_brakes_him() {
    for keys in [WAIT, RUN_LEFT] {
        let mut posed = Posed::new(floor(), 0.0);
        let standing = posed.lean();
        let mut leans = Vec::new();
        for keys in [RUN_RIGHT; 60].into_iter().chain([keys; 12]) {
            posed.step(keys);
            leans.push(posed.lean());
        }
        let steps = leans.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        let largest = steps.fold(0.0, f32::max);
        let most = leans[..20].iter().copied().fold(f32::MIN, f32::max);
        let runs = leans[50..60].iter().copied().fold(f32::MAX, f32::min);
        let back = leans[60..].iter().copied().fold(f32::MAX, f32::min);
        println!(
            "standing {standing:.2}, starting {most:.2}, running {runs:.2}, stopping {back:.2}, a step {largest:.3}"
        );
        assert!(most > standing + 0.08 && back < runs - 0.08 && largest < 0.04);
    }
}

/// A foot of one who skids is ahead of his hips, which look that way still; his neck is behind them, and his head has turned.
#[test]
fn a_skid_braces_him() {
    for runs in [60, 64, 68, 72, 76] {
        let mut posed = Posed::new(floor(), 0.0);
        posed.steps(RUN_RIGHT, runs);
        let mut ahead = f32::MIN;
        for _ in 0..7 {
            posed.step(RUN_LEFT);
            let foot = f32::max(posed.joint("foot_l").x, posed.joint("foot_r").x);
            ahead = ahead.max(foot - posed.joint("hips").x);
        }
        let hips = posed.heading("hips");
        let turned = hips - posed.heading("head");
        let lean = posed.lean();
        println!("foot {ahead:.2} m ahead, hips {hips:.2}, head {turned:.2} beyond, neck {lean:.2} m");
        assert!(posed.knight.speed > 0.5 && ahead > 0.3 && hips > 0.8 && turned > 0.3 && lean < -0.03);
    }
}

/// In a jump from rest one knee is drawn up, then both; in the fall both legs reach down. The landing bends his knees again,
/// and not his back.
#[test]
fn a_jump_draws_up_his_knees_and_a_landing_bends_them() {
    let mut posed = Posed::new(floor(), 0.0);
    let keys = Keys { jump_held: true, ..WAIT };
    posed.step(Keys { jump: true, ..keys });
    let mut knees = [posed.knees(); 4];
    let mut back = 0.0f32;
    let mut hips = f32::MAX;
    for _ in 0..90 {
        posed.step(keys);
        let velocity = posed.knight.body.velocity.y;
        if posed.knight.body.support.is_none() {
            let phase = if velocity > 3.0 {
                0
            } else if velocity > -1.0 {
                1
            } else {
                2
            };
            knees[phase] = posed.knees();
        } else {
            let spine = posed.joint("neck") - posed.joint("hips");
            back = back.max(f32::atan2(spine.x, spine.y).to_degrees());
            if posed.joint("hips").y < hips {
                hips = posed.joint("hips").y;
                knees[3] = posed.knees();
            }
        }
    }
    println!("{knees:.0?} degrees, back {back:.0}, hips {hips:.2} of {:.2} m", posed.joint("hips").y);
    let [rise, apex, fall, land] = knees;
    assert!(f32::abs(rise[0] - rise[1]) > 20.0 && apex.iter().all(|knee| *knee < 100.0), "{rise:?} {apex:?}");
    assert!(fall.iter().all(|knee| *knee > 130.0) && land.iter().all(|knee| *knee < 100.0), "{fall:?} {land:?}");
    assert!(back < 32.0, "{back} degrees");
}

/// In a jump from rest his limbs move all the time, and rise, apex and fall are poses that a silhouette tells apart.
#[test]
fn a_jump_from_rest_never_freezes() {
    const LIMBS: [&str; 4] = ["hand_l", "hand_r", "shin_l", "shin_r"];
    let mut posed = Posed::new(floor(), 0.0);
    let keys = Keys { jump_held: true, ..WAIT };
    posed.step(Keys { jump: true, ..keys });
    let mut poses: Vec<[Vec3; 4]> = Vec::new();
    while posed.knight.body.support.is_none() {
        let hips = posed.joint("hips");
        poses.push(LIMBS.map(|limb| (posed.joint(limb) - hips).with_z(0.0)));
        posed.step(keys);
    }
    let mut slowest = f32::INFINITY;
    for pair in poses.windows(5) {
        slowest = slowest.min(farthest(&pair[0], &pair[4]));
    }
    let [rise, apex, fall] = [8, poses.len() / 2, poses.len() - 12].map(|step| poses[step]);
    let apart = [farthest(&rise, &apex), farthest(&apex, &fall), farthest(&rise, &fall)];
    println!("{} steps, slowest {slowest:.3} m in 4 steps, poses {apart:.2?} m apart", poses.len());
    assert!(poses.len() > 40 && slowest > 0.03 && apart.iter().all(|away| *away > 0.3), "{slowest} {apart:?}");
}

/// Returns the largest distance between two poses' points.
fn farthest(a: &[Vec3; 4], b: &[Vec3; 4]) -> f32 {
    let away = a.iter().zip(b).map(|(a, b)| a.distance(*b));
    away.fold(0.0, f32::max)
}

/// The second swing goes back where the first has come from, and hits, too.
#[test]
fn a_second_swing_goes_the_other_way() {
    let mut play = Play::new(stage(&Level { spawns: Vec::new(), ..Level::default() }));
    play.wait(40);
    let mut rises = Vec::new();
    let mut swings = 0;
    let mut tip = Vec3::ZERO;
    for step in 0..70 {
        play.step(if step % 20 == 0 && step < 30 { SWING } else { WAIT });
        let next = play.game.world_from_sword.transform_point3(0.64 * Vec3::Y);
        if play.game.strikes() {
            if rises.len() < swings + 1 {
                rises.push(0.0);
            }
            rises[swings] += next.y - tip.y;
        } else {
            swings = rises.len();
        }
        tip = next;
    }
    assert!(rises.len() == 2 && rises[0] < -0.2 && rises[1] > 0.2, "{rises:?} m");
}

/// His weight goes from foot to foot while he stands, and his feet stay.
#[test]
fn his_weight_shifts_while_he_stands() {
    let mut posed = Posed::new(floor(), 0.0);
    posed.steps(WAIT, 120);
    let names = ["hips", "toes_l", "toes_r"];
    let first = names.map(|name| posed.joint(name));
    let mut moved = [0.0f32; 3];
    let mut turned = 0.0f32;
    let mut leans = [f32::MAX, f32::MIN];
    for _ in 0..320 {
        posed.step(WAIT);
        for (moved, (name, first)) in moved.iter_mut().zip(names.into_iter().zip(first)) {
            // In the picture's plane, where it is seen.
            let away = posed.joint(name) - first;
            *moved = moved.max(if name == "hips" { away.x.abs() } else { away.length() });
        }
        turned = turned.max((posed.heading("head") - posed.heading("hips")).abs());
        leans = [leans[0].min(posed.lean()), leans[1].max(posed.lean())];
    }
    let sways = leans[1] - leans[0];
    println!("hips {:.3}, toes {:.3} {:.3}, back {sways:.3} m, head {turned:.2}", moved[0], moved[1], moved[2]);
    assert!(moved[0] > 0.04 && moved[1] < 0.005 && moved[2] < 0.005 && turned > 0.15, "{moved:?} m, {turned}");
    assert!(sways > 0.08, "{sways} m");
}

/// A punch has a moment of contact: for three steps the arm is straight and ahead, and the sword's is drawn back.
#[test]
fn a_punch_ends_with_a_straight_arm() {
    let mut posed = Posed::new(floor(), 0.0);
    posed.step(Keys { punch: true, ..WAIT });
    let mut straight = 0;
    for _ in 1..22 {
        posed.step(WAIT);
        let [shoulder, elbow, fist] = ["upper_arm_l", "forearm_l", "hand_l"].map(|name| posed.joint(name));
        let bend = (fist - elbow).angle_between(elbow - shoulder).to_degrees();
        if bend < 10.0 && fist.x - posed.joint("hips").x > 0.45 {
            straight += 1;
            let [right, hips] = ["hand_r", "hips"].map(|name| posed.joint(name));
            assert!(right.x < hips.x - 0.15 && right.y < 0.8, "the sword's hand at {right}, the hips at {hips}");
        }
    }
    assert!(straight >= 3, "{straight} steps");
}

/// After a swing the blade points ahead and down beside him, and a second swing begins there: he does not rise between.
#[test]
fn a_second_swing_begins_where_the_first_ends() {
    let mut posed = Posed::new(floor(), 0.0);
    let mut seen = 0;
    let mut is_under_way = false;
    for step in 0..60 {
        posed.step(if step == 0 || step == 25 { SWING } else { WAIT });
        let sword = (lesson_18::finished::ANSWERS.sword)(&posed.poser.hand(&posed.cast));
        let blade = sword.transform_vector3(Vec3::Y).normalize();
        is_under_way |= posed.knight.is_backhand && posed.knight.since > 0.1;
        if (24..42).contains(&step) {
            assert!(posed.lean() > 0.12, "step {step}: he has risen, {} m", posed.lean());
        }
        if step >= 24 && !is_under_way {
            seen += 1;
            assert!(blade.x > 0.6 && blade.y < -0.1 && blade.z.abs() < 0.71, "step {step}: the blade {blade}");
        }
    }
    assert!((4..12).contains(&seen) && is_under_way, "{seen} steps");
}

/// His cape stays behind when he starts, bends as it does, flies while he runs, and comes back beyond its place when he stops.
#[test]
fn his_cape_lags_and_swings() {
    let mut posed = Posed::new(floor(), 0.0);
    let mut bend = 0.0f32;
    for _ in 0..60 {
        posed.step(RUN_RIGHT);
        let [upper, lower] = posed.cape();
        bend = bend.max(lower - upper);
    }
    let runs = posed.cape();
    let mut swings = [f32::MAX; 2];
    for _ in 0..40 {
        posed.step(WAIT);
        for (least, angle) in swings.iter_mut().zip(posed.cape()) {
            *least = least.min(angle);
        }
    }
    posed.steps(WAIT, 60);
    let rests = posed.cape();
    println!("bend {bend:.0}, runs {runs:.0?}, swings {swings:.0?}, rests {rests:.0?} degrees");
    assert!(bend > 25.0 && runs.iter().all(|angle| *angle > 30.0), "{bend} {runs:?} degrees");
    assert!(swings[0] < rests[0] - 10.0 && rests.iter().all(|angle| *angle < 20.0), "{swings:?} {rests:?} degrees");
}

/// Both feet are on the ground a moment after a stop.
#[test]
fn a_stop_has_both_feet_on_the_ground() {
    for runs in [60, 64, 68, 72, 76] {
        let mut posed = Posed::new(floor(), 0.0);
        let rest = posed.joint("toes_l").y;
        posed.steps(RUN_RIGHT, runs);
        let mut lifted = 0;
        for _ in 0..40 {
            posed.step(WAIT);
            let height = f32::max(posed.joint("toes_l").y, posed.joint("toes_r").y) - rest;
            lifted += usize::from(height > 0.1);
        }
        assert!(lifted < 7, "{lifted} steps on one leg");
    }
}

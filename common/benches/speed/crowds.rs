//! Ten thousand characters, each with its own clock and clip.

use crate::{
    Bench, data,
    poses::{Character, Clips, compare_crowds},
    report::Goal,
};

const COUNT: usize = 10_000;

pub(crate) fn run(bench: &mut Bench) {
    let character = Character::humanoid();
    let plain = [data::dense(&character.skeleton), data::sparse(&character.skeleton)];
    let frames = plain.each_ref().map(|clip| character.bake(clip));
    let clips = Clips { plain: &plain, frames: &frames };
    let mut random = data::Random::new(6);
    let plays: Vec<usize> = (0..COUNT).map(|_| random.below(2)).collect();
    let goal = Goal::Ratio { target: 4.0, floor: 3.2 };
    compare_crowds(bench, "crowd of 10000, two clips", &character, clips, &plays, (goal, None));
}

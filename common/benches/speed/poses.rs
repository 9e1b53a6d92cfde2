//! Sampling, local to model, palette, and the three together.

use crate::{
    Bench, data, figures,
    report::{Goal, Size},
};
use common::{
    animation::{
        Clip, Cursors, JointTracks,
        reduce::{Bound, SHELL, apart, reduce},
    },
    fast::{
        self, Affine3x4, Crowd, CrowdMember, FastSkeleton, Frames, PaletteBindings, TrackCursors, Tracks,
        TransformBlock,
    },
    skeleton::{Pose, Skeleton, local_to_model},
    skin::Skin,
};
use glam::Affine3A;
use std::{hint::black_box, slice};

const COUNTS: [usize; 3] = [1, 8, 1024];

/// What the plain and the fast side play.
pub(crate) struct Character {
    pub(crate) skeleton: Skeleton,
    pub(crate) skin: Skin,
    pub(crate) bind: Pose,
    pub(crate) fast_skeleton: FastSkeleton,
    pub(crate) bindings: PaletteBindings,
}

impl Character {
    pub(crate) fn humanoid() -> Self {
        let skeleton = data::humanoid();
        let skin = Skin::bound(&skeleton);
        Self::new(skeleton, skin)
    }

    pub(crate) fn new(skeleton: Skeleton, skin: Skin) -> Self {
        let fast_skeleton = FastSkeleton::new(&skeleton);
        let bindings = PaletteBindings::new(&fast_skeleton, std::slice::from_ref(&skin));
        Self { bind: skeleton.bind_pose(), skeleton, skin, fast_skeleton, bindings }
    }

    fn joints(&self) -> usize {
        self.skeleton.len()
    }

    pub(crate) fn bake(&self, clip: &Clip) -> Frames {
        Frames::bake(&self.fast_skeleton, clip, 30.0).expect("a few seconds fit")
    }
}

/// Clocks of many characters, at 60 frames a second or jumping anywhere.
#[derive(Clone)]
struct Clocks {
    times: Vec<f32>,
    span: (f32, f32),
    seek: Option<data::Random>,
}

impl Clocks {
    fn new(clip: &Clip, count: usize, seek: bool) -> Self {
        let mut random = data::Random::new(5);
        let times = (0..count).map(|_| clip.start + random.unit() * clip.duration()).collect();
        Self { times, span: (clip.start, clip.end), seek: seek.then_some(random) }
    }

    /// Moves every clock and says where it is.
    fn tick(&mut self) -> &[f32] {
        let (start, end) = self.span;
        for time in &mut self.times {
            *time = match &mut self.seek {
                Some(random) => start + random.unit() * (end - start),
                None if *time >= end => start,
                None => *time + 1.0 / 60.0,
            };
        }
        &self.times
    }
}

pub(crate) fn run(bench: &mut Bench) {
    let character = Character::humanoid();
    let [dense, sparse] = [data::dense(&character.skeleton), data::sparse(&character.skeleton)];
    let goals = Goals { frames: [10.0, 6.0], seek: [20.0, 15.0], tracks: None };
    clip(bench, &character, &dense, &[1, 1024], goals);
    let goals = Goals { frames: [7.0, 4.0], tracks: Some([2.0, 1.2]), ..goals };
    clip(bench, &character, &sparse, &[1, 1024], goals);
    matrices(bench, &character);
    for name in figures::FIGURES {
        let (model, walk) = figures::walking(name);
        let character = Character::new(model.skeleton.clone(), model.skins[0].clone());
        let walk = Clip { name: format!("{name} walk"), ..model.clips[walk].clone() };
        let goals = Goals { frames: [7.0, 4.0], seek: [10.0, 6.0], tracks: Some([1.5, 1.1]) };
        clip(bench, &character, &walk, &[1], goals);
    }
}

/// Targets and floors of sampling one character's clip.
#[derive(Clone, Copy)]
struct Goals {
    frames: [f64; 2],
    /// Of frames too.
    seek: [f64; 2],
    tracks: Option<[f64; 2]>,
}

/// All forms of a clip.
fn clip(bench: &mut Bench, character: &Character, clip: &Clip, counts: &[usize], goals: Goals) {
    let frames = character.bake(clip);
    let tracks = Tracks::new(&character.fast_skeleton, clip);
    let fewer = reduce(&character.skeleton, clip, Bound { distance: 1e-4, shell: SHELL });
    let reduced = Tracks::new(&character.fast_skeleton, &fewer);
    let mut blocks = character.fast_skeleton.rest().to_vec();
    let simd = bench.simd;
    let of_frames = Size {
        plain_bytes: bytes_of(clip),
        bytes: frames.bytes(),
        each: 0,
        millimetres: 1e3
            * error(character, clip, &mut |time, pose| {
                frames.sample(simd, time, &mut blocks);
                character.fast_skeleton.write_pose(&blocks, pose);
            }),
    };
    let mut of_tracks = |keys: &Clip, tracks: &Tracks| {
        let (bytes, each) = tracks.bytes();
        let mut cursors = tracks.cursors();
        let millimetres = 1e3
            * error(character, clip, &mut |time, pose| {
                tracks.sample(simd, time, &mut cursors, &mut blocks);
                character.fast_skeleton.write_pose(&blocks, pose);
            });
        Size { plain_bytes: bytes_of(keys), bytes, each, millimetres }
    };
    let (of_tracks, of_reduced) = (of_tracks(clip, &tracks), of_tracks(&fewer, &reduced));

    let name = &clip.name;
    for (order, seek, goal) in [("forward", false, goals.frames), ("seek", true, goals.seek)] {
        for &count in counts {
            let what = format!("frames, {name}, {order}, {count}");
            let clocks = Clocks::new(clip, count, seek);
            let form = (clip, &frames, of_frames);
            sample_frames(bench, &what, character, form, clocks, goal_of(Some(goal)));
        }
    }
    for &count in counts {
        // What keeps its own keys is for clips with few of them, and for few characters.
        let goal = goal_of(goals.tracks.filter(|_| count == 1));
        let what = format!("tracks, {name}, forward, {count}");
        let clocks = Clocks::new(clip, count, false);
        sample_tracks(bench, &what, character, (clip, &tracks, of_tracks), clocks, goal);
    }
    let what = format!("tracks, {name}, seek, 1");
    let clocks = Clocks::new(clip, 1, true);
    sample_tracks(bench, &what, character, (clip, &tracks, of_tracks), clocks, Goal::ReportOnly);
    let what = format!("tracks, {name} reduced to 0.1 mm, forward, 1");
    let clocks = Clocks::new(clip, 1, false);
    sample_tracks(bench, &what, character, (&fewer, &reduced, of_reduced), clocks, Goal::ReportOnly);
    whole(bench, character, clip, (&frames, of_frames));
}

/// A target and a floor, where there are some.
fn goal_of(goals: Option<[f64; 2]>) -> Goal {
    goals.map_or(Goal::ReportOnly, |[target, floor]| Goal::Ratio { target, floor })
}

/// A track's time and value for each key: 16 bytes, 20 for rotations.
fn bytes_of(clip: &Clip) -> usize {
    let of_joint = |tracks: &JointTracks| {
        let vectors = [&tracks.translation, &tracks.scale].into_iter().flatten();
        let rotation = tracks.rotation.as_ref().map_or(0, |track| track.track().len() * 20);
        vectors.map(|track| track.len() * 16).sum::<usize>() + rotation
    };
    clip.tracks.iter().map(of_joint).sum()
}

/// The largest distance of a point 3 cm from a joint, in metres.
fn error(character: &Character, clip: &Clip, sample: &mut dyn FnMut(f32, &mut Pose)) -> f32 {
    let joints = character.joints();
    let mut models = [vec![Affine3A::IDENTITY; joints], vec![Affine3A::IDENTITY; joints]];
    let (mut cursors, mut pose) = (Cursors::default(), character.bind.clone());
    let mut worst = 0.0f32;
    for step in 0..=1000 {
        let time = clip.start + clip.duration() * (step as f32 / 1000.0);
        clip.sample(time, &character.bind, &mut cursors, &mut pose);
        local_to_model(&character.skeleton, &pose, Affine3A::IDENTITY, &mut models[0]);
        sample(time, &mut pose);
        local_to_model(&character.skeleton, &pose, Affine3A::IDENTITY, &mut models[1]);
        for (a, b) in models[0].iter().zip(&models[1]) {
            worst = worst.max(apart(a, b, SHELL));
        }
    }
    worst
}

fn sample_frames(
    bench: &mut Bench,
    what: &str,
    character: &Character,
    (clip, frames, size): (&Clip, &Frames, Size),
    clocks: Clocks,
    goal: Goal,
) {
    let simd = bench.simd;
    let mut poses = vec![character.fast_skeleton.rest().to_vec(); clocks.times.len()];
    sample(bench, what, character, (clip, size), clocks, goal, move |times| {
        for (time, pose) in times.iter().zip(&mut poses) {
            frames.sample(simd, *time, pose);
        }
        black_box(&poses);
    });
}

fn sample_tracks(
    bench: &mut Bench,
    what: &str,
    character: &Character,
    (clip, tracks, size): (&Clip, &Tracks, Size),
    clocks: Clocks,
    goal: Goal,
) {
    let simd = bench.simd;
    let new = || (tracks.cursors(), character.fast_skeleton.rest().to_vec());
    let mut characters: Vec<(TrackCursors, Vec<TransformBlock>)> = clocks.times.iter().map(|_| new()).collect();
    sample(bench, what, character, (clip, size), clocks, goal, move |times| {
        for (time, (cursors, pose)) in times.iter().zip(&mut characters) {
            tracks.sample(simd, *time, cursors, pose);
        }
        black_box(&characters);
    });
}

/// The plain form against `fast`, each character with a pose and cursors of its own.
fn sample(
    bench: &mut Bench,
    what: &str,
    character: &Character,
    (clip, size): (&Clip, Size),
    mut clocks: Clocks,
    goal: Goal,
    mut fast: impl FnMut(&[f32]),
) {
    if !bench.rounds.wanted(what) {
        return;
    }
    let mut same_clocks = clocks.clone();
    let count = clocks.times.len();
    let mut characters = vec![(Cursors::default(), character.bind.clone()); count];
    let comparison = bench.rounds.compare(
        count * character.joints(),
        || {
            for (time, (cursors, pose)) in clocks.tick().iter().zip(&mut characters) {
                clip.sample(*time, &character.bind, cursors, pose);
            }
            black_box(&characters);
        },
        || fast(same_clocks.tick()),
    );
    bench.report.sized(what, "joint", comparison, goal, Some(size));
}

/// Local to model, and palettes, of poses that lie in memory: poses, matrices and palettes in a list each for
/// all characters, as a crowd has its palettes. With a character's pose beside its matrices a palette would
/// skip the poses, and so would what fetches memory ahead: a thousand then take two to four times as long,
/// plain or fast, and how long depends on what else the machine does.
fn matrices(bench: &mut Bench, character: &Character) {
    let simd = bench.simd;
    let (joints, blocks) = (character.joints(), character.fast_skeleton.blocks());
    let (slots, bindings) = (fast::model_len(&character.fast_skeleton), character.bindings.len());
    for count in COUNTS {
        let poses = vec![character.bind.clone(); count];
        let mut plain_models = vec![Affine3A::IDENTITY; count * joints];
        let fast_poses = character.fast_skeleton.rest().repeat(count);
        let mut fast_models = vec![Affine3x4::IDENTITY; count * slots];
        let what = format!("local to model, {count}");
        if bench.rounds.wanted(&what) {
            let comparison = bench.rounds.compare(
                count * joints,
                || {
                    for (pose, model) in poses.iter().zip(plain_models.chunks_exact_mut(joints)) {
                        local_to_model(&character.skeleton, pose, Affine3A::IDENTITY, model);
                    }
                    black_box(&plain_models);
                },
                || {
                    let poses = fast_poses.chunks_exact(blocks);
                    for (pose, model) in poses.zip(fast_models.chunks_exact_mut(slots)) {
                        fast::local_to_model(simd, &character.fast_skeleton, pose, Affine3A::IDENTITY, model);
                    }
                    black_box(&fast_models);
                },
            );
            let goal = Goal::Ratio { target: 1.5, floor: 1.1 };
            bench.report.comparison(&what, "joint", comparison, goal);
        }
        let what = format!("palette, {count}");
        if bench.rounds.wanted(&what) {
            let mut plain_palettes = vec![Affine3A::IDENTITY; count * joints];
            let mut fast_palettes = vec![Affine3x4::IDENTITY; count * bindings];
            let comparison = bench.rounds.compare(
                count * joints,
                || {
                    let palettes = plain_palettes.chunks_exact_mut(joints);
                    for (model, palette) in plain_models.chunks_exact(joints).zip(palettes) {
                        character.skin.write_palette(model, palette);
                    }
                    black_box(&plain_palettes);
                },
                || {
                    let palettes = fast_palettes.chunks_exact_mut(bindings);
                    for (model, palette) in fast_models.chunks_exact(slots).zip(palettes) {
                        fast::write_palette(simd, &character.bindings, model, palette);
                    }
                    black_box(&fast_palettes);
                },
            );
            let goal = Goal::Ratio { target: 1.35, floor: 1.15 };
            bench.report.comparison(&what, "joint", comparison, goal);
        }
    }
}

/// Clips in both forms.
#[derive(Clone, Copy)]
pub(crate) struct Clips<'a> {
    pub(crate) plain: &'a [Clip],
    pub(crate) frames: &'a [Frames],
}

/// Characters in the plain form. Pose and joints are shared, palettes and cursors are each character's own.
struct PlainCrowd<'a> {
    character: &'a Character,
    pose: Pose,
    model: Vec<Affine3A>,
    cursors: Vec<Cursors>,
    palettes: Vec<Affine3A>,
}

impl<'a> PlainCrowd<'a> {
    fn new(character: &'a Character, count: usize) -> Self {
        let joints = character.joints();
        Self {
            character,
            pose: character.bind.clone(),
            model: vec![Affine3A::IDENTITY; joints],
            cursors: vec![Cursors::default(); count],
            palettes: vec![Affine3A::IDENTITY; count * joints],
        }
    }

    /// From each character's clip to its palette.
    fn write_palettes<'c>(&mut self, playing: impl Iterator<Item = (&'c Clip, f32)>) {
        let Self { character, pose, model, cursors, palettes } = self;
        let palettes = palettes.chunks_exact_mut(character.joints());
        for (((clip, time), cursors), palette) in playing.zip(cursors).zip(palettes) {
            clip.sample(time, &character.bind, cursors, pose);
            local_to_model(&character.skeleton, pose, Affine3A::IDENTITY, model);
            character.skin.write_palette(model, palette);
        }
        black_box(&self.palettes);
    }
}

/// From a clip to palettes.
fn whole(bench: &mut Bench, character: &Character, clip: &Clip, (frames, size): (&Frames, Size)) {
    let clips = Clips { plain: slice::from_ref(clip), frames: slice::from_ref(frames) };
    for (count, goal) in [(1, None), (8, Some([3.3, 2.5])), (1024, Some([4.0, 3.2]))] {
        let what = format!("clip to palettes, {}, {count}", clip.name);
        let goal = (goal_of(goal), Some(size));
        compare_crowds(bench, &what, character, clips, &vec![0; count], goal);
    }
    beside_a_scalar_loop(bench, character, clip);
}

/// From clips to palettes, for each character the clip that it plays.
pub(crate) fn compare_crowds(
    bench: &mut Bench,
    what: &str,
    character: &Character,
    clips: Clips,
    plays: &[usize],
    (goal, size): (Goal, Option<Size>),
) {
    if !bench.rounds.wanted(what) {
        return;
    }
    let (simd, count) = (bench.simd, plays.len());
    let mut clocks = Clocks::new(&clips.plain[0], count, false);
    let mut same_clocks = clocks.clone();
    let mut plain = PlainCrowd::new(character, count);
    let Character { fast_skeleton: skeleton, bindings, .. } = character;
    let crowd = Crowd { skeleton, bindings, clips: clips.frames };
    let mut playing: Vec<CrowdMember> = plays.iter().map(|clip| CrowdMember { clip: *clip, time: 0.0 }).collect();
    let mut palettes = vec![Affine3x4::IDENTITY; count * bindings.len()];
    let comparison = bench.rounds.compare(
        count,
        || {
            let playing = plays.iter().zip(clocks.tick());
            plain.write_palettes(playing.map(|(clip, time)| (&clips.plain[*clip], *time)));
        },
        || {
            for (time, playing) in same_clocks.tick().iter().zip(&mut playing) {
                playing.time = *time;
            }
            crowd.write_on_this_thread(simd, &playing, &mut palettes);
            black_box(&palettes);
        },
    );
    bench.report.sized(what, "character", comparison, goal, size);
}

/// The plain form beside the same arithmetic without keys: two poses that lie ready are mixed.
fn beside_a_scalar_loop(bench: &mut Bench, character: &Character, clip: &Clip) {
    let what = format!("clip to palettes plain, over a scalar loop, {}", clip.name);
    if !bench.rounds.wanted(&what) {
        return;
    }
    let mut clocks = Clocks::new(clip, 1, false);
    let mut same_clocks = clocks.clone();
    let mut ends = [character.bind.clone(), character.bind.clone()];
    for (end, time) in ends.iter_mut().zip([1.0, 1.1]) {
        clip.sample(time, &character.bind, &mut Cursors::default(), end);
    }
    let mut plain = PlainCrowd::new(character, 1);
    let PlainCrowd { mut pose, mut model, mut palettes, .. } = PlainCrowd::new(character, 1);
    let comparison = bench.rounds.compare(
        1,
        || plain.write_palettes(clocks.tick().iter().map(|time| (clip, *time))),
        || {
            pose.set_blend(&ends[0], &ends[1], same_clocks.tick()[0].fract());
            local_to_model(&character.skeleton, &pose, Affine3A::IDENTITY, &mut model);
            character.skin.write_palette(&model, &mut palettes);
            black_box(&palettes);
        },
    );
    bench.report.comparison(&what, "character", comparison, Goal::AtMost(3.0));
}

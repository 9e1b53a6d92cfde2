//! Root motion: the way is taken out of a clip and given to whoever places the figure in the world. And an event of the clip.

use armature::animation::reduce::{Bound, reduce};
use armature::animation::{ClipEvents, JointTracks, Playback, RootAxes, RootDelta, RootMotion, Track, root_joint};
use armature::model::ModelInstance;
use std::error::Error;

const ARM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/arm.dae");

fn main() -> Result<(), Box<dyn Error>> {
    println!("after 2.5 s it is {:.2} from where it was", walk()?);
    Ok(())
}

/// Returns the position after 2.5 s, in the world.
fn walk() -> Result<glam::Vec3, Box<dyn Error>> {
    // The arm waves where it stands. Here it slides along x as well, by 1.2 in each cycle of 1.5 s.
    let mut model = armature_formats::load(ARM)?.model;
    let index = model.clip_index("wave").ok_or("no wave")?;
    let from = model.skeleton.joints()[0].bind_local.translation;
    let way = Track::new(vec![0.0, 1.5], vec![from, from + glam::Vec3::X * 1.2])?;
    let tracks = JointTracks { joint: 0, translation: Some(way), ..JointTracks::default() };
    model.clips[index].tracks.push(tracks);
    // The clip in place goes into the model, with as few keys as keep it within 0.1 mm.
    let skeleton = &model.skeleton;
    let clip = &model.clips[index];
    let root = root_joint(skeleton, clip).ok_or("no joint moves")?;
    let motion = RootMotion::new(skeleton, clip, root, model.up(), RootAxes::default());
    println!("it {}", motion.words(model.metres_per_unit()));
    let mut playback = Playback::for_clip(clip);
    let turns = ClipEvents::new([(clip.start + 0.75, "halfway, the arm turns back")]);
    let bound = Bound::in_metres(model.metres_per_unit(), 0.0001);
    model.clips[index] = reduce(skeleton, &motion.without(skeleton, clip), bound);
    let mut figure = ModelInstance::new(&model);
    let mut model_from_figure = RootDelta::IDENTITY;
    for _ in 0..150 {
        let before = playback.clone();
        playback.advance(1.0 / 60.0);
        model_from_figure = model_from_figure.compose(&motion.step(&before, &playback));
        for turn in playback.passed(&turns) {
            println!("{turn}");
        }
        figure.sample_clip(&model, Some(index), playback.time()); // stays in place: draw it with the matrix below
    }
    let world_from_figure = model.world_from_model * model_from_figure.to_affine();
    let at = (world_from_figure * figure.model_from_joint()[root]).translation;
    Ok(glam::Vec3::from(at) - model.world_from_model.transform_point3(from))
}

#[test]
fn runs() {
    let way = walk().unwrap();
    assert!(way.distance(glam::Vec3::X * 2.0) < 1e-3, "{way}");
}

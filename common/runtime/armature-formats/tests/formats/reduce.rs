//! Key reduction on real clips: the bound holds at a hundred times a clip.

use armature::animation::{
    Clip,
    reduce::{Bound, pose_error, reduce},
};
use armature_formats::load;
use std::path::Path;

/// Bound in metres.
const DISTANCE: f32 = 1e-4;

fn times(clip: &Clip) -> impl Iterator<Item = f32> + use<> {
    let start = clip.start;
    let duration = clip.duration();
    (0..100).map(move |step| start + duration * (step as f32 / 99.0))
}

/// Reduces every clip of a file, and returns the keys before and after.
fn reduced(file: &Path) -> [usize; 2] {
    let model = load(file).unwrap().model;
    let bound = Bound::in_metres(model.metres_per_unit(), DISTANCE);
    let mut keys = [0, 0];
    for clip in &model.clips {
        let fewer = &reduce(&model.skeleton, clip, bound);
        for (keys, clip) in keys.iter_mut().zip([clip, fewer]) {
            *keys += clip.key_count();
        }
        let error = pose_error(&model.skeleton, [clip, fewer], bound.shell, times(clip));
        assert!(error.distance <= bound.distance, "{}, {}: {error:?}", file.display(), clip.name);
    }
    keys
}

#[test]
fn the_bound_holds_for_our_figures() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets");
    for name in ["knight.dae", "creature.dae"] {
        let [before, after] = reduced(&assets.join(name));
        assert!(after > 0 && after * 10 < before * 9, "{name}: {before} keys, then {after}");
    }
}

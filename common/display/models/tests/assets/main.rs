//! Requirements on every figure in `assets/`, checked on the committed file.

mod accounts;
mod dialects;
mod figure;
mod gait;
mod manners;
mod motions;
mod puppet;

use figure::{Expected, check_figure, load};
use gait::{Gait, ground_is_kept, lowest};

#[test]
fn arm() {
    check_figure(&Expected {
        file: "arm.dae",
        joints: &["upper", "lower", "hand"],
        joint_count: 3,
        clips: &[("wave", 1.5), ("bend", 2.0), ("twist", 2.0)],
        loops: &["wave"],
        vertices: 1300..1500,
        height: 3.3..3.4,
    });
}

#[test]
fn creature() {
    check_figure(&Expected {
        file: "creature.dae",
        joints: &["body", "chest", "neck", "head", "eye_left", "lid_left"],
        joint_count: 35,
        clips: &[("idle", 4.0), ("walk", 0.75), ("startle", 1.875)],
        loops: &["idle", "walk"],
        vertices: 2400..3200,
        height: 0.5..0.55,
    });
    let loaded = load("creature.dae");
    // Leg 0.209 m, ground 0.24 m/s, as in the README.
    let walk = Gait { clip: "walk", speed: 0.24, leg: 0.209, near: 0.003, slip: 0.03 };
    ground_is_kept(&loaded.model, &walk);
    ground_is_kept(&loaded.model, &Gait { clip: "idle", speed: 0.0, ..walk });
    assert!(lowest(&loaded.model) > -0.001, "{}", lowest(&loaded.model));
}

#[test]
fn knight() {
    check_figure(&Expected {
        file: "knight.dae",
        joints: &["hips", "spine", "chest", "neck", "head", "plume", "cape_upper", "cape_lower"],
        joint_count: 35,
        clips: &[
            ("idle", 2.5),
            ("walk", 1.0),
            ("run", 0.625),
            ("jump", 0.75),
            ("fall", 0.75),
            ("land", 0.75),
            ("punch", 0.75),
            ("sword_swing", 1.0),
            ("dance", 2.0),
        ],
        loops: &["idle", "walk", "run", "fall", "dance"],
        vertices: 3000..4500,
        height: 1.8..1.9,
    });
    let loaded = load("knight.dae");
    // Leg 0.594 m, ground 0.75 and 1.929 m/s, as in the README.
    let walk = Gait { clip: "walk", speed: 0.75, leg: 0.594, near: 0.006, slip: 0.03 };
    ground_is_kept(&loaded.model, &walk);
    ground_is_kept(&loaded.model, &Gait { clip: "run", speed: 1.929, ..walk });
    assert!(lowest(&loaded.model) > -0.01, "{}", lowest(&loaded.model));
    assert!(loaded.model.skeleton.find("sword_socket").is_some(), "a place for the sword");
}

#[test]
fn sword() {
    let loaded = load("sword.dae");
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    let bounds = loaded.model.parts[0].mesh.bounds().expect("a mesh");
    // In the socket's axes: the blade along +y, its flats towards x.
    assert!(bounds.size().y > 0.7 && bounds.max.y > 3.0 * -bounds.min.y, "{bounds:?}");
    assert!(bounds.size().x < bounds.size().z, "{bounds:?}");
}

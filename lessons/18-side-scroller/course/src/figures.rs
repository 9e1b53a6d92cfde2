//! The live figures of the texts: of the ground, the knight and the fight.

mod fight;
mod ground;
mod knight;

use drawing::{Figure, Parameter, Shown};
use glam::{DVec2, Vec2};

pub use fight::{A, B, RISES, SCALE};
pub use knight::FALLS_FOR;

/// Figures in the order of the texts.
pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "18.1-grown",
        size: [360.0, 220.0],
        parameters: &[
            Parameter::new("x", [-2.5, 3.5], -0.45).unit("m"),
            Parameter::new("y", [-2.0, 0.8], -0.9).unit("m"),
        ],
        shown: Shown::At(&[&[-0.45, -0.9], &[0.0, -0.9]]),
        draw: ground::grown,
    },
    Figure {
        name: "18.1",
        size: [360.0, 170.0],
        parameters: &[
            Parameter::new("x", [0.5, 1.5], 1.0),
            Parameter::new("y", [-0.4, 1.4], 1.0),
            Parameter::new("edges", [0.0, 6.0], 4.0).whole().plays(6.0),
        ],
        shown: Shown::At(&[&[1.0, 1.0, 4.0], &[1.2, -0.3, 6.0]]),
        draw: ground::sum,
    },
    Figure {
        name: "18.2",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("x", [-2.0, 8.0], 4.2).unit("m/s"),
            Parameter::new("y", [-4.0, 6.0], 1.6).unit("m/s"),
            Parameter::new("t", [0.0, 2.0], 1.3).unit("s").plays(4.0),
        ],
        shown: Shown::At(&[&[4.2, 1.6, 0.6], &[4.2, 1.6, 1.6]]),
        draw: ground::flight,
    },
    Figure {
        name: "18.3",
        size: [260.0, 170.0],
        parameters: &[
            Parameter::new("turn", [-80.0, 80.0], -30.0).unit("°"),
            Parameter::new("v", [0.0, 4.0], 2.8).unit("m/s"),
        ],
        shown: Shown::At(&[&[-30.0, 2.8], &[65.0, 2.8], &[-48.0, 2.8]]),
        draw: ground::turn,
    },
    Figure {
        name: "18.4",
        size: [360.0, 150.0],
        parameters: &[Parameter::new("press", [-0.3, 0.9], 0.05).unit("s").plays(6.0)],
        shown: Shown::At(&[&[0.05], &[0.42]]),
        draw: knight::keys,
    },
    Figure {
        name: "18.5",
        size: [360.0, 200.0],
        parameters: &[
            Parameter::new("v", [0.1, 2.8], 1.3).unit("m/s"),
            Parameter::new("t", [0.0, knight::WALKS_FOR], 0.1).unit("s").plays(6.0),
        ],
        shown: Shown::Start,
        draw: knight::feet,
    },
    Figure {
        name: "18.6",
        size: [360.0, 200.0],
        parameters: &[
            Parameter::new("arm", [-90.0, 70.0], 35.0).unit("°").plays(4.0),
            Parameter::new("x", [0.6, 3.6], 1.6).unit("m"),
        ],
        shown: Shown::At(&[&[0.0, 1.6], &[35.0, 1.6]]),
        draw: knight::sword,
    },
    Figure {
        name: "18.7",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("x", [0.4, 1.8], 0.8), Parameter::new("y", [0.4, 1.8], 1.6)],
        shown: Shown::At(&[&[1.0, 1.0], &[0.8, 1.6]]),
        draw: fight::spheres,
    },
    Figure {
        name: "18.8",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("x", [0.1, 1.0], 0.95).unit("m"),
            Parameter::new("y", [0.15, 0.85], 0.5).unit("m"),
        ],
        shown: Shown::At(&[&[0.95, 0.5], &[0.5, 0.85]]),
        draw: fight::sweep,
    },
    Figure {
        name: "18.9",
        size: [360.0, 170.0],
        parameters: &[
            Parameter::new("touch", [0.1, 0.64], 0.42).unit("s"),
            Parameter::new("rate", [5.0, 60.0], 60.0).unit("a second").whole(),
        ],
        shown: Shown::At(&[&[0.42, 60.0], &[0.42, 6.0]]),
        draw: fight::blows,
    },
];

#[derive(Clone, Copy)]
struct Scale {
    origin: Vec2,
    metre: f32,
}

impl Scale {
    fn at(self, x: f32, y: f32) -> Vec2 {
        self.origin + self.metre * Vec2::new(x, y)
    }

    fn place(self, point: DVec2) -> Vec2 {
        let point = point.as_vec2();
        self.at(point.x, point.y)
    }

    fn outline(self, corners: &[DVec2]) -> Vec<Vec2> {
        corners.iter().chain(corners.first()).map(|corner| self.place(*corner)).collect()
    }
}

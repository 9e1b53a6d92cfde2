//! The live figures of the texts: of the ground, the knight and the fight.

pub(crate) mod fight;
pub(crate) mod ground;
pub(crate) mod knight;

use drawing::{Figure, Parameter, Shown};
use glam::{DVec2, Vec2};

/// Figures in the order of the TODOs; the first of a TODO shows its cases.
pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "18.1",
        size: [360.0, 170.0],
        parameters: &[
            Parameter::new("x", [0.5, 1.5]),
            Parameter::new("y", [-0.4, 1.4]),
            Parameter::new("edges", [0.0, 6.0]).whole().plays(6.0),
        ],
        shown: Shown::Cases(2),
        draw: ground::draw_sum,
    },
    Figure {
        name: "18.1-grown",
        size: [360.0, 220.0],
        parameters: &[Parameter::new("x", [-2.5, 3.5]).unit("m"), Parameter::new("y", [-2.0, 0.8]).unit("m")],
        shown: Shown::At(&[&[-0.45, -0.9], &[0.0, -0.9]]),
        draw: ground::draw_grown,
    },
    Figure {
        name: "18.2",
        size: [360.0, 215.0],
        parameters: &[
            Parameter::new("v.x", [-4.0, 4.0]).unit("m/s"),
            Parameter::new("v.y", [-3.0, 3.0]).unit("m/s"),
            Parameter::new("t", [0.0, 2.0]).unit("s").plays(4.0),
        ],
        shown: Shown::Cases(3),
        draw: ground::draw_flight,
    },
    Figure {
        name: "18.3",
        size: [205.0, 190.0],
        parameters: &[
            Parameter::new("turn", [-80.0, 80.0]).unit("°"),
            Parameter::new("v", [0.5, 5.0]).unit("m/s"),
            Parameter::new("t", [0.0, 0.5]).unit("s").plays(2.0),
        ],
        shown: Shown::Cases(4),
        draw: ground::draw_walk,
    },
    Figure {
        name: "18.4",
        size: [360.0, 150.0],
        parameters: &[Parameter::new("press", [-0.3, 0.9]).unit("s").plays(6.0)],
        shown: Shown::Cases(2),
        draw: knight::draw_keys,
    },
    Figure {
        name: "18.5",
        size: [360.0, 200.0],
        parameters: &[
            Parameter::new("v", [0.1, 2.8]).unit("m/s"),
            Parameter::new("t", [0.0, knight::WALKS_FOR]).unit("s").plays(6.0),
        ],
        shown: Shown::Cases(1),
        draw: knight::draw_feet,
    },
    Figure {
        name: "18.6",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("arm", [-90.0, 90.0]).unit("°").plays(4.0),
            Parameter::new("x", [0.6, 3.6]).unit("m"),
        ],
        shown: Shown::Cases(2),
        draw: knight::draw_sword,
    },
    Figure {
        name: "18.7",
        size: [360.0, 210.0],
        parameters: &[
            Parameter::new("x", [0.4, 1.8]),
            Parameter::new("y", [0.4, 1.8]),
            Parameter::new("turn", [0.0, 90.0]).unit("°"),
        ],
        shown: Shown::Cases(2),
        draw: fight::draw_spheres,
    },
    Figure {
        name: "18.8",
        size: [360.0, 200.0],
        parameters: &[
            Parameter::new("x", [-1.2, 1.2]).unit("m"),
            Parameter::new("y", [-1.0, 1.0]).unit("m"),
            Parameter::new("b", [-1.0, 1.0]).unit("m"),
        ],
        shown: Shown::Cases(2),
        draw: fight::draw_sweep,
    },
    Figure {
        name: "18.9",
        size: [360.0, 170.0],
        parameters: &[
            Parameter::new("touch", [0.1, 0.64]).unit("s"),
            Parameter::new("rate", [5.0, 60.0]).unit("a second").whole(),
        ],
        shown: Shown::Cases(2),
        draw: fight::draw_blows,
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

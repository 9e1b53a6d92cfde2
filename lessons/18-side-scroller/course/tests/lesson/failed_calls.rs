//! Answers that cannot be used are named.

use super::knight::{RIGHT, STEP, WAIT, floor, play};
use given::{CallError, Course};
use glam::DVec2;
use lesson_14::Planted;
use lesson_18::mine;
use lesson_18::{
    Body, Keys, Mesh, SideScroller,
    checks::REFERENCE,
    ground::{advance, mesh_of},
    knight::Poser,
};

/// 18.2.
type Fly = fn(&Mesh, &mut Body, f64) -> Result<f64, CallError>;

/// An answer that goes wrong is named, and harms no other.
#[test]
fn a_broken_answer_is_named() {
    let mesh = mesh_of(&[], (DVec2::splat(-8.0), DVec2::splat(8.0))).unwrap();
    let cases: [(Fly, &str); 7] = [
        (|_, body, _| Ok([body.position.x = f64::NAN].len() as f64), "finite"),
        (|_, body, _| Ok([body.triangle = 1000].len() as f64), "number 1000"),
        (|_, body, _| Ok([body.position.x = 100.0].len() as f64), "outside its triangle"),
        (|_, body, _| Ok([body.support = Some(3)].len() as f64), "no edge 3"),
        (|_, _, seconds| Ok(seconds + 1.0), "are left"),
        (|_, _, seconds| Ok(seconds), "after 64 turns"),
        (
            |mesh, body, _| {
                given::answer(&"18.2", || {
                    loop {
                        let _ = mesh.normal(body.triangle, 0);
                    }
                })
            },
            "comes to no end",
        ),
    ];
    for (fly, words) in cases {
        let mut body = Body::new(&mesh, DVec2::ZERO).unwrap();
        let answers = SideScroller { fly, ..REFERENCE.side_scroller };
        let error = advance(&answers, &mesh, &mut body, STEP).unwrap_err();
        assert!(error.todo == "18.2" && error.to_string().contains(words), "{error:?}");
    }
}

/// Makes the 13.x and 14.x of a course unusable.
type Break = fn(&mut Course);

#[test]
fn what_an_earlier_answer_breaks_is_named() {
    let world = floor();
    let cast = mine::default_characters().expect("the figures").cast;
    let punch = Keys { punch: true, ..RIGHT };
    let cases: [(Break, Keys, &str); 4] = [
        (|it| it.inverse_kinematics.plant = |_, _, _| Ok(Planted::default()), WAIT, "14.4 0 stances for 2 legs"),
        (|it| it.blending.masked = |base, _, _, _| Ok(base[1..].to_vec()), punch, "13.4 36 for 37 joints"),
        (|it| it.blending.fade = |_, _, _, _, _| given::answer(&"13.2", || panic!("lost")), WAIT, "13.2 panicked at"),
        (
            |it| it.inverse_kinematics.plant = |_, _, _| given::answer(&"14.4", || panic!("lost")),
            WAIT,
            "14.4 panicked at",
        ),
    ];
    for (breaks, keys, message) in cases {
        let mut course = REFERENCE;
        breaks(&mut course);
        let mine = mine::StudentKnight::new(&cast, course).unwrap();
        let mut knight = world.knight(0.0, 0.0);
        play(&world, &mut knight, keys, 0.1);
        let mut poser = Poser::new(&cast);
        let error = poser.step(&cast, &knight, &world.obstacles, STEP as f32, Some(&mine)).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
}

use program::*;
use given::lesson_19::{Fact, Facts, Moment};

const MOMENTS: [Moment; 2] =
    [Moment { seconds: 0.5, width: 640, height: 480 }, Moment { seconds: 1.5, width: 300, height: 400 }];

thread_local! {
    /// The facts about the solution, to each TODO and moment.
    static RIGHT: std::cell::RefCell<Vec<(String, Facts)>> = Default::default();
}

/// Prints the facts about a program; of one with a mistake those that differ from the solution's.
fn print<P: Program>(todo: &'static str, name: &str) {
    let facts = match todo {
        "19.1" => facts::react::<P>,
        "19.2" => facts::floor_corners::<P>,
        "19.3" => facts::bone_buffers::<P>,
        "19.4" => facts::draw_bones::<P>,
        "19.5" => facts::skin_vertices::<P>,
        "19.6" => facts::texture::<P>,
        "19.7" => facts::palette::<P>,
        "19.8" => facts::draw_skin::<P>,
        "19.9" => facts::advance::<P>,
        "19.10" => facts::pose::<P>,
        "19.11" => facts::panel::<P>,
        "19.12" => facts::step::<P>,
        "19.13" => facts::steer::<P>,
        "19.14" => facts::change_state::<P>,
        "19.15" => facts::follow::<P>,
        _ => panic!("there are no facts about {todo}"),
    };
    // Only what is drawn depends on the size and the time.
    let is_drawn = ["19.2", "19.4", "19.8"].contains(&todo);
    for moment in &MOMENTS[..if is_drawn { 2 } else { 1 }] {
        let Moment { seconds, width, height } = moment;
        let place = if is_drawn { format!(" at {seconds} s, {width} x {height}") } else { String::new() };
        let is_right = name.is_empty();
        println!("{todo}{}{name}{place}", if is_right { "" } else { " " });
        let facts = facts(moment);
        let key = format!("{todo}{place}");
        let right = RIGHT.with_borrow(|all| all.iter().find(|(known, _)| *known == key).map(|(_, facts)| facts.clone()));
        for fact in &facts.facts {
            if is_right || right.as_ref().is_none_or(|right| !right.facts.contains(fact)) {
                println!("{}: {}", label(fact), fact.words);
            }
        }
        // A mistake that only the picture shows.
        if let Some(remark) = facts.remark.as_ref().filter(|_| right.as_ref().is_none_or(|right| right.facts == facts.facts)) {
            println!("remark: {remark}");
        }
        if is_right {
            RIGHT.with_borrow_mut(|all| all.push((key, facts)));
        }
    }
}

/// Prints what a program draws, in squares, as a line of pictures.rs for each moment.
fn print_squares<P: Program>() {
    for moment in MOMENTS.iter().filter(|_| P::IS_THE_TEXTS) {
        let squares = drawn::Drawn::new::<P>(moment, "joints.vert").unwrap().squares();
        println!("    ({:?}, &{squares:?}),", moment.seconds);
    }
}

/// Returns a label with the number of its step before it, if it has one.
fn label(fact: &Fact) -> String {
    if fact.step == 0 { fact.label.clone() } else { format!("{} {}", fact.step, fact.label) }
}

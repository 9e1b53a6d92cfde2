//! The README's statements about the code and the knight's file hold.

use crate::readme_says;
use common::exercise::{Exercise, testing};
use glam::{Mat4, Vec3};
use lesson_12::{
    OnStage, Transform,
    character::file::CharacterFile,
    checks::{LESSON, REFERENCE},
    figures::CLIPS,
    finished::ANSWERS,
    playing::GHOSTS,
    scene::{WALKING, WalkScene},
};
use std::{f32::consts::FRAC_PI_2, path::Path};

const README: &str = include_str!("../../../README.md");

#[test]
fn the_numbers_are_those_of_the_code() {
    let path = common::assets().join("knight.dae");
    let text = std::fs::read_to_string(&path).expect("the knight");
    let knight = CharacterFile::read(&path).expect("the knight");
    let joints = &knight.joints;
    let channels = &knight.channels[0];
    let walk = knight.clips.iter().map(|found| &found.clip).find(|clip| clip.name == "walk");
    let walk = walk.expect("he walks");
    let OnStage { tick, .. } = (ANSWERS.on_stage)(walk, WalkScene::TIME, &Transform::IDENTITY, Mat4::IDENTITY);
    let apart = 120.0_f32;
    let faster = reading("12.4-tick", &[WalkScene::TIME, FASTER]);
    let line = text.lines().find(|line| line.contains("<channel ")).expect("a channel");
    for says in [
        format!("he was {WALKING} and {} seconds ago", WALKING * GHOSTS as f32),
        format!("The knight's file has {}, each with", channels.len()),
        line.trim().to_owned(),
        format!("only the id, `{}`, is unique", joints[1].id),
        format!("past 180 degrees, to {:.0}: now the short way is {:.0} degrees", PAST, 360.0 - PAST),
        format!("with {FASTER} ticks a second the same {} s lead to tick {faster:.1}", WalkScene::TIME),
        format!("{} s of it lead to tick {:.1}]", WalkScene::TIME, reading("12.4-tick", &[])),
        format!("The knight has {} a second. His nine motions", walk.ticks_per_second),
        format!("from tick {} to {}", walk.start, walk.end),
        format!(
            "In {0} s, {0} · {1} = {2:.1} ticks have passed",
            WalkScene::TIME,
            walk.ticks_per_second,
            tick - walk.start
        ),
        format!("{} + {:.1} = {tick:.1}", walk.start, tick - walk.start),
        format!("12.2 searches them {} times", channels.len()),
    ] {
        assert!(README.to_lowercase().contains(&says.to_lowercase()), "README.md does not say: {says}");
    }
    assert_eq!((joints.len() - channels.len(), knight.clips.len()), (3, 9));
    // That long the walk lasts, however many ticks a second has.
    assert!(faster < walk.start + FASTER * walk.seconds());
    // The figures' motions are the knight's.
    let clips: Vec<_> =
        knight.clips.iter().map(|found| (found.clip.name.as_str(), [found.clip.start, found.clip.end])).collect();
    assert_eq!(clips, CLIPS);
    // "from the file's start, he plays *idle*"
    assert!((CLIPS[0].1[0]..CLIPS[0].1[1]).contains(&(tick - walk.start)));
    // Between key 0 and key 1 the joint is turned by half the short way.
    assert!((reading("12.2", &[2.5, apart]) - apart / 2.0).abs() < 0.1);
    assert!((reading("12.2", &[2.5, PAST]) + (360.0 - PAST) / 2.0).abs() < 0.1);
    let [short, right] =
        ["by matrices", "scale"].map(|name| testing::reading::<WalkScene>("12.2", &[2.5, apart], name));
    readme_says(&format!("so your joint is {short:.2} long, although it should be {right:.2}"));
    // The head of the figure's figure, 147 from its feet, in both orders.
    let ours_from_file = Mat4::from_rotation_z(FRAC_PI_2) * Mat4::from_scale(Vec3::splat(0.5));
    let place = Mat4::from_translation(Vec3::new(230.0, 20.0, 0.0));
    let head = Vec3::X * 147.0;
    let upright = ours_from_file.transform_point3(head);
    readme_says(&format!("you get {}", shown(upright)));
    readme_says(&format!("takes the head to {}", shown(place.transform_point3(upright))));
    let at_place = place.transform_point3(head);
    readme_says(&format!("the head is at {}", shown(at_place)));
    readme_says(&format!("takes that to {}", shown(ours_from_file.transform_point3(at_place))));
    assert!(channels.iter().all(|channel| channel.times == channels[0].times), "the same times");
}

/// `(2, 1)`, to a tenth.
fn shown(v: Vec3) -> String {
    let [x, y] = [v.x, v.y].map(|number| (number * 10.0).round() / 10.0 + 0.0);
    format!("({x}, {y})")
}

/// The setting of a figure in the text.
const PAST: f32 = 230.0;
const FASTER: f32 = 48.0;

/// The first reading of a figure, by the finished answers; without values as it begins.
fn reading(name: &str, values: &[f32]) -> f32 {
    let figure = WalkScene::FIGURES.iter().find(|figure| figure.name == name).expect("the figure");
    figure.sheet(values, &REFERENCE).unwrap().readings()[0].value
}

/// The table of the whole way names every part that `--mine` plays.
#[test]
fn the_whole_way_names_every_part() {
    let from = README.find("**The whole way.**").expect("the table");
    let to = from + README[from..].find("\n\n**").expect("its end");
    let ids = LESSON.earlier.iter().flat_map(|earlier| earlier.todos).map(|(id, _)| *id);
    for id in ids.filter(|id| *id != "08.3") {
        assert!(README[from..to].contains(id), "{id} is not in the table");
    }
}

/// The bench has the rows whose costs README.md quotes.
#[test]
fn the_bench_has_these_rows() {
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../common/benches/speed/main.rs");
    let source = std::fs::read_to_string(bench).expect("the bench");
    for (row, name) in [
        ("\"frames, {name}, ", "\"frames, dense\""),
        ("\"local to model, ", "\"local to model\""),
        ("\"palette, ", "\"palette\""),
        ("\"clip to palettes, {name}, {count}\"", "\"clip to palettes, knight walk\""),
    ] {
        assert!(source.contains(row) && README.contains(name), "{name}");
    }
}

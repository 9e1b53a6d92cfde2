//! What README.md says of code and of the knight's file is what they are.

use common::exercise::{EarlierTable, Exercise};
use glam::Mat4;
use lesson_12::{
    OnStage, Transform,
    character::file::File,
    checks::REFERENCE,
    earlier::Earlier,
    playing::GHOSTS,
    scene::{Scene, WALKING},
};
use std::path::Path;

const README: &str = include_str!("../../README.md");

#[test]
fn the_numbers_are_those_of_the_code() {
    let path = common::assets().join("knight.dae");
    let text = std::fs::read_to_string(&path).expect("the knight");
    let knight = File::read(&path).expect("the knight");
    let (joints, channels) = (&knight.joints, &knight.channels[0]);
    let walk = knight.clips.iter().map(|found| &found.clip).find(|clip| clip.name == "walk");
    let walk = walk.expect("he walks");
    let OnStage { tick, .. } = (REFERENCE.on_stage)(walk, Scene::TIME, &Transform::IDENTITY, Mat4::IDENTITY);
    let socket = joints.iter().find(|joint| joint.name == "sword_socket").expect("the socket");
    let away = socket.parent_from_joint.w_axis.truncate().length();
    let line = text.lines().find(|line| line.contains("<channel ")).expect("a channel");
    for says in [
        format!("He was {WALKING} and {} seconds ago", WALKING * GHOSTS as f32),
        format!("The knight's file has {}, each with", channels.len()),
        line.trim().to_owned(),
        format!("only its id, `{}`, is there once", joints[1].id),
        format!("sid, `{}`; people", joints[1].name),
        format!("has {} nodes and {} channels. What of the other three", joints.len(), channels.len()),
        format!("sword, {:.0} cm from his wrist", 100.0 * away),
        format!("The knight has {}, too, by his keys", walk.ticks_per_second),
        format!("His {} motions", ["", "nine"][usize::from(knight.clips.len() == 9)]),
        format!("from tick {} to {}", walk.start, walk.end),
        format!("after {} s of it he is at tick {tick:.1}", Scene::TIME),
        format!("he moves {} times a second", walk.ticks_per_second),
        format!("12.2 searches them {} times", channels.len()),
    ] {
        assert!(README.to_lowercase().contains(&says.to_lowercase()), "README.md does not say: {says}");
    }
    assert_eq!(joints.len() - channels.len(), 3);
    assert!(channels.iter().all(|channel| channel.times == channels[0].times), "the same times");
}

/// The table of the whole way names every part that `--mine` plays.
#[test]
fn the_whole_way_names_every_part() {
    let from = README.find("**The whole way.**").expect("the table");
    let to = README.find("## Given").expect("its end");
    let ids = Earlier::LESSONS.iter().flat_map(|lesson| lesson.todos).map(|(id, _)| *id);
    for id in ids.filter(|id| *id != "08.3") {
        assert!(README[from..to].contains(id), "{id} is not in the table");
    }
}

/// The costs are those of a bench whose rows are called so.
#[test]
fn the_bench_has_these_rows() {
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../common/benches/speed/main.rs");
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

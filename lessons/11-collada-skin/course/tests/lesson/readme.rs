//! The README's statements about the two files hold.

use crate::{reading, readme_says};
use common::exercise::testing;
use glam::{Mat4, Vec3};
use lesson_11::{FigureFile, SkinAnswers, bind_skins, checks::REFERENCE, file::files, scene::SkinScene};
use std::f32::consts::{FRAC_PI_2, PI};

const HOSE: &str = include_str!("../../../hose.dae");

fn read() -> [(FigureFile, SkinAnswers); 2] {
    let files = files().try_into().expect("two");
    <[std::path::PathBuf; 2]>::map(files, |path| {
        let file = FigureFile::read(&path).expect("a figure");
        let found = bind_skins(&file, &REFERENCE.collada_skin).unwrap().1.remove(0);
        (file, found)
    })
}

#[test]
fn the_numbers_are_those_of_the_files() {
    let [(knight, knights), (hose, hoses)] = read();
    let tabard = knight.skins[0].names.iter().position(|name| name == "tabard_front").expect("a slot");
    readme_says(&format!("the knight's `tabard_front` is slot {tabard}, but joint {}", knights.joints[tabard]));
    let names = &hose.skins[0].names;
    for (slot, (name, joint)) in names.iter().zip(&hoses.joints).take(3).enumerate() {
        readme_says(&format!("slot {slot}, `{name}`, is joint {joint}"));
    }
    let listed: Vec<String> = hoses.joints.iter().map(ToString::to_string).collect();
    readme_says(&format!("You return {}.", listed.join(", ")));
    readme_says("joint 0 is the node above all others, joint 1 is `spine_1`");
    assert_eq!((hose.joints[0].id.as_str(), hose.joints[1].id.as_str()), ("Hose", "Hose_spine_1"));
    let slots = hoses.joints.len();
    readme_says(&format!("the hose has {slots} joints, 0 to {}, and its slot for -1 is {slots}", slots - 1));

    let vcount = &hose.skins[0].weights.vcount;
    let first_of_six = vcount.iter().position(|count| *count == 6).expect("one of six");
    assert!(vcount[..first_of_six].iter().all(|count| *count == 1));
    readme_says(&format!("`vcount[{first_of_six}]` is 6"));
    readme_says(&format!("the hose's have up to {}", vcount.iter().max().expect("vertices")));
    // The knight's file is the usual kind: nothing of his follows no joint, or more than four.
    let weights = &knight.skins[0].weights;
    assert_eq!((lesson_11::offset_of(&weights.inputs, "JOINT"), weights.stride()), (0, 2));
    let joints = knights.joints.len();
    assert!(knights.influences.iter().all(|list| list.len() <= 4 && list.iter().all(|i| i.slot < joints)));
    assert_eq!(knight.skins[0].bind_from_mesh, Mat4::IDENTITY);
    readme_says("The knight's $F$ is the identity");
    // A whole figure follows the joint of slot 0 where its influences have not been read.
    assert_eq!(knight.skins[0].names[0], "hips");
    readme_says(&format!("the whole knight follows his hips, as stiff as a post, the whole hose `{}`", names[0]));
}

#[test]
fn the_figures_show_what_the_text_says() {
    // As many pulls at each of its three vertices, however long a group is.
    for offset in [1.0, 2.0, 3.0] {
        let pulls = [0.0, 1.0, 2.0].map(|vertex| reading("11.1", &[vertex, offset], "pulls"));
        assert_eq!(pulls, [1.0, 3.0, 2.0]);
    }
    assert_eq!(reading("11.1", &[1.0, 3.0], "stride"), 4.0);
    readme_says("raise the joint's offset to 3. Now each group has four numbers");
    // "a row for each slot": the number is the slot, -1 the last one.
    assert_eq!([-1.0, 0.0, 2.0].map(|v| reading("11.3-slots", &[v], "slot")), [3.0, 0.0, 2.0]);
    assert_eq!(reading("11.3-slots", &[0.0], "matrices"), 4.0);
    // One matrix for the joint, one for what follows nothing.
    assert_eq!(reading("11.3", &[40.0, 0.5], "matrices"), 2.0);
    let remains = reading("11.4", &[0.05, 0.35], "of the file's");
    readme_says(&format!("now they sum to only {remains:.2}"));
    assert!((reading("11.4", &[0.05, 0.35], "sum") - 1.0).abs() < 1e-6);
    readme_says(&format!("0.35 becomes {:.2}, 0.25 becomes {:.2}", 0.35 / remains, 0.25 / remains));
    readme_says(&format!("and the other two {:.2} and {:.2}, which together is 1", 0.12 / remains, 0.10 / remains));
}

/// README.md writes out the bind shape of the hose, and that of the post, which turns the other way.
#[test]
fn the_two_bind_shapes() {
    let [_, (hose, _)] = read();
    let point = Vec3::new(3.0, 7.0, 0.0);
    readme_says("so the hose's $F$ takes (x, y) to (0.5 y, -0.5 x)");
    let taken = hose.skins[0].bind_from_mesh.transform_point3(point);
    assert!(taken.abs_diff_eq(Vec3::new(0.5 * point.y, -0.5 * point.x, 0.0), 1e-5), "{taken}");
    readme_says("it takes (x, y) to (-0.5 y, 0.5 x)");
    let taken = post().transform_point3(point);
    assert!(taken.abs_diff_eq(Vec3::new(-0.5 * point.y, 0.5 * point.x, 0.0), 1e-5), "{taken}");
}

/// The F of figure 11.3's post.
fn post() -> Mat4 {
    Mat4::from_rotation_z(FRAC_PI_2) * Mat4::from_scale(Vec3::splat(0.5))
}

/// README.md follows the upper end of figure 11.3's post from the mesh to a joint that points to the left.
#[test]
fn the_worked_point() {
    let at_knee = Mat4::from_translation(Vec3::Y * 40.0);
    let inverse_bind = (at_knee * Mat4::from_rotation_z(FRAC_PI_2)).inverse();
    let bound = post().transform_point3(Vec3::X * 200.0);
    let in_joint = inverse_bind.transform_point3(bound);
    let now = (at_knee * Mat4::from_rotation_z(PI)).transform_point3(in_joint);
    for (point, [before, after]) in [
        (bound, ["to", ": there it was bound"]),
        (in_joint, ["brings the point to", " in the joint's own space"]),
        (now, ["takes the point to", ""]),
    ] {
        readme_says(&format!("{before} ({}, {}){after}", point.x.round() + 0.0, point.y.round() + 0.0));
    }
}

#[test]
fn the_quotes_are_the_hoses() {
    testing::readme_quotes::<SkinScene>(HOSE, 8);
}

/// The groups of vertex 32 begin where the groups of the vertices before it end.
#[test]
fn the_quoted_groups_are_those_of_vertex_32() {
    let [_, (hose, _)] = read();
    let skin = &hose.skins[0].weights;
    let at = 3 * skin.vcount[..32].iter().sum::<usize>();
    let numbers: Vec<String> = skin.v[at..at + 18].iter().map(ToString::to_string).collect();
    readme_says(&format!("... {} ...", numbers.join(" ")));
    readme_says(&format!("so 32 · 3 = {at} numbers come before yours"));
    // In the order of the offsets: weight, something else, joint.
    let [weight, other, joint] = ["WEIGHT", "RIPPLE", "JOINT"].map(|of| lesson_11::offset_of(&skin.inputs, of));
    assert_eq!([weight, other, joint], [0, 1, 2]);
    let groups: Vec<&[i32]> = skin.v[at..].chunks(3).take(3).collect();
    let cells = groups.iter().map(|group| format!("{} {} {}", group[weight], group[other], group[joint]));
    readme_says(&format!("| numbers | {} |", cells.collect::<Vec<_>>().join(" | ")));
    let cells = groups.iter().map(|group| {
        let index = group[weight];
        format!("`weights[{index}]` = {}", skin.weights[index as usize])
    });
    readme_says(&format!("| weight | {} |", cells.collect::<Vec<_>>().join(" | ")));
    assert_eq!([groups[0][joint], groups[1][joint], groups[2][joint]], [-1, 1, 2]);
    readme_says("| joint | none | 1 | 2 |");
}

/// The script writes the hose's file. Skipped without a Python whose sine is that of the machine that wrote the file.
#[test]
fn the_hose_is_what_its_script_writes() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let copy = std::env::temp_dir().join(format!("armature-hose-{}", std::process::id()));
    std::fs::create_dir_all(&copy).expect("a folder");
    std::fs::copy(folder.join("../hose.py"), copy.join("hose.py")).expect("a copy");
    let run = std::process::Command::new("python3").arg(copy.join("hose.py")).status();
    let written = std::fs::read_to_string(copy.join("hose.dae"));
    std::fs::remove_dir_all(&copy).expect("it was there");
    if !run.is_ok_and(|status| status.success()) {
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "SKIPPED the_hose_is_what_its_script_writes: no python3");
        return;
    }
    assert!(written.expect("a file") == HOSE, "hose.dae is out of date: python3 hose.py");
}

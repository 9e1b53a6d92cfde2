//! Recorded runs: files that are written, read and refused.

use super::game::{RUN, SWING, WAIT};
use lesson_18::{Keys, game::Run, level::Level};

#[test]
fn a_run_is_read_as_it_was_written() {
    let level = Level::default();
    let all = Keys { right: -1.0, jump: true, jump_held: true, punch: true, ..RUN };
    let steps = vec![WAIT, RUN, RUN, all, SWING, SWING];
    let run = Run { steps, ..Run::new(&level, "me") };
    let text = run.to_text();
    let lines = "1 wait\n2 right run\n1 left run jump hold punch\n2 swing\n";
    assert!(text.ends_with(lines), "{text}");
    assert_eq!(Run::from_text(&text).as_ref(), Ok(&run));
    let of_the_knight = text.replace("figure me\n", "");
    assert_eq!(Run::from_text(&of_the_knight), Ok(Run { figure: "knight".into(), ..run.clone() }));
    assert_eq!((run.keys(1), run.keys(99)), (RUN, WAIT));
    // By way of a file.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("my.run");
    Run::new(&level, "me").write(&file).expect("it can be written");
    run.write(&file).expect("again");
    assert_eq!(Run::read(&file), Ok(run));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn a_run_that_cannot_be_played_is_refused() {
    let head = "armature run 1\nlevel 0000abcd The ruins\n";
    for (text, says) in [
        ("", "line 1: no recorded run"),
        ("hello", "line 1: no recorded run: it begins with \"armature run 1\""),
        ("armature run 2\n", "line 1: this program reads \"armature run 1\"; this is newer"),
        ("armature run 1\n", "line 2: the second line is: level, its checksum, its name"),
        ("armature run 1\nlevel xyz The ruins", "line 2: the second line is"),
        (&format!("{head}3 right\n\nfour left"), "line 5: \"four\" is no number of steps"),
        (&format!("{head}0 right"), "line 3: \"0\" is no number of steps"),
        (&format!("{head}3 rigth"), "line 3: \"rigth\" is none of left, right, run"),
        (&format!("{head}3"), "line 3: a stretch without keys is \"wait\""),
        (&format!("{head}99999999999999999999 right"), "line 3: "),
        (&format!("{head}200000 right\n20000 right"), "line 4: this run is longer than an hour"),
    ] {
        let error = Run::from_text(text).expect_err(text);
        assert!(error.starts_with(says), "{text:?}: {error}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.run");
    std::fs::write(&file, "hello").expect("it can be written");
    let error = Run::read(&file).expect_err("no run");
    assert!(error.ends_with("bad.run, line 1: no recorded run: it begins with \"armature run 1\""));
    assert!(Run::read(&folder.path().join("none.run")).expect_err("none").contains("none.run: "));
    let other = Level { name: "The hill".into(), ..Level::default() };
    let run = Run::new(&Level::default(), "knight");
    let error = run.fits(&other).expect_err("another level");
    assert_eq!(error, "the run was recorded in \"new\", and this level is \"The hill\"");
    let changed = Level { abyss: -6.0, ..Level::default() };
    assert!(run.fits(&changed).expect_err("changed").contains("has been changed since"));
    assert_eq!(run.fits(&Level::default()), Ok(()));
}

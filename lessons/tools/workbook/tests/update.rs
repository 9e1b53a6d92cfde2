//! `update` in clones of a small course: the student's text stays, or is in kept/.

mod fixture;

use fixture::{EXERCISE, RIGHT, SHADER, Workspace};
use std::collections::BTreeMap;
use std::path::Path;

const README: &str = "lessons/77-double/README.md";
const MAIN: &str = "lessons/77-double/course/main.rs";
const STARTERS: [&str; 2] = [EXERCISE, "lessons/77-double/course/src/solution.rs"];
const SHADERS: [&str; 3] = [SHADER, "shaders/77-double/starter/double.vert", "shaders/77-double/solution/double.vert"];

/// Returns a course, and a clone of its branch for students without a user's name.
fn course_and_student() -> (Workspace, Workspace) {
    let course = Workspace::with_git();
    course.write_student();
    let student = Workspace::clone_of(&course, "student");
    (course, student)
}

/// Commits a change of the course, and writes the branch for students anew.
fn publish(course: &Workspace, change: impl Fn(&Workspace)) {
    change(course);
    course.commit("Newer");
    course.write_student();
}

/// Replaces a text in files of a workspace, each of which must contain it.
fn replace(course: &Workspace, files: &[&str], from: &str, to: &str) {
    for file in files {
        let text = course.read(file);
        assert!(text.contains(from), "{file}: {text}");
        course.write(file, &text.replace(from, to));
    }
}

/// Returns all files with git's index, branches and state, but without cargo's files.
fn everything(workspace: &Workspace) -> BTreeMap<String, Vec<u8>> {
    fn add(folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                if !["target", "objects", "refs", "logs"].contains(&name) {
                    add(&path, files);
                }
            } else if !["Cargo.lock", "FETCH_HEAD"].contains(&name) {
                files.insert(path.display().to_string(), std::fs::read(&path).unwrap());
            }
        }
    }
    let mut files = BTreeMap::new();
    add(workspace.root(), &mut files);
    let head = workspace.git(&["for-each-ref", "refs/heads"]);
    files.insert("refs".into(), head.into_bytes());
    files
}

#[test]
fn what_is_solved_and_never_committed_stays() {
    let (course, student) = course_and_student();
    student.write(EXERCISE, &RIGHT.replace('\n', "\r\n")); // as an editor on Windows writes it
    student.write(SHADER, &student.read(SHADER).replace('\n', "\r\n"));
    student.write("my notes ä.txt", "mine\n");
    student.git(&["add", "--all"]);
    student.write("untracked.txt", "mine\n");
    assert!(student.printed(&["update"], 0).ends_with(" already.\n"));

    publish(&course, |course| {
        course.write(README, "# 77 Doubling, better\n");
        course.write("common/new ä.txt", "new\n");
        std::fs::remove_file(course.path("shaders/77-double/light.glsl")).unwrap();
        replace(course, &SHADERS, "twice", "once more");
    });
    let before = everything(&student);
    let planned = student.json(&["update", "--dry-run", "--json"], 0);
    assert_eq!(planned["outcome"], "would_update");
    assert_eq!(planned["files"].as_array().unwrap().len(), 5, "{planned}");
    assert!(everything(&student) == before, "a dry run changes nothing");

    let message = student.printed(&["update"], 0);
    assert!(message.contains("now. Files that changed: 5."), "{message}");
    assert_eq!(student.read(EXERCISE), RIGHT.replace('\n', "\r\n"));
    assert_eq!(student.read(README), "# 77 Doubling, better\n");
    assert!(student.read(SHADER).contains("once more"), "it was not begun");
    assert_eq!(student.read("common/new ä.txt"), "new\n");
    assert_eq!(student.read("my notes ä.txt"), "mine\n");
    assert!(!student.path("shaders/77-double/light.glsl").exists() && !student.path("kept").exists());
    // The branch was written anew, and the clone's follows it; what was not committed still is not.
    assert_eq!(student.git(&["rev-parse", "HEAD"]), course.git(&["rev-parse", "student"]));
    assert_eq!(student.git(&["symbolic-ref", "--short", "HEAD"]), "student");
    assert_eq!(
        student.git(&["-c", "core.quotepath=off", "status", "--porcelain"]),
        format!(" M {EXERCISE}\n?? \"my notes ä.txt\"\n?? untracked.txt")
    );
    assert!(student.printed(&["update"], 0).ends_with(" already.\n"));
}

/// The next command would build silently.
#[test]
fn an_update_builds_the_command_with_cargos_progress() {
    let (course, student) = course_and_student();
    publish(&course, |course| {
        let manifest = "[package]\nname = \"workbook\"\nversion = \"0.1.0\"\n\n[lib]\npath = \"lib.rs\"\n";
        course.write("lessons/tools/workbook/Cargo.toml", manifest);
        course.write("lessons/tools/workbook/lib.rs", "");
        replace(course, &["Cargo.toml"], "members = [", "members = [\"lessons/tools/workbook\", ");
    });
    let output = student.command(&["update"]).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    assert!(message.contains("building what has changed") && message.contains("Compiling workbook"), "{message}");
}

#[test]
fn ones_own_program_names_the_folder_of_a_package_that_was_moved() {
    let (course, student) = course_and_student();
    let manifest = |name: &str| format!("[package]\nname = \"{name}\"\n");
    publish(&course, |course| course.write("common/arm/Cargo.toml", &manifest("armature")));
    student.printed(&["update"], 0);
    let own = |folder: &str| format!("[dependencies]\narm = {{ path = \"../{folder}\" }}\nb = {{ path = \"../b\" }}\n");
    student.write("own/Cargo.toml", &own("common/arm"));
    publish(&course, |course| {
        std::fs::remove_dir_all(course.path("common/arm")).unwrap();
        course.write("common/runtime/arm/Cargo.toml", &manifest("armature"));
    });
    let message = student.printed(&["update"], 0);
    assert!(message.contains("own/Cargo.toml: names the new folders"), "{message}");
    assert!(message.ends_with("as they were before are in kept/update/1/\n"), "{message}");
    assert_eq!(student.read("own/Cargo.toml"), own("common/runtime/arm"));
    assert_eq!(student.read("kept/update/1/own/Cargo.toml"), own("common/arm"));
}

#[test]
fn own_commits_and_edits_of_the_courses_files() {
    let (course, student) = course_and_student();
    student.set_user("Ä Student");
    student.write(EXERCISE, RIGHT);
    student.write("own.txt", "mine\n");
    student.commit("My answer");
    student.write(README, "# My notes on 77\n");
    replace(&student, &[MAIN], "println!(\"[{}]", "// Why?\n    println!(\"[{}]");
    let toml = "lessons/77-double/lesson.toml";
    replace(&student, &[toml], "n + n", "MY HINT");
    student.git(&["commit", "--all", "--quiet", "--message", "Notes"]);
    let mine = student.git(&["rev-parse", "HEAD"]);
    student.write(SHADER, "twice\n");

    publish(&course, |course| {
        course.write(README, "# 77 Doubling, better\n");
        replace(course, &[MAIN], "fn double", "// as on the first day\nfn double");
    });
    let report = student.json(&["update", "--json"], 0);
    let note =
        |file: &str| report["notes"].as_array().unwrap().iter().find(|note| note["file"] == file).cloned().unwrap();
    let kept = |file: &str| student.read(&format!("{}{file}", report["kept"].as_str().unwrap()));
    assert!(note(MAIN)["says"].as_str().unwrap().contains("both your changes and the course's"), "{report}");
    assert!(kept(MAIN).contains("// Why?") && !kept(MAIN).contains("first day"), "a copy of what was merged, too");
    assert!(student.read(MAIN).contains("// Why?") && student.read(MAIN).contains("// as on the first day"));
    assert!(note(README)["says"].as_str().unwrap().contains("the course's are here now"), "{report}");
    assert_eq!(kept(README), "# My notes on 77\n");
    assert_eq!(student.read(README), "# 77 Doubling, better\n");
    assert!(student.read(toml).contains("MY HINT"), "the course has not changed that file");
    assert_eq!(student.git(&["status", "--porcelain"]), format!(" M {SHADER}"));
    let parents = student.git(&["log", "-1", "--format=%P"]);
    assert_eq!(parents, format!("{mine} {}", course.git(&["rev-parse", "student"])));
    assert_eq!(student.git(&["show", "HEAD:own.txt"]), "mine");

    // The base is the last update.
    publish(&course, |course| {
        course.write(README, "# 77 Doubling, best\n");
        replace(course, &SHADERS, "77.2: twice", "77.2: once more");
    });
    let message = student.printed(&["update"], 0);
    assert!(message.contains("changed: 2."), "{message}");
    assert_eq!(student.read(README), "# 77 Doubling, best\n");
    assert!(message.contains("yours stay; the course's are in shaders/77-double/starter/"), "{message}");
    assert_eq!(student.read(SHADER), "twice\n");

    // Another encoding stays as it is, and what is no text cannot be merged.
    std::fs::write(student.path(SHADER), b"zweimal f\xfcr alle\n").unwrap();
    std::fs::write(student.path(README), b"\0\x01").unwrap();
    publish(&course, |course| {
        course.write(README, "# 77 Doubling\n");
        replace(course, &SHADERS, "77.2: once more", "77.2: twice");
    });
    let message = student.printed(&["update"], 0);
    assert!(message.contains("yours stay") && message.contains("before are in kept/update/2/"), "{message}");
    assert_eq!(std::fs::read(student.path(SHADER)).unwrap(), b"zweimal f\xfcr alle\n");
    assert_eq!(student.read(README), "# 77 Doubling\n");
    assert_eq!(std::fs::read(student.path("kept/update/2").join(README)).unwrap(), b"\0\x01");
}

#[test]
fn a_lesson_a_text_and_a_signature_change() {
    const NEW: &str = "lessons/77-twice/exercise.rs";
    let course = Workspace::with_git();
    publish(&course, |course| replace(course, &STARTERS, "// Twice", "//! Lesson 77.\n\n// Twice"));
    let student = Workspace::clone_of(&course, "student");
    let help = "//! Lesson 77.\n\nfn help(n: u32) -> u32 {\n    2 * n\n}\n\n";
    let mine = help.to_owned() + &RIGHT.replace("n * 2", "help(n)");
    student.write(EXERCISE, &mine.replace('\n', "\r\n"));
    student.write(SHADER, "twice\n");
    student.write("lessons/77-double/pictures/.DS_Store", "in the way of cargo\n");
    publish(&course, |course| {
        replace(course, &STARTERS, "//! Lesson", "//! The lesson");
        replace(course, &STARTERS, "TODO 77.1: twice n", "TODO 77.1: two times n");
        for below in ["lessons", "shaders"] {
            course.git(&["mv", &format!("{below}/77-double"), &format!("{below}/77-twice")]);
        }
        replace(course, &["Cargo.toml"], "77-double", "77-twice");
        replace(course, &["lessons/77-twice/course/main.rs"], "77-double", "77-twice");
    });
    let message = student.printed(&["update"], 0);
    assert!(message.contains("is now lessons/77-twice/exercise.rs"), "{message}");
    let yours_stay = "the same lines: yours stay; the course's are in lessons/77-twice/course/src/starter.rs";
    assert!(message.contains(yours_stay), "{message}");
    let merged = mine.replace("//! Lesson", "//! The lesson");
    assert_eq!(student.read(NEW), merged);
    assert_eq!(student.read("shaders/77-twice/double.vert"), "twice\n");
    assert!(!student.path("lessons/77-double").exists());
    assert!(student.path("kept/update/1/lessons/77-double/pictures/.DS_Store").exists());
    assert_eq!(student.read(&format!("kept/update/1/{EXERCISE}")), mine);

    // Another type, for which the student's function does not compile: it is still there.
    publish(&course, |course| {
        let files = STARTERS.map(|file| file.replace("77-double", "77-twice"));
        replace(course, &files.each_ref().map(|file| &**file), "n: u32", "n: &u32");
    });
    let message = student.printed(&["update"], 0);
    assert!(message.contains("yours stay; the course's are in lessons/77-twice/"), "{message}");
    assert_eq!(student.read(NEW), merged);
}

/// Exercises lay in `src` once.
#[test]
fn an_exercise_that_has_moved_is_carried_along() {
    const OLD: &str = "lessons/77-double/src/exercise.rs";
    const LIB: &str = "lessons/77-double/lib.rs";
    let course = Workspace::with_git();
    publish(&course, |course| {
        course.write(OLD, "");
        course.git(&["mv", "--force", EXERCISE, OLD]);
        replace(course, &[LIB], "pub mod", "#[path = \"src/exercise.rs\"]\npub mod");
    });
    let student = Workspace::clone_of(&course, "student");
    student.write(OLD, RIGHT);
    publish(&course, |course| {
        course.git(&["mv", OLD, EXERCISE]);
        replace(course, &[LIB], "#[path = \"src/exercise.rs\"]\n", "");
    });
    // It has moved before the branch has moved on.
    student.write(".git/refs/worktree/course/merged.lock", "");
    student.complained(&["update"], 2);
    assert_eq!((student.read(EXERCISE), student.path(OLD).exists()), (RIGHT.into(), false));
    std::fs::remove_file(student.path(".git/refs/worktree/course/merged.lock")).unwrap();
    let message = student.printed(&["update"], 0);
    assert!(message.contains("is now lessons/77-double/exercise.rs"), "{message}");
    assert_eq!(student.read(EXERCISE), RIGHT);
    assert!(!student.path(OLD).exists());
}

/// An earlier version of this command wrote refs while it worked.
#[test]
fn an_interrupted_update_of_an_earlier_version_is_reported_once() {
    let (course, student) = course_and_student();
    student.write(EXERCISE, RIGHT);
    publish(&course, |course| course.write(README, "newer\n"));
    let refs = ["before", "trial"].map(|name| format!("refs/worktree/course/{name}"));
    for name in &refs {
        student.git(&["update-ref", name, "HEAD"]);
    }
    let printed = |arguments: &[&str]| {
        let output = student.command(arguments).output().unwrap();
        String::from_utf8_lossy(&output.stderr).contains("refs/worktree/course/before")
    };
    assert!(printed(&["update", "--dry-run"]) && printed(&["update"]) && !printed(&["update"]));
    assert_eq!((student.read(README), student.read(EXERCISE)), ("newer\n".into(), RIGHT.into()));
    assert!(!student.git(&["rev-parse", &refs[0]]).is_empty(), "the files as they were stay");
}

/// A website keeps the line ends of files that are uploaded.
#[test]
fn line_ends_of_windows_are_no_change() {
    let course = Workspace::with_git();
    course.write("lessons/77-double/notes.md", "one\ntwo\n");
    course.commit("Notes");
    course.write_student();
    let student = Workspace::clone_of(&course, "student");
    student.set_user("A Student");
    student.write(EXERCISE, RIGHT);
    let own = [EXERCISE, SHADER, README, "lessons/77-double/notes.md"];
    for path in own {
        student.write(path, &student.read(path).replace('\n', "\r\n"));
        let object = student.git(&["hash-object", "-w", "--no-filters", path]);
        student.git(&["update-index", "--cacheinfo", &format!("100644,{object},{path}")]);
    }
    student.git(&["commit", "--quiet", "--message", "Uploaded"]);
    publish(&course, |course| {
        course.write("lessons/77-double/notes.md", "one\nTWO\n");
        replace(course, &SHADERS, "twice", "once more");
    });
    let report = student.json(&["update", "--json"], 0);
    assert_eq!(report["files"], serde_json::json!(["lessons/77-double/notes.md", SHADER, SHADERS[1]]), "{report}");
    assert_eq!((report["notes"].as_array().unwrap().len(), &report["kept"]), (0, &serde_json::Value::Null), "{report}");
    assert_eq!(student.read("lessons/77-double/notes.md"), "one\nTWO\n");
    assert_eq!(student.git(&["show", &format!("HEAD:{EXERCISE}")]) + "\n", RIGHT);
    assert!(student.read(SHADER).contains("once more"), "it was not begun");
}

/// An update may be killed while git writes files, or before the branch moves on.
#[test]
fn what_was_interrupted_is_run_again() {
    let (course, student) = course_and_student();
    let mine = format!("// Mine.\n{RIGHT}");
    student.write(EXERCISE, &mine);
    publish(&course, |course| {
        course.write(README, "newer\n");
        course.write("common/new.txt", "new\n");
        replace(course, &STARTERS, "TODO 77.1: twice n", "TODO 77.1: two times n");
    });
    let head = student.git(&["rev-parse", "HEAD"]);
    student.write(".git/refs/worktree/course/merged.lock", ""); // so that the branch cannot move on
    let stopped = student.complained(&["update"], 2);
    assert!(stopped.contains("did not come to its end") && stopped.contains("merged.lock"), "{stopped}");
    assert_eq!((student.read(README), student.git(&["rev-parse", "HEAD"])), ("newer\n".into(), head));
    assert_eq!(student.read(EXERCISE), mine);

    student.write(README, "written meanwhile\n");
    std::fs::remove_file(student.path("common/new.txt")).unwrap();
    std::fs::remove_file(student.path(".git/refs/worktree/course/merged.lock")).unwrap();
    let message = student.printed(&["update"], 0);
    assert!(message.contains("before are in kept/update/1/"), "{message}");
    assert_eq!(student.read(&format!("kept/update/1/{README}")), "written meanwhile\n");
    assert_eq!((student.read(README), student.read(EXERCISE)), ("newer\n".into(), mine));
    assert_eq!(student.read("common/new.txt"), "new\n");
    assert_eq!(student.git(&["rev-parse", "HEAD"]), course.git(&["rev-parse", "student"]));
}

/// Each reason has its own sentence, and none has an advice that harms.
#[test]
fn why_git_does_not_answer() {
    let (course, student) = course_and_student();
    let complained = |name: &str, value: &str| {
        let output = student.command(&["update"]).env(name, value).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let of_another = complained("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
    assert!(of_another.contains("another user") && !of_another.contains("git init"), "{of_another}");
    let without = complained("PATH", "/nowhere");
    assert!(without.contains("install") && !without.contains("git init"), "{without}");
    for lock in ["index.lock", "HEAD.lock", "refs/heads/student.lock"] {
        let path = format!(".git/{lock}");
        student.write(&path, "");
        let message = student.complained(&["update"], 2);
        assert!(message.contains(lock) && message.contains("remove that file"), "{message}");
        std::fs::remove_file(student.path(&path)).unwrap();
    }
    let inside = student.path("inside");
    std::fs::create_dir_all(&inside).unwrap();
    let output = student.command(&["update"]).env("ARMATURE_WORKSPACE", inside).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("lies in another git repository") && !message.contains("git init"), "{message}");

    course.git(&["branch", "--move", "student", "for-students"]);
    let message = student.complained(&["update"], 2);
    assert!(message.contains("no branch student any more") && message.contains("for-students"), "{message}");
    let from = format!("{}#for-students", course.root().display());
    assert!(student.printed(&["update", "--from", &from], 0).contains("newest version"));
}

#[test]
#[cfg(unix)]
fn a_link_in_the_place_of_an_exercise_is_named() {
    let (course, student) = course_and_student();
    student.write("answers/77.rs", RIGHT);
    std::fs::remove_file(student.path(EXERCISE)).unwrap();
    std::os::unix::fs::symlink("../../answers/77.rs", student.path(EXERCISE)).unwrap();
    publish(&course, |course| course.write(README, "newer\n"));
    let message = student.complained(&["update"], 2);
    assert!(message.contains(&format!("{EXERCISE} is a link")) && message.contains("Nothing has changed"), "{message}");
    assert_eq!((student.read(README), student.read(EXERCISE)), ("# 77 Doubling\n".into(), RIGHT.into()));
}

/// A copy may lack the course's history, or have files in the way of an update.
#[test]
fn a_repository_of_ones_own_and_other_states() {
    let (course, clone) = course_and_student();
    let outside = tempfile::tempdir().unwrap(); // no repository around it
    let output = clone.command(&["update"]).env("ARMATURE_WORKSPACE", outside.path()).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && message.contains("git init"), "{message}");

    std::fs::remove_dir_all(clone.path(".git")).unwrap();
    clone.write(EXERCISE, RIGHT);
    clone.git(&["init", "--quiet", "--initial-branch", "main"]);
    assert!(clone.complained(&["update"], 2).contains("nothing is committed here"));
    let commit = ["-c", "user.name=I", "-c", "user.email=i@example.org", "commit", "--quiet"];
    clone.git(&[&commit[..], &["--allow-empty", "-m", "x"]].concat());
    clone.git(&["add", "--all"]);
    clone.git(&[&commit[..], &["--amend", "-m", "As I had it"]].concat());
    publish(&course, |course| course.write(README, "newer\n"));
    assert!(clone.complained(&["update"], 2).contains("update --from URL"));
    let nowhere = clone.complained(&["update", "--from", "/nowhere/at all"], 2);
    assert!(nowhere.contains("nothing has changed"), "{nowhere}");
    let from = format!("{}#student", course.root().display());
    clone.write("common/new.txt/mine", "a folder in the way\n");
    publish(&course, |course| course.write("common/new.txt", "a file\n"));
    let message = clone.complained(&["update", "--from", &from], 2);
    assert!(message.contains("nothing has changed") && message.contains("common/new.txt"), "{message}");
    assert_eq!((clone.read(README), clone.read(EXERCISE)), ("# 77 Doubling\n".into(), RIGHT.into()));
    std::fs::remove_dir_all(clone.path("common")).unwrap();
    clone.printed(&["update", "--from", &from], 0);
    assert_eq!((clone.read(README), clone.read(EXERCISE)), ("newer\n".into(), RIGHT.into()));
    publish(&course, |course| course.write(README, "newest\n"));
    clone.printed(&["update"], 0); // it remembers where
    assert_eq!(clone.read(README), "newest\n");
    assert_eq!(clone.git(&["status", "--porcelain"]), "");

    clone.write(".git/MERGE_HEAD", &clone.git(&["rev-parse", "HEAD"]));
    assert!(clone.complained(&["update"], 2).contains("in progress in this repository (MERGE_HEAD)"));
    std::fs::remove_file(clone.path(".git/MERGE_HEAD")).unwrap();
    clone.git(&["checkout", "--quiet", "--detach"]);
    assert!(clone.complained(&["update"], 2).contains("git switch BRANCH"));
}

/// A student may begin with a zip, and commit only later. Files that the course never had are the student's.
#[test]
fn a_zip_and_what_was_written_before_the_first_commit() {
    let course = Workspace::with_git();
    course.write("tools.sh", "echo tools\n");
    course.write("lessons/77-double/notes.md", "one\ntwo\nthree\n");
    course.git(&["add", "--all"]);
    course.git(&["update-index", "--chmod=+x", "tools.sh"]);
    course.git(&["commit", "--quiet", "--message", "Tools"]);
    course.git(&["checkout", "--quiet", "--", "tools.sh"]);
    course.write_student();
    let student = Workspace::clone_of(&course, "student");
    publish(&course, |course| course.write("early.txt", "of the course\n"));
    publish(&course, |course| {
        replace(course, &["lessons/77-double/notes.md"], "one", "ONE");
        replace(course, &[MAIN], "fn double", "// newer\nfn double");
        std::fs::remove_file(course.path("shaders/77-double/light.glsl")).unwrap();
    });

    std::fs::remove_dir_all(student.path(".git")).unwrap();
    student.git(&["init", "--quiet", "--initial-branch", "main"]);
    student.set_user("A Student");
    student.git(&["config", "core.fileMode", "false"]); // as a zip's files, none is executable
    let own = [
        (EXERCISE, RIGHT),
        (README, "# 77 My notes\n"),
        ("lessons/77-double/abgabe.md", "mine\n"),
        ("lessons/77-double/notes.md", "one\ntwo\nTHREE\n"),
        ("lessons/77-double/course/src/helfer.rs", "// mine\n"),
        ("my notes ä.txt", "mine\n"),
    ];
    for (path, text) in own {
        student.write(path, text);
    }
    student.commit("As I had it");

    let from = format!("{}#student", course.root().display());
    let planned = student.printed(&["update", "--from", &from, "--dry-run"], 0);
    let files: Vec<&str> = planned.lines().skip(1).take(4).map(str::trim).collect();
    let expected = ["early.txt", MAIN, "lessons/77-double/notes.md", "shaders/77-double/light.glsl"];
    assert!(planned.contains("change: 4.") && files == expected, "{planned}");
    student.printed(&["update", "--from", &from], 0);
    for (path, text) in own {
        assert_eq!(student.read(path), text.replace("one\n", "ONE\n"), "{path}");
    }
    assert!(student.read(MAIN).contains("// newer"));
    let kept = everything(&student).into_keys().filter(|path| path.contains("/kept/"));
    assert_eq!(kept.count(), 1, "notes.md");
    assert_eq!(student.git(&["status", "--porcelain"]), "");

    let other = Workspace::new();
    other.git(&["init", "--quiet", "--initial-branch", "main"]);
    other.set_user("Another");
    other.git(&["commit", "--quiet", "--allow-empty", "--message", "Nothing of the course"]);
    student.git(&["update-ref", "-d", "refs/worktree/course/merged"]);
    let message = student.complained(&["update", "--from", other.root().to_str().unwrap()], 2);
    assert!(message.contains("is it the course?"), "{message}");
}

#[test]
fn a_copy_of_ones_own_is_not_the_course() {
    // For students, and with the solutions.
    for branch in ["student", "main"] {
        copy_is_not_the_course(branch);
    }
}

fn copy_is_not_the_course(branch: &str) {
    let (course, _) = course_and_student();
    let student = Workspace::clone_of(&course, branch);
    let own = tempfile::tempdir().unwrap();
    let own = own.path().to_str().unwrap();
    student.git(&["init", "--quiet", "--bare", own]);
    student.set_user("A Student");
    student.write(EXERCISE, RIGHT);
    student.commit("My answer");
    student.git(&["remote", "set-url", "origin", own]);
    student.git(&["push", "--quiet", "--set-upstream", "origin", branch]);
    publish(&course, |course| {
        course.write(README, "newer\n");
        replace(course, &STARTERS, "TODO 77.1: twice n", "TODO 77.1: two times n");
    });
    for arguments in [&["update"][..], &["update", "--from", &format!("{own}#{branch}")]] {
        let message = student.complained(arguments, 2);
        assert!(message.contains("own copy of the course") && message.contains(EXERCISE), "{message}");
        assert_eq!(student.read(README), "# 77 Doubling\n");
    }
    let known = student.try_git(&["config", "--get", "workbook.course"]);
    assert!(known.stdout.is_empty(), "it is not remembered");

    let from = format!("{}#{branch}", course.root().display());
    let message = student.printed(&["update", "--from", &from], 0);
    let names_starter = message.contains("the same lines: yours stay; the course's are in lessons/77-double/course/");
    assert_eq!(names_starter, branch == "student", "{message}");
    assert_eq!((student.read(README), student.read(EXERCISE)), ("newer\n".into(), RIGHT.into()));
    assert!(student.printed(&["update"], 0).ends_with(" already.\n"));
}

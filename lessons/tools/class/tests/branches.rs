//! `branches` in repositories of its own: a branch that only grows, the same hashes, nothing lost, nothing touched.

#[path = "../../workbook/tests/fixture/mod.rs"]
mod fixture;

use fixture::{EXERCISE, RIGHT, SHADER, TESTS, Workspace};
use std::path::{Path, PathBuf};
use std::process::Command;
use verdict::source::files_below;

const BRANCHES: [&str; 3] = ["student", "solution/77-double", "solution/all"];

fn hashes(workspace: &Workspace) -> Vec<String> {
    BRANCHES.iter().map(|name| workspace.git(&["rev-parse", name])).collect()
}

#[test]
fn the_students_branch_grows_and_a_solution_is_one_answer() {
    let workspace = Workspace::with_git();
    let message = workspace.printed(&["branches"], 0);
    assert_eq!(message.lines().filter(|line| line.ends_with(" written")).count(), 3, "{message}");
    let changed = workspace.git(&["diff", "--name-only", "student", "solution/77-double"]);
    assert_eq!(changed.lines().collect::<Vec<_>>(), [EXERCISE, SHADER]);
    assert_eq!(workspace.git(&["show", &format!("solution/77-double:{EXERCISE}")]), RIGHT.trim_end());
    let gone = workspace.git(&["diff", "--name-status", "main", "student"]);
    assert_eq!(
        gone.lines().collect::<Vec<_>>(),
        [
            "A\tlessons/77-double/course/mistaken.deflate",
            "D\tlessons/77-double/course/src/solution.rs",
            "A\tlessons/77-double/course/src/starter.rs",
            &format!("D\t{TESTS}"),
            "M\tlessons/77-double/lesson.toml", // without the names of finished functions
            "D\tshaders/77-double/solution/double.vert"
        ]
    );
    let first = hashes(&workspace);

    // A release in which nothing changes for students, and one with a better text.
    workspace.write(TESTS, "#[test]\nfn another() {}\n");
    workspace.commit("A test");
    workspace.printed(&["branches"], 0);
    assert_eq!(hashes(&workspace), first);
    workspace.write("lessons/77-double/README.md", "# 77 Doubling, again\n");
    workspace.commit("A better text");
    workspace.printed(&["branches"], 0);
    for (branch, commits) in BRANCHES.iter().zip(["2", "4", "4"]) {
        assert_eq!(workspace.git(&["rev-list", "--count", branch]), commits, "{branch}");
        let files = workspace.git(&["log", "--name-only", "--format=", branch]);
        assert!(!files.contains("solution"), "no commit below {branch} has a solution: {files}");
    }
    for (branch, first) in BRANCHES.iter().zip(&first) {
        workspace.git(&["merge-base", "--is-ancestor", first, branch]);
    }
    let changed = workspace.git(&["diff", "--name-only", "student", "solution/77-double"]);
    assert_eq!(changed.lines().collect::<Vec<_>>(), [EXERCISE, SHADER]);
}

/// The clone has another user, another time, edited exercises, staged and unstaged changes, and another branch checked out.
#[test]
fn the_same_hashes_in_a_clone_that_is_being_worked_in() {
    let workspace = Workspace::with_git();
    workspace.printed(&["branches"], 0);
    let clone = Workspace::clone_of(&workspace, "main");
    clone.set_user("Somebody Else");
    clone.git(&["checkout", "--quiet", "-b", "work"]);
    clone.write(EXERCISE, "committed\n");
    clone.commit("My answer");
    clone.write(EXERCISE, "staged\n");
    clone.git(&["add", EXERCISE]);
    clone.write(EXERCISE, "in the editor\n");
    clone.write("untracked.txt", "mine\n");
    let before = (clone.git(&["status", "--porcelain"]), clone.git(&["diff", "--cached"]));
    clone.printed(&["branches"], 0);
    assert_eq!(hashes(&clone), hashes(&workspace), "they follow origin's");
    clone.git(&["branch", "--quiet", "-D", "student"]);
    clone.git(&["update-ref", "-d", "refs/remotes/origin/student"]);
    clone.git(&["update-ref", "-d", "refs/remotes/origin/solution/77-double"]);
    assert_eq!(clone.read(EXERCISE), "in the editor\n");
    assert_eq!((clone.git(&["status", "--porcelain"]), clone.git(&["diff", "--cached"])), before);
    let left = std::fs::read_dir(clone.path(".git")).unwrap().flatten();
    let left: Vec<_> = left.map(|entry| entry.file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("workbook")), "{left:?}");
}

#[test]
fn nothing_of_somebodys_is_lost() {
    let workspace = Workspace::with_git();
    workspace.printed(&["branches"], 0);
    workspace.git(&["checkout", "--quiet", "solution/77-double"]);
    workspace.write("notes.txt", "a thought\n");
    workspace.commit("A thought");
    let thought = workspace.git(&["rev-parse", "HEAD"]);
    workspace.git(&["checkout", "--quiet", "main"]);
    workspace.printed(&["branches"], 0);
    workspace.git(&["merge-base", "--is-ancestor", &thought, "solution/77-double"]);
    assert!(!workspace.try_git(&["show", "solution/77-double:notes.txt"]).status.success());

    // A branch that somebody stands on stays, and with it all others.
    workspace.write("lessons/77-double/README.md", "# 77 Doubling, again\n");
    workspace.commit("A better text");
    workspace.git(&["checkout", "--quiet", "student"]);
    let before = hashes(&workspace);
    let message = workspace.complained(&["branches"], 2);
    assert!(message.contains("refusing to update checked out branch"), "{message}");
    assert_eq!(hashes(&workspace), before);
    // A branch of an earlier version has the solutions below it.
    workspace.git(&["checkout", "--quiet", "main"]);
    workspace.git(&["branch", "--quiet", "--force", "student", "main"]);
    let message = workspace.complained(&["branches"], 2);
    assert!(message.contains("git branch -m student old-student"), "{message}");
}

#[test]
fn where_there_is_no_main_it_says_what_to_do() {
    let workspace = Workspace::with_git();
    workspace.git(&["checkout", "--quiet", "-b", "other"]);
    workspace.git(&["branch", "--quiet", "-D", "main"]);
    let message = workspace.complained(&["branches"], 2);
    assert!(message.contains("--from HEAD"), "{message}");
    workspace.printed(&["branches", "--from", "HEAD"], 0);
    let message = workspace.complained(&["branches", "--from", "student"], 2);
    assert!(message.contains("there is no lessons/"), "{message}");
}

/// Of this course: no answer of three lines or more is in any text that is handed out. (Later lessons draw with the finished
/// shader of lesson 09.)
#[test]
fn no_answer_of_this_course_is_handed_out() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let course = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().unwrap();
    git(folder.path(), &["clone", "--quiet", "--shared", course.to_str().unwrap(), "."]);
    let mut answers: Vec<(PathBuf, String)> = Vec::new();
    for path in files_below(&folder.path().join("lessons")) {
        let is_solution =
            path.ends_with("course/src/solution.rs") || path.to_string_lossy().contains("/course/own/src/");
        for region in text_of(&path).split("// BEGIN ").skip(1).filter(|_| is_solution) {
            let mut answer: Vec<&str> = region.split("// END ").next().unwrap().lines().skip(1).collect();
            answer.retain(|line| !line.starts_with("// STUB"));
            if answer.len() > 2 {
                answers.push((path.clone(), answer.join("\n")));
            }
        }
    }
    assert!(answers.len() > 60, "{} answers", answers.len());
    let mut command = Command::new(env!("CARGO_BIN_EXE_class"));
    let output =
        command.args(["branches", "--from", "HEAD"]).env("ARMATURE_WORKSPACE", folder.path()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    git(folder.path(), &["checkout", "--quiet", "student"]);
    for path in ["lessons", "common"].iter().flat_map(|name| files_below(&folder.path().join(name))) {
        let text = text_of(&path);
        for (solution, answer) in &answers {
            assert!(!text.contains(answer), "{} has an answer of {}", path.display(), solution.display());
        }
    }
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments).env("GIT_CONFIG_GLOBAL", "/dev/null");
    assert!(command.status().expect("git starts").success(), "git {arguments:?}");
}

/// Returns the lines of a source or a text without their indentation; none of another file.
fn text_of(path: &Path) -> String {
    let is_text = path.extension().is_some_and(|ending| ["rs", "toml", "md"].iter().any(|known| ending == *known));
    let text = std::fs::read_to_string(path).ok().filter(|_| is_text).unwrap_or_default();
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

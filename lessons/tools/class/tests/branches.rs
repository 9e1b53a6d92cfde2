//! `branches` in repositories of its own: the same hashes, nothing lost, nothing touched.

#[path = "../../workbook/tests/fixture/mod.rs"]
mod fixture;

use fixture::{EXERCISE, RIGHT, SHADER, Workspace};

const BRANCHES: [&str; 3] = ["solution/77-double", "solution/all", "student"];

fn hashes(workspace: &Workspace) -> Vec<String> {
    BRANCHES.iter().map(|name| workspace.git(&["rev-parse", name])).collect()
}

#[test]
fn a_solution_is_main_and_the_students_lines() {
    let workspace = Workspace::with_git();
    let message = workspace.printed(&["branches"], 0);
    assert_eq!(message.lines().filter(|line| line.ends_with(" written")).count(), 3, "{message}");
    let changed = workspace.git(&["diff", "--name-only", "main", "solution/77-double"]);
    assert_eq!(changed.lines().collect::<Vec<_>>(), [EXERCISE, SHADER]);
    assert_eq!(workspace.git(&["show", &format!("solution/77-double:{EXERCISE}")]), RIGHT.trim_end());
    let lines = workspace.git(&["diff", "--unified=0", "main", "solution/all", "--", EXERCISE]);
    let lines: Vec<&str> = lines.lines().skip_while(|line| !line.starts_with("@@")).collect();
    assert_eq!(lines[1..], ["-    // TODO 77.1: twice n", "-    n", "+    n * 2"]);

    let gone = workspace.git(&["diff", "--name-status", "main", "student"]);
    assert_eq!(
        gone.lines().collect::<Vec<_>>(),
        [
            "A\tlessons/77-double/course/mistaken.deflate",
            "D\tlessons/77-double/course/src/solution.rs",
            "A\tlessons/77-double/course/src/starter.rs",
            "D\tlessons/77-double/course/tests/lesson/main.rs",
            "M\tlessons/77-double/lesson.toml", // without the names of finished functions
            "D\tshaders/77-double/solution/double.vert"
        ]
    );
    for branch in BRANCHES {
        assert_eq!(workspace.git(&["rev-list", "--count", &format!("main..{branch}")]), "1");
    }
}

/// The clone has another user, another time, edited exercises, staged and unstaged changes, and another branch checked out.
#[test]
fn the_same_hashes_in_a_clone_that_is_being_worked_in() {
    let workspace = Workspace::with_git();
    workspace.printed(&["branches"], 0);
    let first = hashes(&workspace);
    let again = workspace.json(&["branches", "--json"], 0);
    assert!(again.as_array().unwrap().iter().all(|branch| branch["written"] == false), "{again}");
    assert_eq!(hashes(&workspace), first);

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
    assert_eq!(hashes(&clone), first);
    assert_eq!(clone.read(EXERCISE), "in the editor\n");
    assert_eq!((clone.git(&["status", "--porcelain"]), clone.git(&["diff", "--cached"])), before);
    let left = std::fs::read_dir(clone.path(".git")).unwrap().flatten();
    let left: Vec<_> = left.map(|entry| entry.file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("workbook")), "{left:?}");
}

#[test]
fn what_somebody_has_committed_is_not_overwritten() {
    let workspace = Workspace::with_git();
    workspace.printed(&["branches"], 0);
    workspace.git(&["checkout", "--quiet", "solution/77-double"]);
    workspace.write("notes.txt", "a thought\n");
    workspace.commit("A thought");
    workspace.git(&["checkout", "--quiet", "main"]);
    workspace.write("lessons/77-double/README.md", "# 77 Doubling, again\n");
    workspace.commit("A better text");

    let before = hashes(&workspace);
    let output = workspace.output(&["branches"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("somebody has committed to solution/77-double"), "{message}");
    assert_eq!(hashes(&workspace), before, "all or none");

    workspace.printed(&["branches", "--force"], 0);
    let after = hashes(&workspace);
    assert!(before.iter().zip(&after).all(|(before, after)| before != after));
    assert_eq!(workspace.git(&["rev-parse", "student^"]), workspace.git(&["rev-parse", "main"]));
}

#[test]
fn a_branch_somebody_stands_on_stays() {
    let workspace = Workspace::with_git();
    workspace.printed(&["branches"], 0);
    workspace.git(&["checkout", "--quiet", "student"]);
    workspace.printed(&["branches"], 0); // the very same commits: nothing to overwrite
    workspace.git(&["commit", "--quiet", "--amend", "--message", "Mine now"]);
    let mine = workspace.git(&["rev-parse", "student"]);
    for arguments in [["branches"].as_slice(), &["branches", "--force"]] {
        let output = workspace.output(arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2));
        assert!(message.contains("student is checked out in "), "{message}");
    }
    assert_eq!(workspace.git(&["rev-parse", "student"]), mine);
}

#[test]
fn where_there_is_no_main_it_says_what_to_do() {
    let workspace = Workspace::with_git();
    workspace.git(&["checkout", "--quiet", "-b", "other"]);
    workspace.git(&["branch", "--quiet", "-D", "main"]);
    let output = workspace.output(&["branches"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("--from HEAD"), "{output:?}");
    workspace.printed(&["branches", "--from", "HEAD"], 0);
    assert_eq!(hashes(&workspace).len(), 3);
    workspace.git(&["checkout", "--quiet", "student"]);
    let output = workspace.output(&["branches", "--from", "HEAD"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no lessons/"), "{output:?}");
}

//! `starters` on a workspace that builds in a moment.

#[path = "../../workbook/tests/fixture/mod.rs"]
mod fixture;

use fixture::{EXERCISE, SQUARED, Workspace};

#[test]
fn an_exercise_follows_its_solution_until_it_is_begun() {
    const SOLUTION: &str = "lessons/77-double/course/src/solution.rs";
    let workspace = Workspace::with_git();
    workspace.write(SOLUTION, &workspace.read(SOLUTION).replace("STUB n", "STUB n + 0"));
    workspace.printed(&["starters", "77"], 0);
    assert!(workspace.read(EXERCISE).ends_with("    // TODO 77.1: twice n\n    n + 0\n}\n"));
    workspace.write(EXERCISE, SQUARED);
    assert!(workspace.printed(&["starters", "77"], 0).contains("is left as it is (--force)"));
    assert_eq!(workspace.read(EXERCISE), SQUARED);
}

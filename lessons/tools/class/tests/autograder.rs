//! `class autograder`: the content of its archives, and the results of `run_autograder` when the grader fails.

#[path = "../../workbook/tests/fixture/mod.rs"]
mod fixture;

use fixture::Workspace;
use flate2::bufread::DeflateDecoder;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

/// Mode and bytes of files, by name.
type Entries = BTreeMap<String, (u32, Vec<u8>)>;

/// Reads the entries of an archive.
fn read_entries(path: &Path) -> Entries {
    let zip = rawzip::ZipArchive::from_slice(fs::read(path).unwrap()).unwrap();
    let mut entries = Entries::new();
    for entry in zip.entries() {
        let entry = entry.unwrap();
        let packed = zip.get_entry(entry.wayfinder()).unwrap();
        let mut bytes = Vec::new();
        packed.verifying_reader(DeflateDecoder::new(packed.data())).read_to_end(&mut bytes).unwrap();
        let name = String::from_utf8(entry.file_path().as_bytes().to_vec()).unwrap();
        entries.insert(name, (entry.mode().permissions(), bytes));
    }
    entries
}

/// Runs `autograder`, and returns the archive's entries and bytes.
fn make_archive(workspace: &Workspace, arguments: &[&str]) -> (Entries, Vec<u8>) {
    let path = workspace.path("out.zip");
    let out = path.to_str().unwrap();
    let _ = fs::remove_file(&path); // there may be none
    let (system, rest) = arguments.split_first().unwrap();
    workspace.printed(&[&["autograder", system, out], rest].concat(), 0);
    (read_entries(&path), fs::read(&path).unwrap())
}

#[test]
fn both_archives() {
    let workspace = Workspace::with_git();
    workspace.write("points.toml", "[points]\n\"77.1\" = 3\n");
    let points = workspace.path("points.toml");
    let points = points.to_str().unwrap();

    let (gradescope, bytes) = make_archive(&workspace, &["gradescope", "--points", points]);
    let names: Vec<&str> = gradescope.keys().map(String::as_str).collect();
    assert_eq!(names, ["course.tar", "lessons", "points.toml", "run_autograder", "setup.sh"]);
    for (name, (mode, bytes)) in &gradescope {
        let is_script = bytes.starts_with(b"#!/usr/bin/env bash\n");
        assert_eq!(is_script, ["run_autograder", "setup.sh"].contains(&name.as_str()), "{name}");
        assert_eq!(*mode, if is_script { 0o755 } else { 0o644 }, "{name}");
        // What is packed in the course may have any byte.
        let is_for_linux = name == "course.tar" || !bytes.contains(&b'\r');
        assert!(is_for_linux, "{name}: Linux reads it, whatever system it comes from");
    }
    assert_eq!(gradescope["lessons"].1, b"77\n");
    let course = String::from_utf8_lossy(&gradescope["course.tar"].1).into_owned();
    for path in [fixture::EXERCISE, fixture::SHADER, "Cargo.toml"] {
        assert!(course.contains(&format!("{path}\0")), "{path}");
    }
    for gone in ["src/solution.rs", "tests/lesson/main.rs", "solution/double.vert", "n * 2"] {
        assert!(!course.contains(gone), "{gone} is for nobody who hands in");
    }
    assert!(make_archive(&workspace, &["gradescope", "--points", points]).1 == bytes, "the same bytes again");

    let questions = make_archive(&workspace, &["prairielearn", "--lessons", "77", "--image", "me/mine"]).0;
    let info = &questions["questions/armature-77-double/info.json"].1;
    let info: serde_json::Value = serde_json::from_slice(info).unwrap();
    assert_eq!(info["title"], "77 Doubling");
    assert_eq!(info["uuid"], "61726d61-7475-5265-8000-000000000077");
    assert_eq!(info["externalGradingOptions"]["image"], "me/mine");
    assert_eq!(info["externalGradingOptions"]["entrypoint"][2], "77");
    let question = String::from_utf8_lossy(&questions["questions/armature-77-double/question.html"].1);
    for part in ["lessons/77-double/exercise.rs", "file-names=\"exercise.rs\" optional-file-names=\"double.vert\""] {
        assert!(question.contains(part), "{question}");
    }
    assert!(String::from_utf8_lossy(&questions["image/Dockerfile"].1).contains("setup.sh"));
    assert_eq!(questions["image/run_autograder"].0, 0o755);

    // Nothing of the instructor's is written over, and no archive is left that cannot grade.
    let again = workspace.output(&["autograder", "gradescope", workspace.path("out.zip").to_str().unwrap()]);
    assert_eq!(again.status.code(), Some(2), "{again:?}");
    workspace.write("wrong.toml", "[points]\n\"99\" = 3\n");
    let wrong = workspace.path("wrong.toml");
    let other = workspace.path("other.zip");
    let arguments = ["autograder", "gradescope", other.to_str().unwrap(), "--points", wrong.to_str().unwrap()];
    assert_eq!(workspace.output(&arguments).status.code(), Some(2));
    assert!(!other.exists());
}

/// Runs `run_autograder` with a script in the place of the grader: `probe` tells whether there is a sandbox, and `grade` writes
/// below `$out`. Returns results.json and the output.
#[cfg(target_os = "linux")]
fn run_autograder(system: &str, probe: &str, grade: &str) -> (serde_json::Value, String) {
    use std::os::unix::fs::PermissionsExt;
    let root = tempfile::tempdir().unwrap();
    let stub = format!(
        "#!/bin/bash\nif [ \"$1\" = sandbox ]; then {probe}; fi\necho \"called with $*\"\n\
         test \"$(ls \"$2\")\" = submission && test -f \"$2/submission/exercise.rs\" || exit 9\n\
         while [ \"$1\" != --out ]; do shift; done\nout=$2\nmkdir -p \"$out/students/submission\"\n{grade}\n"
    );
    // A submission in both places, with a result that a student would like to hand in.
    for (name, text) in [
        ("source/lessons", "01\n"),
        ("source/class", &stub),
        ("submission/exercise.rs", ""),
        ("submission/results.json", "{ \"score\": 100 }"),
        ("student/exercise.rs", ""),
        ("student/results.json", "{ \"score\": 100 }"),
    ] {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/run_autograder");
    let mut command = std::process::Command::new("bash");
    command.arg(script).arg(system).env("AUTOGRADER", root.path()).env("AUTOGRADER_GRADE", root.path());
    let output = command.env("AUTOGRADER_LIMIT", "2").output().expect("bash");
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(root.path().join("results/results.json")).unwrap();
    let message = String::from_utf8(output.stdout).unwrap();
    (serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")), message)
}

#[test]
#[cfg(target_os = "linux")]
fn there_is_a_result_whatever_happens() {
    let right = "echo '{ \"score\": 3 }' | tee \"$out/students/submission/\"{gradescope,prairielearn}.json";
    let (result, message) = run_autograder("gradescope", "exit 0", right);
    assert!(result["score"] == 3 && !message.contains("--trust"), "{message}");
    assert!(message.contains("--format gradescope"), "{message}");
    let (result, message) = run_autograder("gradescope", "exit 1", right);
    assert_eq!(result["score"], 3);
    assert!(message.contains("No sandbox") && message.contains("--lessons 01 --trust"), "{message}");
    let failures = [
        ("echo no space left; exit 2", "ended with 2"),
        ("exec sleep 1000", "ended with 124"),
        ("kill -9 $$", "ended with 137"),
        ("exit 0", "ended with 0"), // without a report
        ("yes 0123456789 | head -c 2000000 > \"$out/students/submission/gradescope.json\"", "ended with 0"),
        // A process that a student's has left running holds nothing up.
        ("(sleep 20; echo late) & exit 3", "ended with 3"),
    ];
    for (grade, why) in failures {
        let (result, message) = run_autograder("gradescope", "exit 0", grade);
        let to_student = result["output"].as_str().unwrap();
        assert!(result["score"] == 0 && to_student.contains("not your fault"), "{result}");
        assert!(message.contains(why) && message.contains("called with grade"), "{grade}: {message}");
        assert!(!message.contains("late"), "what is left running was waited for");
    }
    let result = run_autograder("prairielearn", "exit 0", "exit 2").0;
    assert!(result["gradable"] == false && result["format_errors"][0].as_str().unwrap().contains("not your fault"));
    assert_eq!(run_autograder("prairielearn", "exit 0", right).0["score"], 3);
}

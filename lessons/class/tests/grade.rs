//! `grade`, on a made-up class: right, wrong by name and otherwise, not compiling, empty, partial, and hostile.
//!
//! The course has one lesson that draws nothing, with the real checks of `common`. Canaries say whether anything
//! outside a submission was read or written.

mod attacks;

/// Archives, as the loader's own tests make them.
#[path = "../../../common/armature-formats/src/collada/archive/testing.rs"]
mod zip;

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use zip::{File, deflated, link, zip};

const HEAD: &str = "//! Lesson 71: numbers. This is the only file you edit.\n\nuse crate::Answers;\n\n\
    /// What the lesson calls.\npub const ANSWERS: Answers = Answers { double, mean };\n\n";
const DOUBLE: &str = "n * 2.0";
const MEAN: &str =
    "let mut sum = 0.0;\n    for number in numbers {\n        sum += number;\n    }\n    sum / numbers.len() as f32";
const NO_DOUBLE: &str = "// TODO 71.1: twice as much\n    n";
const NO_MEAN: &str =
    "// TODO 71.2: the sum of all, divided by how many there are\n    let _ = numbers; // you will need them\n    0.0";

const EXERCISE: &str = "lessons/71-numbers/exercise.rs";
/// A comment in an earlier version of the starter.
const ONCE: &str = "Look at the number before you begin.";
/// Content of a canary's file.
const SONG: &str = "the canary sings";

/// Returns an exercise with these bodies.
fn exercise(double: &str, mean: &str) -> String {
    format!(
        "{HEAD}fn double(n: f32) -> f32 {{\n    {double}\n}}\n\nfn mean(numbers: &[f32]) -> f32 {{\n    {mean}\n}}\n"
    )
}

/// The course, the class and the canaries. The folder stays, so that a second run builds little; one test at a time
/// has it.
struct Course {
    root: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

static TURN: Mutex<()> = Mutex::new(());

impl Course {
    fn new(name: &str) -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let course = Course { root, _turn: turn };
        for gone in ["class", "grades", "canaries", "workspace/target/grade/verdicts"] {
            let _ = fs::remove_dir_all(course.root.join(gone));
        }
        let _ = fs::remove_file(course.root.join("workspace/lessons/71-numbers/course/src/mistaken.rs"));
        let common = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../common");
        let common = fs::canonicalize(common).expect("common");
        let starter = exercise(NO_DOUBLE, NO_MEAN);
        let given = fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("given");
        let manifest = format!(
            "[workspace]\nresolver = \"3\"\nmembers = [\n    \"lessons/71-numbers\", \"lessons/71-numbers/course\",\n]\n\n\
             [workspace.dependencies]\ncommon = {{ path = {:?}, default-features = false, features = [\"runtime\"] }}\ngiven = {{ path = {:?} }}\n\
             mistaken = {{ path = {:?} }}\n\n[profile.dev]\ndebug = false\n",
            common.display().to_string(),
            given.display().to_string(),
            common.join("mistaken").display().to_string()
        );
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
        let lesson = "workspace/lessons/71-numbers";
        for (path, text) in [
            ("workspace/Cargo.toml".to_owned(), manifest.as_str()),
            ("workspace/Cargo.lock".into(), &fs::read_to_string(lock).expect("a lock file")),
            (
                format!("{lesson}/Cargo.toml"),
                "[package]\nname = \"exercise-71\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\ngiven.workspace = true\n\n[lib]\npath = \"lib.rs\"\ncrate-type = [\"cdylib\", \"rlib\"]\n",
            ),
            (format!("{lesson}/lib.rs"), include_str!("class/library.rs")),
            (
                format!("{lesson}/course/Cargo.toml"),
                "[package]\nname = \"lesson-71\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\ncommon.workspace = true\ngiven.workspace = true\n\n[build-dependencies]\nmistaken.workspace = true\n",
            ),
            ("workspace/.cargo/config.toml".into(), include_str!("../../../.cargo/config.toml")),
            (format!("{lesson}/README.md"), "# 71 Numbers\n"),
            (format!("{lesson}/lesson.toml"), include_str!("class/lesson.toml")),
            (format!("{lesson}/course/src/main.rs"), include_str!("class/program.rs")),
            (format!("{lesson}/course/src/lib.rs"), include_str!("class/lib.rs")),
            (format!("{lesson}/course/src/checks.rs"), include_str!("class/checks.rs")),
            (format!("{lesson}/course/src/finished.rs"), include_str!("class/finished.rs")),
            (format!("{lesson}/course/build.rs"), include_str!("class/build.rs")),
            (format!("{lesson}/course/src/solution.rs"), include_str!("class/solution.rs")),
            (format!("{lesson}/course/src/starter.rs"), &starter),
            // The instructor has solved it: that is nobody's answer.
            (format!("{lesson}/exercise.rs"), &exercise(DOUBLE, MEAN)),
            ("workspace/assets/count.txt".into(), "8\n"),
            ("canaries/song.txt".into(), SONG),
        ] {
            course.write(&path, text);
        }
        course
    }

    /// Has git know an earlier version of the starter.
    fn with_history(self) -> Self {
        let starter = "workspace/lessons/71-numbers/course/src/starter.rs";
        let now = self.read(starter);
        self.write(starter, &now.replace("TODO 71.1", ONCE));
        self.git(&["init", "--quiet"]);
        self.git(&["add", "lessons/71-numbers/course/src/starter.rs"]);
        let who = ["-c", "user.name=me", "-c", "user.email=me@example.org"];
        self.git(&[&who[..], &["commit", "--quiet", "--allow-empty", "--message", "First day"]].concat());
        self.write(starter, &now);
        self
    }

    fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").arg("-C").arg(self.path("workspace")).args(arguments);
        assert!(git.status().expect("git starts").success(), "git {arguments:?}");
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    fn canary(&self, name: &str) -> String {
        self.path("canaries").join(name).display().to_string()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        // As the command does: cargo goes by the time of the last change.
        if fs::read_to_string(&path).is_ok_and(|known| known == text) {
            return;
        }
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// A submission as a clone.
    fn clone_of(&self, student: &str, exercise: &str) {
        self.write(&format!("class/{student}/{EXERCISE}"), exercise);
    }

    /// A submission as an archive; what `more` adds to it comes first.
    fn zip_of(&self, student: &str, exercise: &str, more: Vec<File<'_>>) {
        let path = self.path(&format!("class/{student}.zip"));
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let name = format!("My work/{EXERCISE}");
        let files = [more, vec![deflated(&name, exercise.as_bytes())]].concat();
        fs::write(path, zip(&files)).expect("a file");
    }

    /// Endless loops are waited for; a right answer takes milliseconds.
    fn grade(&self, more: &[&str]) -> Output {
        self.grade_for("2", more)
    }

    /// Each check may take so many seconds.
    fn grade_for(&self, seconds: &str, more: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_class"));
        command.args(["grade", "--time", seconds]).arg(self.path("class")).args(more);
        command.args(["--out".as_ref(), self.path("grades").as_os_str()]);
        self.here(&mut command).env("ARMATURE_CANARY", SONG).output().expect("the command starts")
    }

    /// Returns the command, for this course.
    fn here<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("ARMATURE_WORKSPACE", self.path("workspace")).env("CARGO_NET_OFFLINE", "true");
        command.env_remove("CARGO_TARGET_DIR")
    }

    /// Returns a student's file for another system.
    fn json_of(&self, student: &str, file: &str) -> Value {
        serde_json::from_str(&self.read(&format!("grades/students/{student}/{file}.json"))).expect("JSON")
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }
}

/// A student: the name, the statuses of both TODOs, and a word that their report must hold.
type Expected = (String, &'static str, &'static str, String);

/// A class that is written, and the expected results.
struct Class<'a> {
    course: &'a Course,
    expected: Vec<Expected>,
}

impl Class<'_> {
    fn add(&mut self, student: &str, double: &str, mean: &str, first: &'static str, second: &'static str, says: &str) {
        self.course.clone_of(student, &exercise(double, mean));
        self.expect(student, first, second, says);
    }

    fn expect(&mut self, student: &str, first: &'static str, second: &'static str, says: &str) {
        self.expected.push((student.into(), first, second, says.into()));
    }
}

/// Writes the class, and returns the expected results.
#[allow(clippy::too_many_lines)] // a list
fn class(course: &Course, port: u16) -> Vec<Expected> {
    let mut class = Class { course, expected: Vec::new() };
    // Right, in several ways.
    class.add("Anna Ängström", DOUBLE, MEAN, "pass", "pass", "2 of 2 points");
    class.add("Ben", DOUBLE, MEAN, "pass", "pass", "2 of 2 points");
    class.add("Carla", "n + n", "numbers.iter().sum::<f32>() / numbers.len() as f32", "pass", "pass", "2 of 2");
    class.add("Dora", "(f64::from(n) * 2.0) as f32", MEAN, "pass", "pass", "2 of 2");
    class.add("=1+1 <b>&amp;", DOUBLE, MEAN, "pass", "pass", "2 of 2");
    // Partial.
    class.add("Emil", DOUBLE, NO_MEAN, "pass", "not_started", "1 of 2 points");
    class.add("Fritz", NO_DOUBLE, MEAN, "not_started", "pass", "1 of 2 points");
    class.add("Gerd", NO_DOUBLE, NO_MEAN, "not_started", "not_started", "as it was handed out");
    // By name.
    for name in ["Hanna", "Ida", "Jan"] {
        class.add(name, "n * n", MEAN, "fail", "pass", "SQUARED");
    }
    class.add("Karl", "n.powi(2)", "numbers.iter().sum()", "fail", "fail", "NOT-DIVIDED");
    class.add("Pia", "-n * n", MEAN, "fail", "pass", "SQUARED+NEGATED");
    class.add("Lars", DOUBLE, "// Who knows what this is good for?\n    numbers[0]", "pass", "fail", "expected");
    class.add(
        "Lara",
        DOUBLE,
        "// Who knows what this is good for?\n    let first = numbers[0]; first",
        "pass",
        "fail",
        "expected",
    );
    // What the course once said is nobody's own.
    for (name, double) in [("Mia", DOUBLE), ("Mio", "n + n")] {
        class.add(name, &format!("// {ONCE}\n    {double}"), MEAN, "pass", "pass", "2 of 2");
    }
    class.add("Lena", DOUBLE, "numbers.iter().sum()", "pass", "fail", "NOT-DIVIDED");
    // Otherwise: three do the same, two something else, one is alone.
    class.add("Max", "n + 1.0", NO_MEAN, "fail", "not_started", "expected");
    class.add("Nina", "1.0 + n", MEAN, "fail", "pass", "expected");
    class.add("Otto", "(f64::from(n) + 1.0) as f32", MEAN, "fail", "pass", "expected");
    class.add("Paul", "n * 2.5", MEAN, "fail", "pass", "expected");
    class.add("Quirin", "n / 0.4", MEAN, "fail", "pass", "expected");
    // What a student is not told of: it has no words yet.
    class.add("Rosa", "n * 3.0", MEAN, "fail", "pass", "expected");
    // The mean is right, but for what it calls.
    let calls = "double(numbers.iter().sum()) / (2.0 * numbers.len() as f32)";
    class.add("Wanda", "n - 5.0", calls, "fail", "fail", "expected");
    class.add("Sven", "n * 1.0", MEAN, "fail", "pass", "still the placeholder's answer");
    // Accidents.
    class.add("Tom", DOUBLE, "numbers[99]", "pass", "panicked", "index out of bounds");
    class.add("Udo", "loop { std::hint::black_box(n); }", MEAN, "timed_out", "pass", "still running");
    class.add("Vera", DOUBLE, "numbers.len()", "waiting", "does_not_compile", "E0308");
    class.add("Willi", "n * 2.0 }", MEAN, "does_not_compile", "waiting", "error");
    class.add("Xaver", "(crate::checks::REFERENCE.double)(n)", MEAN, "does_not_compile", "waiting", "`checks`");

    // Hostile.
    let song = course.canary("song.txt");
    let touched = course.canary("touched");
    let written = course.canary("written");
    let fork = format!("std::process::Command::new(\"touch\").arg({touched:?}).status().unwrap(); n");
    class.add("fork", &fork, MEAN, "crashed", "pass", "start another process");
    let network = format!("std::net::TcpStream::connect((\"127.0.0.1\", {port})).unwrap(); n");
    class.add("network", &network, MEAN, "crashed", "pass", "use the network");
    class.add("exit", "std::process::exit(0)", MEAN, "crashed", "pass", "ended itself");
    class.add("endless output", "loop { println!(\"{n}\"); }", MEAN, "timed_out", "pass", "still running");
    // The token of the check is in this memory.
    let looks = format!(
        "let read = std::fs::read_to_string({song:?}); let wrote = std::fs::write({written:?}, \"x\"); \
         let memory = std::fs::read(\"/proc/self/mem\").map(|b| b.len()); \
         println!(\"{{:?}} {{:?}} {{:?}}\", read.map_err(|e| e.kind()), wrote.map_err(|e| e.kind()), memory.map_err(|e| e.kind())); \
         println!(\"{{:?}}\", std::env::var(\"ARMATURE_CANARY\")); n"
    );
    let denied = "Err(PermissionDenied)";
    let message = format!("| {denied} {denied} {denied}\n     | Err(NotPresent)\n");
    class.add("looks around", &looks, MEAN, "fail", "pass", &message);
    let include = format!("println!(\"{{}}\", include_str!({song:?})); n");
    class.add("include_str", &include, MEAN, "does_not_compile", "waiting", "couldn't read");
    // The tree, and whoever else is in it.
    let neighbour = "println!(\"{}\", include_str!(\"../../../Cargo.toml\")); n";
    class.add("neighbour", neighbour, MEAN, "does_not_compile", "waiting", "couldn't read");
    let lists = "println!(\"{:?}\", std::fs::read_dir(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/../..\")).is_err()); n";
    class.add("lists", lists, MEAN, "fail", "pass", "| true");
    let again = "use std::os::unix::process::CommandExt; let this = std::env::current_exe().unwrap(); \
        let _ = std::process::Command::new(this).args([\"--check-here\", \"71.1\", \"--as\", \"reference\"]).exec(); n";
    class.add("becomes the reference", again, MEAN, "crashed", "pass", "ended itself");
    let env = "println!(\"{}\", env!(\"ARMATURE_CANARY\")); n";
    class.add("env", env, MEAN, "does_not_compile", "waiting", "not defined");
    let threads = "std::thread::spawn(|| loop { std::thread::park(); }); n * 2.0";
    class.add("threads", threads, MEAN, "pass", "pass", "2 of 2");
    let hog = "std::hint::black_box(vec![0u8; 3 << 30]); n";
    class.add("hog", hog, MEAN, "crashed", "pass", "memory");
    let lifts = "common::memory::limit(usize::MAX); n * 2.0";
    class.add("lifts the limit", lifts, MEAN, "does_not_compile", "waiting", "crate `common`");
    let bomb =
        "for _ in 0..9000 { let _ = std::thread::Builder::new().spawn(|| loop { std::thread::park(); }); } n * 2.0";
    class.add("thread bomb", bomb, MEAN, "crashed", "pass", "threads were started");

    // What Landlock does not look at: a file's mode and owner. And a check writes nothing, not even where it is.
    let changes = format!(
        "use std::os::unix::fs::{{PermissionsExt, chown}}; let open = std::fs::Permissions::from_mode(0o604); \
         println!(\"{{}} {{}} {{}}\", std::fs::set_permissions({song:?}, open).is_err(), chown({song:?}, None, None).is_err(), \
         std::fs::write(\"here\", \"x\").is_err()); n * 2.0"
    );
    class.add("changes", &changes, MEAN, "pass", "pass", "| true true true");
    // To read these never ends.
    let endless = "println!(\"{:?} {:?}\", include_bytes!(\"/proc/self/fd/2\"), include_bytes!(\"/dev/zero\")); n";
    class.add("endless include", endless, MEAN, "does_not_compile", "waiting", "/dev/zero");
    let raw = "use crate::r#checks as c; (c::r#REFERENCE.double)(n)";
    class.add("raw name", raw, MEAN, "does_not_compile", "waiting", "no `checks` in the root");

    // The judge's channel is not there: nothing to read, and nobody who listens.
    let reads = "std::io::stdin().lines().for_each(drop); n * 2.0";
    let writes = "use std::io::Write; let stdin = std::fs::OpenOptions::new().write(true).open(\"/proc/self/fd/0\"); \
        let _ = stdin.map(|mut stdin| stdin.write_all(b\"1\\n\")); 0.0";
    class.add("stdin", reads, writes, "pass", "fail", "expected");
    // Panics that want to be more.
    let hook = "std::panic::set_hook(Box::new(|_| std::process::exit(0))); panic!()";
    let endless = "struct Endless; impl Drop for Endless { fn drop(&mut self) { loop { std::thread::yield_now(); } } } \
        std::panic::panic_any(Endless)";
    class.add("panics", hook, endless, "crashed", "timed_out", "ended itself");
    let sleeps = "std::thread::sleep(std::time::Duration::from_secs(9999)); n";
    class.add("sleep", sleeps, "panic!(\"{}\", \"long \".repeat(10 << 20))", "timed_out", "panicked", "long long");
    // What the compiler has to hold in memory.
    let slice = "const LARGE: &[u64] = &[3; 1 << 29]; LARGE[LARGE.len() / 2] as f32 * n";
    class.add("slice", slice, MEAN, "does_not_compile", "waiting", "memory");

    let assembler = format!("{}core::arch::global_asm!(\".incbin \\\"{song}\\\"\");\n", exercise(DOUBLE, MEAN));
    course.clone_of("assembler", &assembler);
    class.expect("assembler", "waiting", "does_not_compile", "unsafe");
    // Code that runs before `main`, and in the place of a library's.
    let early = "#[unsafe(link_section = \".init_array\")] #[used] static EARLY: extern \"C\" fn() = early;\n\
        extern \"C\" fn early() { std::process::exit(0) }\n";
    course.clone_of("early", &format!("{}{early}", exercise(DOUBLE, MEAN)));
    class.expect("early", "does_not_compile", "waiting", "declaration of a static with `link_section`");
    let mangled = format!("{}#[unsafe(no_mangle)] pub fn malloc() {{}}\n", exercise(DOUBLE, MEAN));
    course.clone_of("malloc", &mangled);
    class.expect("malloc", "waiting", "does_not_compile", "unsafe");
    course.clone_of("include solution", &exercise("mod other { include!(\"solution.rs\"); } n", MEAN));
    class.expect("include solution", "does_not_compile", "waiting", "couldn't read");
    // A build script of one's own, and a check that always passes.
    course.clone_of("build script", &exercise(NO_DOUBLE, MEAN));
    course.write(
        "class/build script/lessons/71-numbers/build.rs",
        &format!("fn main() {{ std::fs::write({written:?}, \"x\").unwrap(); }}"),
    );
    course.write(
        "class/build script/lessons/71-numbers/Cargo.toml",
        "[package]\nname = \"lesson-71\"\nbuild = \"build.rs\"\n",
    );
    course.write("class/build script/lessons/71-numbers/course/src/checks.rs", "pub static LESSON: () = ();");
    class.expect("build script", "not_started", "pass", "1 of 2");

    let errors: Vec<String> = (0..2000).map(|i| format!("fn f{i}() -> u8 {{ \"\" }}")).collect();
    let errors = errors.join("\n");
    course.clone_of("errors", &format!("{}{errors}", exercise(DOUBLE, NO_MEAN)));
    class.expect("errors", "waiting", "does_not_compile", "mismatched types");
    let naked = "#[unsafe(naked)] extern \"C\" fn f() { core::arch::naked_asm!(\"ret\") }\n";
    course.clone_of("naked", &format!("{}{naked}", exercise(DOUBLE, MEAN)));
    class.expect("naked", "waiting", "does_not_compile", "`unsafe` is refused");

    // Forms of submission.
    fs::create_dir_all(course.path("class/empty")).expect("a folder");
    class.expect("empty", "not_started", "not_started", "not handed in");
    course.clone_of("blank file", "");
    class.expect("blank file", "does_not_compile", "waiting", "ANSWERS");
    course.write("class/Yvonne.rs", &exercise(DOUBLE, MEAN));
    class.expect("Yvonne", "pass", "pass", "2 of 2");
    course.zip_of("Zoë Züllig", &exercise(DOUBLE, MEAN).replace('\n', "\r\n"), vec![]);
    class.expect("Zoë Züllig", "pass", "pass", "2 of 2");
    let right = exercise(DOUBLE, MEAN);
    let over = format!("../../workspace/{EXERCISE}");
    let [there, over] = ["../../canaries/exercise.rs", &over].map(|name| deflated(name, right.as_bytes()));
    let more = vec![there, over, deflated("/etc/exercise.rs", b"x")];
    course.zip_of("traversal", &exercise(NO_DOUBLE, NO_MEAN), more);
    class.expect("traversal", "not_started", "not_started", "leads out of the archive");
    let blanks = vec![b' '; 40 << 20];
    course.zip_of("bomb", &exercise(NO_DOUBLE, MEAN), vec![deflated("a/71-numbers/exercise.rs", &blanks)]);
    class.expect("bomb", "not_started", "pass", "too many for an answer");
    let place = format!("a/{EXERCISE}");
    course.zip_of("zip link", &exercise(NO_DOUBLE, MEAN), vec![link(&place, &song)]);
    class.expect("zip link", "not_started", "pass", "a link, not followed");
    course.write("class/Hans.rar", "Rar!");
    class.expect(
        "Hans",
        "not_started",
        "not_started",
        "Hans.rar: not opened: hand in one .zip, or the files themselves",
    );
    course.write("class/broken.zip", "PK? No.");
    class.expect("broken", "not_started", "not_started", "cannot be read as a zip");
    course.clone_of("huge", &format!("{}{}", exercise(DOUBLE, MEAN), "// x\n".repeat(100_000)));
    class.expect(
        "huge",
        "not_started",
        "not_started",
        "not handed in. lessons/71-numbers/exercise.rs: refused, more than",
    );
    #[cfg(unix)]
    {
        let folder = course.path("class/link/lessons/71-numbers/src");
        fs::create_dir_all(&folder).expect("a folder");
        std::os::unix::fs::symlink(&song, folder.join("exercise.rs")).expect("a link");
        class.expect("link", "not_started", "not_started", "not followed");
        std::os::unix::fs::symlink("/", course.path("class/root")).expect("a link");
        class.expect("root", "not_started", "not_started", "a link?");
    }
    class.expected
}

/// Returns whether this system has a sandbox; without one there is nothing to test.
fn has_sandbox() -> bool {
    let probe = Command::new(env!("CARGO_BIN_EXE_class")).args(["sandbox", "--probe"]).output();
    let there = probe.expect("the command starts").status.success();
    if !there {
        let required = std::env::var_os("ARMATURE_REQUIRE_SANDBOX").is_some_and(|value| value != "0");
        assert!(!required, "ARMATURE_REQUIRE_SANDBOX is set, and there is none");
        // Past the test harness's capture.
        let _ = writeln!(std::io::stderr(), "SKIPPED: this system has no sandbox");
    }
    there
}

/// The branch for students has neither the solution nor the changes of lesson.toml, but the mistakes themselves.
#[test]
fn a_checkout_without_solutions_names_a_mistake() {
    let course = Course::new("course");
    let lesson = "workspace/lessons/71-numbers";
    let toml = include_str!("class/lesson.toml");
    let solution = include_str!("class/solution.rs");
    let bare = mistaken::without_solution("71-numbers", toml, solution, &|_| None).expect("all fit");
    course.write(&format!("{lesson}/course/src/mistaken.rs"), &bare.mistaken);
    course.write(&format!("{lesson}/lesson.toml"), &bare.toml);
    fs::remove_file(course.path(&format!("{lesson}/course/src/solution.rs"))).expect("a file");
    course.clone_of("Anna", &exercise("n * n", NO_MEAN));
    course.write("class/Hans.rar", "Rar!");
    let output = course.grade(&["--trust"]);
    assert!(output.status.success(), "{output:?}");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("no answer from Hans: Hans.rar: not opened: hand in one .zip"), "{err}");
    let json: Value = serde_json::from_str(&course.read("grades/class.json")).expect("JSON");
    assert_eq!(json["mistakes"][0]["name"], "SQUARED", "{json:#}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_class_is_graded_and_whatever_is_hostile_is_kept_in() {
    if !has_sandbox() {
        return;
    }
    let course = Course::new("course").with_history();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("a socket");
    let expected = class(&course, listener.local_addr().expect("a port").port());
    let output = course.grade(&["--seed", "7", "--format", "gradescope,prairielearn,classroom50"]);
    let err = String::from_utf8_lossy(&output.stderr);
    println!("{}\n{err}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success());
    assert!(err.contains(", points: 2\n") && err.contains("new checks have seed 7\n"), "{err}");

    let json: Value = serde_json::from_str(&course.read("grades/class.json")).expect("JSON");
    as_expected(&course, &json, &expected);
    canaries(&course, &listener);
    groups(&json);
    reports(&course, &json);
    again(&course, &expected);
}

/// Compares the results of all students.
fn as_expected(course: &Course, json: &Value, expected: &[Expected]) {
    let students = json["students"].as_array().expect("a list");
    let mut wrong = Vec::new();
    for (name, first, second, says) in expected {
        let Some(student) = students.iter().find(|student| student["name"] == **name) else {
            wrong.push(format!("{name}: not there"));
            continue;
        };
        let statuses = [0, 1].map(|todo| student["todos"][todo]["status"].as_str().unwrap_or_default());
        let folder = name.replace(['<', '>'], "_");
        let report = course.read(&format!("grades/students/{folder}/report.txt"));
        if statuses != [*first, *second] || !report.contains(says.as_str()) {
            wrong.push(format!("{name}: not {first}, {second} and \"{says}\", but\n{report}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(students.len(), expected.len());
}

/// Checks that nothing was read or written outside.
fn canaries(course: &Course, listener: &TcpListener) {
    let mut left: Vec<String> = Vec::new();
    for entry in fs::read_dir(course.path("canaries")).expect("a folder") {
        left.push(entry.expect("an entry").file_name().to_string_lossy().into_owned());
    }
    assert_eq!(left, ["song.txt"], "something was written");
    let song = fs::metadata(course.canary("song.txt")).expect("a file");
    assert_ne!(std::os::unix::fs::PermissionsExt::mode(&song.permissions()) & 0o777, 0o604);
    assert!(listener.accept().is_err(), "somebody has called");
    let mut folders = vec![course.path("grades")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = fs::read_to_string(&path).expect("UTF-8");
                assert!(!text.contains(SONG), "{}: the canary was read", path.display());
                assert!(!text.contains("graded-"), "{}: not the course's paths", path.display());
            }
        }
    }
    let graded = course.path("workspace/target/grade/tree/lessons/71-numbers/course/src/solution.rs");
    assert!(!graded.exists(), "a solution on the disk can be read");
}

/// Returns the groups of a list: TODO and name of each, and its students.
fn groups_of(json: &Value, list: &str) -> Vec<(String, String)> {
    let mut groups = Vec::new();
    for group in json[list].as_array().expect("a list") {
        let students = group["students"].as_array().expect("a list").iter();
        let students: Vec<&str> = students.filter_map(Value::as_str).collect();
        groups.push((format!("{} {}", group["todo"], group["name"]).replace('"', ""), students.join(" ")));
    }
    groups
}

fn groups(json: &Value) {
    let mistakes = groups_of(json, "mistakes");
    let expected =
        [("71.1 SQUARED", "Hanna Ida Jan Karl Pia"), ("71.2 NOT-DIVIDED", "Karl Lena"), ("71.1 NEGATED", "Pia")];
    let expected = expected.map(|(name, who)| (name.to_owned(), who.to_owned()));
    assert_eq!(mistakes, expected);
    let unknown = groups_of(json, "unknown");
    let who: Vec<&str> = unknown.iter().map(|(_, who)| who.as_str()).collect();
    // Whoever returns n unchanged does what the placeholder does: the hostile ones, and Sven.
    let together = ["lists looks around Sven", "Max Nina Otto", "Paul Quirin", "Lara Lars"];
    assert_eq!(who, [&together[..], &["Rosa", "Wanda", "stdin"]].concat());
    assert_eq!(groups_of(json, "comments"), [("71.2 ".to_owned(), "Lara Lars".to_owned())]);
    assert_eq!(json["comments"][0]["says"], "Who knows what this is good for?");
    assert_eq!(json["mistakes"][0]["asks"], "What is 3 times 2, and what 3 times 3?");
}

fn reports(course: &Course, json: &Value) {
    assert_eq!((&json["format"], &json["seed"], &json["sandbox"]), (&2.into(), &7.into(), &true.into()));
    let broken = course.read("grades/students/Vera/report.txt");
    let first = broken.lines().nth(1).expect("a note");
    assert!(first.starts_with("note: lessons/71-numbers/exercise.rs:"), "{broken}");
    assert!(first.contains("1 other TODO in the same file could not be checked"), "{broken}");
    let csv = course.read("grades/class.csv");
    assert!(
        csv.starts_with("student,id,points,of,71.1,71.2,71.1 status,71.2 status,mistakes,late,changed\r\n"),
        "{csv}"
    );
    assert!(csv.contains("\r\nEmil,,1,2,1,0,pass,not started,,,20"), "{csv}");
    assert!(csv.contains("\r\nKarl,,0,2,0,0,fail,fail,\"71.1 SQUARED; 71.2 NOT-DIVIDED\",,20"), "{csv}");
    assert!(csv.contains("\r\n\"'=1+1 <b>&amp;\",,2,2,"), "a formula: {csv}");
    let html = course.read("grades/class.html");
    assert!(html.contains("=1+1 &lt;b&gt;&amp;amp;") && !html.contains("<b>"));
    assert!(html.contains("<code>cargo author mistake 71.1 --from FILE --name NAME</code>"));
    assert!(html.contains("Anna Ängström") && !html.contains("<script") && !html.contains("src="));

    let scope = course.json_of("Emil", "gradescope");
    assert_eq!((&scope["score"], &scope["tests"][0]["max_score"]), (&1.0.into(), &1.0.into()));
    assert_eq!((&scope["tests"][1]["status"], &scope["stdout_visibility"]), (&"failed".into(), &"hidden".into()));
    let learn = course.json_of("Emil", "prairielearn");
    assert_eq!((&learn["gradable"], &learn["score"]), (&true.into(), &0.5.into()));
    let learn = course.json_of("Vera", "prairielearn");
    assert_eq!(learn["gradable"], false);
    assert!(learn["output"].as_str().expect("words").contains("E0308"), "{learn}");
    let room = course.json_of("Karl", "classroom50");
    assert_eq!(
        (&room["score"], &room["max-score"], &room["tests"][1]["passed"]),
        (&0.into(), &2.into(), &false.into())
    );
    let suspicious = course.json_of("fork", "report")["student"]["suspicious"][0].clone();
    assert_eq!((&suspicious["what"], &suspicious["lesson"]), (&"std::process".into(), &"71".into()));
}

/// Returns the times at which the crate was compiled that all answers share.
fn given_was_built(course: &Course) -> Vec<SystemTime> {
    let built = fs::read_dir(course.path("workspace/target/grade/target/debug/deps")).expect("built");
    let mut times = Vec::new();
    for file in built.flatten() {
        if file.file_name().to_string_lossy().starts_with("libgiven-") {
            times.push(file.metadata().and_then(|data| data.modified()).expect("a time"));
        }
    }
    times.sort();
    assert!(!times.is_empty());
    times
}

/// A second run builds and checks nothing that follows from the files; one more answer is one more check, and so is
/// every answer once a file of the course has changed. Of students who have gone only what others wrote into their
/// folders stays.
fn again(course: &Course, expected: &[Expected]) {
    for gone in ["endless output", "becomes the reference", "stdin", "panics", "sleep"] {
        fs::remove_dir_all(course.path("class").join(gone)).expect("a folder");
    }
    course.write("grades/students/endless output/my notes.txt", "mine");
    course.write("grades/students/Nobody/report.txt", "not ours");
    course.clone_of("latecomer", &exercise("n * 4.0", MEAN));
    course
        .write("workspace/lessons/71-numbers/README.md", "A page says other words, and no verdict follows from it.\n");
    course.write("list.csv", "Student,ID,Armature\r\nEmil,1203,\r\n\"Nilsson, Nils\",1204,\r\n");
    course.write("grades/by-hand.toml", "[Emil]\n\"71.2\" = 0.5\n");
    let given = given_was_built(course);
    let output = course.grade(&["--roster", &course.path("list.csv").to_string_lossy(), "--anonymous"]);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    let asked = course.path("grades/students/Emil/gradescope.json");
    assert!(!asked.exists(), "only where it is asked for");
    assert!(err.contains("answers to build and check: 1, "), "{err}");
    assert_eq!(
        given_was_built(course),
        given,
        "a new answer's package changes a lock file, and nothing that all share"
    );
    let json: Value = serde_json::from_str(&course.read("grades/class.json")).expect("JSON");
    assert_eq!(json["students"].as_array().expect("a list").len(), expected.len() - 3, "and Nils");
    assert!(err.contains("not on the roster, or a second time: latecomer\n"), "{err}");
    let list = "Student,ID,Armature\r\nEmil,1203,1.5\r\n\"Nilsson, Nils\",1204,0\r\n";
    assert_eq!(course.read("grades/roster.csv"), list);
    let csv = course.read("grades/class.csv");
    assert!(csv.contains("\r\nEmil,1203,1.5,2,1,0.5,pass,not started,"), "{csv}");
    assert!(csv.contains("\r\n\"Nilsson, Nils\",1204,0,2,"), "{csv}");
    let printed = String::from_utf8_lossy(&output.stdout);
    for text in [course.read("grades/projector.html"), printed.into_owned()] {
        assert!(text.contains("Student 1") && !text.contains("Emil") && !text.contains("Nils"), "{text}");
    }
    fs::remove_file(course.path("grades/by-hand.toml")).expect("a file");
    assert_ne!(json["seed"], 7, "drawn anew");
    let folders = ["endless output", "Nobody", "becomes the reference"].map(|name| {
        let folder = course.path(&format!("grades/students/{name}"));
        fs::read_dir(folder).map_or(0, Iterator::count)
    });
    assert_eq!(folders, [1, 1, 0], "my notes, a report of somebody else's, nothing");
    let programs = fs::read_dir(course.path("workspace/target/grade/target/debug")).expect("built");
    let programs = programs.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let programs: Vec<String> =
        programs.filter(|name| name.contains("lesson") && !name.starts_with("lesson-71")).collect();
    assert_eq!(programs, [""; 0], "nothing of an answer stays");

    fs::remove_dir_all(course.path("class")).expect("a folder");
    course.clone_of("latecomer", &exercise("n * 4.0", MEAN));
    for (count, says) in [("8\n", "check: 0, "), ("9\n", "check: 1, ")] {
        course.write("workspace/assets/count.txt", count);
        let output = course.grade(&[]);
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.contains(says), "checks read assets: {err}");
    }
}

/// Attackers among the honest: their verdicts are kept as anybody's, and nobody else's changes.
#[test]
#[cfg(target_os = "linux")]
fn attacks_cost_points_and_stop_nobody() {
    if !has_sandbox() {
        return;
    }
    let course = Course::new("course");
    let mut expected = vec![("Anna".to_owned(), "pass", "pass", "2 of 2".to_owned())];
    course.clone_of("Anna", &exercise(DOUBLE, MEAN));
    for (name, double, [first, second], says) in attacks::attacks() {
        course.clone_of(name, &exercise(&double, MEAN));
        expected.push((name.into(), first, second, says.into()));
    }
    let output = course.grade(&["--seed", "7"]);
    println!("{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success());
    let json: Value = serde_json::from_str(&course.read("grades/class.json")).expect("JSON");
    as_expected(&course, &json, &expected);
    let output = course.grade(&["--seed", "7"]);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("answers to build and check: 0, "), "all are kept: {err}");
}

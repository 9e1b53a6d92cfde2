//! The class: right and wrong answers, accidents, attempts to break out, and all forms of submissions.

use crate::attacks::attacks;
use crate::course::{Course, DOUBLE, EXERCISE, MEAN, NO_DOUBLE, NO_MEAN, exercise};
use std::fs;
use testing::zip::link;

/// A student: the name, the statuses of both TODOs, and words that the report must contain.
pub(crate) type Expected = (String, &'static str, &'static str, String);

/// A class with its expected results.
struct Class<'a> {
    course: &'a Course,
    expected: Vec<Expected>,
}

impl Class<'_> {
    /// Writes the clone of a student with these answers to both TODOs.
    fn add(&mut self, student: &str, double: &str, mean: &str, first: &'static str, second: &'static str, says: &str) {
        self.course.clone_of(student, &exercise(double, mean));
        self.expect(student, first, second, says);
    }

    /// Writes the clone of a student with this answer to the first TODO, and a right answer to the second.
    fn add_first(&mut self, student: &str, double: &str, first: &'static str, says: &str) {
        self.add(student, double, MEAN, first, "pass", says);
    }

    /// Writes the clone of a student with right answers and more code, which is an error in the TODO before it or in both.
    fn add_below(&mut self, student: &str, code: &str, first: &'static str, says: &str) {
        self.course.clone_of(student, &(exercise(DOUBLE, MEAN) + code));
        self.expect(student, first, "waiting", says);
    }

    fn expect(&mut self, student: &str, first: &'static str, second: &'static str, says: &str) {
        self.expected.push((student.into(), first, second, says.into()));
    }
}

/// Writes the class's submissions, and returns the expected results. Nobody may connect to `port`.
#[allow(clippy::too_many_lines)] // a list
pub(crate) fn write_class(course: &Course, port: u16) -> Vec<Expected> {
    let mut class = Class { course, expected: Vec::new() };
    // Right, in several ways.
    class.add_first("Anna Ängström", DOUBLE, "pass", "2 of 2 points");
    class.add_first("Ben", DOUBLE, "pass", "2 of 2 points");
    class.add("Carla", "n + n", "numbers.iter().sum::<f32>() / numbers.len() as f32", "pass", "pass", "2 of 2");
    class.add_first("Dora", "(f64::from(n) * 2.0) as f32", "pass", "2 of 2");
    class.add_first("=1+1 <b>&amp;", DOUBLE, "pass", "2 of 2");
    // Partial.
    class.add("Emil", DOUBLE, NO_MEAN, "pass", "not_started", "1 of 2 points");
    class.add_first("Fritz", NO_DOUBLE, "not_started", "1 of 2 points");
    class.add("Gerd", NO_DOUBLE, NO_MEAN, "not_started", "not_started", "as it was handed out");
    // By name.
    for name in ["Hanna", "Ida", "Jan"] {
        class.add_first(name, "n * n", "fail", "SQUARED");
    }
    class.add("Karl", "n.powi(2)", "numbers.iter().sum()", "fail", "fail", "NOT-DIVIDED");
    class.add_first("Pia", "-n * n", "fail", "SQUARED+NEGATED");
    for (name, mean) in [("Lars", "numbers[0]"), ("Lara", "let first = numbers[0]; first")] {
        class.add(name, DOUBLE, mean, "pass", "fail", "expected");
    }
    class.add("Lena", DOUBLE, "numbers.iter().sum()", "pass", "fail", "NOT-DIVIDED");
    // Without a name: three do the same, two something else, one is alone.
    class.add("Max", "n + 1.0", NO_MEAN, "fail", "not_started", "expected");
    class.add_first("Nina", "1.0 + n", "fail", "expected");
    class.add_first("Otto", "(f64::from(n) + 1.0) as f32", "fail", "expected");
    class.add_first("Paul", "n * 2.5", "fail", "expected");
    class.add_first("Quirin", "n / 0.4", "fail", "expected");
    // A mistake whose sentences are not written yet is not named.
    class.add_first("Rosa", "n * 3.0", "fail", "expected");
    // The mean is right, but it calls a wrong function.
    let calls = "double(numbers.iter().sum()) / (2.0 * numbers.len() as f32)";
    class.add("Wanda", "n - 5.0", calls, "fail", "fail", "expected");
    class.add_first("Sven", "n * 1.0", "fail", "still the placeholder's answer");
    // Accidents.
    class.add("Tom", DOUBLE, "numbers[99]", "pass", "panicked", "index out of bounds");
    class.add_first("Udo", "loop { std::hint::black_box(n); }", "timed_out", "still running");
    class.add("Vera", DOUBLE, "numbers.len()", "pass", "does_not_compile", "E0308");
    class.add_first("Willi", "n * 2.0 }", "does_not_compile", "error");
    class.add_first("Xaver", "(crate::checks::REFERENCE.double)(n)", "does_not_compile", "`checks`");

    // Hostile.
    let song = course.canary("song.txt");
    let touched = course.canary("touched");
    let written = course.canary("written");
    let fork = format!("std::process::Command::new(\"touch\").arg({touched:?}).status().unwrap(); n");
    class.add_first("fork", &fork, "crashed", "start another process");
    let network = format!("std::net::TcpStream::connect((\"127.0.0.1\", {port})).unwrap(); n");
    class.add_first("network", &network, "crashed", "use the network");
    class.add_first("exit", "std::process::exit(0)", "crashed", "ended itself");
    class.add_first("endless output", "loop { println!(\"{n}\"); }", "timed_out", "still running");
    // The token of the check is in this memory.
    let looks = format!(
        "let read = std::fs::read_to_string({song:?}); let wrote = std::fs::write({written:?}, \"x\"); \
         let memory = std::fs::read(\"/proc/self/mem\").map(|b| b.len()); \
         println!(\"{{:?}} {{:?}} {{:?}}\", read.map_err(|e| e.kind()), wrote.map_err(|e| e.kind()), memory.map_err(|e| e.kind())); \
         println!(\"{{:?}}\", std::env::var(\"ARMATURE_CANARY\")); n"
    );
    let denied = "Err(PermissionDenied)";
    let message = format!("| {denied} {denied} {denied}\n     | Err(NotPresent)\n");
    class.add_first("looks around", &looks, "fail", &message);
    let include = format!("println!(\"{{}}\", include_str!({song:?})); n");
    class.add_first("include_str", &include, "does_not_compile", "couldn't read");
    let lists = "println!(\"{:?}\", std::fs::read_dir(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/../..\")).is_err()); n";
    class.add_first("lists", lists, "fail", "| true");
    let again = "use std::os::unix::process::CommandExt; let this = std::env::current_exe().unwrap(); \
        let _ = std::process::Command::new(this).args([\"--check-here\", \"71.1\", \"--as\", \"reference\"]).exec(); n";
    class.add_first("becomes the reference", again, "crashed", "ended itself");
    class.add_first("env", "println!(\"{}\", env!(\"ARMATURE_CANARY\")); n", "does_not_compile", "not defined");
    class.add_first("threads", "std::thread::spawn(|| loop { std::thread::park(); }); n * 2.0", "pass", "2 of 2");
    class.add_first("hog", "std::hint::black_box(vec![0u8; 3 << 30]); n", "crashed", "memory");
    let lifts = "judge::memory::limit(usize::MAX); n * 2.0";
    class.add_first("lifts the limit", lifts, "does_not_compile", "crate `judge`");
    let bomb =
        "for _ in 0..9000 { let _ = std::thread::Builder::new().spawn(|| loop { std::thread::park(); }); } n * 2.0";
    class.add_first("thread bomb", bomb, "crashed", "threads were started");

    // Landlock ignores a file's mode and owner. And a check writes nothing, not even into its own folder.
    let changes = format!(
        "use std::os::unix::fs::{{PermissionsExt, chown}}; let open = std::fs::Permissions::from_mode(0o604); \
         println!(\"{{}} {{}} {{}}\", std::fs::set_permissions({song:?}, open).is_err(), chown({song:?}, None, None).is_err(), \
         std::fs::write(\"here\", \"x\").is_err()); n * 2.0"
    );
    class.add_first("changes", &changes, "pass", "| true true true");
    // Reading these files never ends.
    let endless = "println!(\"{:?} {:?}\", include_bytes!(\"/proc/self/fd/2\"), include_bytes!(\"/dev/zero\")); n";
    class.add_first("endless include", endless, "does_not_compile", "/dev/zero");

    // The judge's channel is not on standard input.
    let reads = "std::io::stdin().lines().for_each(drop); n * 2.0";
    let writes = "use std::io::Write; let stdin = std::fs::OpenOptions::new().write(true).open(\"/proc/self/fd/0\"); \
        let _ = stdin.map(|mut stdin| stdin.write_all(b\"1\\n\")); 0.0";
    class.add("stdin", reads, writes, "pass", "fail", "expected");
    // Panics with a hook, and with a payload that never ends.
    let hook = "std::panic::set_hook(Box::new(|_| std::process::exit(0))); panic!()";
    let endless = "struct Endless; impl Drop for Endless { fn drop(&mut self) { loop { std::thread::yield_now(); } } } \
        std::panic::panic_any(Endless)";
    class.add("panics", hook, endless, "crashed", "timed_out", "ended itself");
    let sleeps = "std::thread::sleep(std::time::Duration::from_secs(9999)); n";
    class.add("sleep", sleeps, "panic!(\"{}\", \"long \".repeat(10 << 20))", "timed_out", "panicked", "long long");
    // A constant that fills the compiler's memory.
    let slice = "const LARGE: &[u64] = &[3; 1 << 29]; LARGE[LARGE.len() / 2] as f32 * n";
    class.add_first("slice", slice, "does_not_compile", "memory");

    // Code that runs before `main`, or replaces a library's function.
    let early = "#[unsafe(link_section = \".init_array\")] #[used] static EARLY: extern \"C\" fn() = early;\n\
        extern \"C\" fn early() { std::process::exit(0) }\n";
    class.add_below("early", early, "does_not_compile", "`unsafe` is refused");
    let errors: Vec<String> = (0..2000).map(|i| format!("fn f{i}() -> u8 {{ \"\" }}")).collect();
    class.add_below("errors", &errors.join("\n"), "waiting", "mismatched types");
    let solution = course.path("workspace/lessons/71-numbers/course/src/solution.rs").display().to_string();
    let reads = format!("println!(\"{{:?}}\", std::fs::read_to_string({solution:?}).map_err(|e| e.kind())); n");
    class.add_first("reads the solution", &reads, "fail", denied);
    let solution = format!("mod other {{ include!({solution:?}); }} n");
    class.add_first("include solution", &solution, "does_not_compile", "couldn't read");
    // A build script of one's own, and a check that always passes.
    course.clone_of("build script", &exercise(NO_DOUBLE, MEAN));
    for (file, text) in [
        ("build.rs", &*format!("fn main() {{ std::fs::write({written:?}, \"x\").unwrap(); }}")),
        ("Cargo.toml", "[package]\nname = \"lesson-71\"\nbuild = \"build.rs\"\n"),
        ("course/src/checks.rs", "pub static LESSON: () = ();"),
    ] {
        course.write(&format!("class/build script/lessons/71-numbers/{file}"), text);
    }
    class.expect("build script", "not_started", "pass", "1 of 2");

    // Forms of submission.
    fs::create_dir_all(course.path("class/empty")).expect("a folder");
    class.expect("empty", "not_started", "not_started", "not handed in");
    course.clone_of("blank file", "");
    class.expect("blank file", "not_started", "not_started", "refused, it is empty");
    course.write("class/Yvonne exercise.rs", &exercise(DOUBLE, MEAN));
    class.expect("Yvonne exercise", "pass", "pass", "2 of 2");
    course.zip_of("Zoë Züllig", &exercise(DOUBLE, MEAN).replace('\n', "\r\n"), vec![]);
    class.expect("Zoë Züllig", "pass", "pass", "2 of 2");
    let place = format!("a/{EXERCISE}");
    course.zip_of("zip link", &exercise(NO_DOUBLE, MEAN), vec![link(&place, &song)]);
    class.expect("zip link", "not_started", "pass", "exercise.rs: not read");
    course.write("class/Hans/Hans.rar", "Rar!");
    let unopened = "Hans.rar: not read. Hand in the .zip of `cargo workbook hand-in`";
    class.expect("Hans", "not_started", "not_started", unopened);
    course.clone_of("huge", &format!("{}{}", exercise(DOUBLE, MEAN), "// x\n".repeat(100_000)));
    let why = "lessons/71-numbers/exercise.rs: refused, more than";
    class.expect("huge", "not_started", "not_started", why);
    #[cfg(unix)]
    {
        let folder = course.path("class/link/lessons/71-numbers/src");
        fs::create_dir_all(&folder).expect("a folder");
        std::os::unix::fs::symlink(&song, folder.join("exercise.rs")).expect("a link");
        class.expect("link", "not_started", "not_started", "exercise.rs: not read");
        std::os::unix::fs::symlink("/", course.path("class/root")).expect("a link");
        class.expect("root", "not_started", "not_started", "root: not read");
    }
    // Of those who have read the source of `grade`.
    for (name, double, [first, second], says) in attacks() {
        class.add(name, &double, MEAN, first, second, says);
    }
    class.expected
}

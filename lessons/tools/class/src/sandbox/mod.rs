//! `sandbox`: restricts its own process, and then becomes another program. `grade` compiles and checks students' code this
//! way.
//!
//! On Linux, Landlock restricts files, seccomp restricts processes and the network, and resource limits restrict memory, time
//! and the size of files. None of these needs a privilege, and all work in a container. Other systems have only the limits of
//! the check itself.

#[cfg(target_os = "linux")]
mod linux;

use crate::output::say;
use anyhow::{Context, Result, bail};
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use verdict::run_judge::{JUDGING, this_program};

/// Permissions and limits of a program.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Policy {
    /// Files and folders it may read and list
    #[arg(long)]
    read: Vec<PathBuf>,
    /// Folders it may list
    #[arg(long)]
    list: Vec<PathBuf>,
    /// Folders it may write
    #[arg(long)]
    write: Vec<PathBuf>,
    /// Programs, and folders of programs, that it may become
    #[arg(long)]
    become_: Vec<PathBuf>,
    /// It may start other programs
    #[arg(long)]
    start: bool,
    /// Seconds of processor time, of all its threads
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Address space in megabytes
    #[arg(long, default_value_t = 4096)]
    megabytes: u64,
    /// Only the limits on time and memory: the code is trusted
    #[arg(long)]
    trust: bool,
    /// The number of the user and group that it runs as; only root may choose
    #[arg(long)]
    user: Option<u32>,
}

/// Becomes another program, which may do only what is said here
#[derive(clap::Args)]
#[command(hide = true)]
pub(crate) struct Arguments {
    #[command(flatten)]
    policy: Policy,
    /// Says whether this system can do it, and ends
    #[arg(long)]
    probe: bool,
    /// The program and its arguments
    #[arg(last = true)]
    command: Vec<OsString>,
}

/// # Errors
/// If the system cannot restrict a process, or the program cannot be started.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let by = restrict(&arguments.policy)?;
    if arguments.probe {
        // The only proof is an access that fails, whatever the system reports.
        let is_kept_out = std::fs::read_dir("/").is_err();
        say!("{by}");
        return Ok(if is_kept_out { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let [program, rest @ ..] = &arguments.command[..] else { bail!("no program is named") };
    let mut command = Command::new(program);
    command.args(rest);
    #[cfg(unix)]
    if let Some(user) = arguments.policy.user {
        use std::os::unix::process::CommandExt;
        command.uid(user).gid(user);
    }
    r#become(&mut command)
}

#[cfg(unix)]
fn r#become(command: &mut Command) -> Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

#[cfg(not(unix))]
fn r#become(command: &mut Command) -> Result<ExitCode> {
    Ok(crate::build::exit_code(command.status()?))
}

#[cfg(target_os = "linux")]
fn restrict(policy: &Policy) -> Result<String> {
    linux::restrict(policy)
}

#[cfg(not(target_os = "linux"))]
fn restrict(policy: &Policy) -> Result<String> {
    anyhow::ensure!(policy.trust, "this system has neither Landlock nor seccomp");
    Ok(String::new())
}

/// Returns the mechanisms of this system's sandbox, `Landlock 7 and seccomp`; `None` if it has none.
pub(crate) fn available() -> Option<String> {
    let mut probe = Command::new(this_program().ok()?);
    let output = probe.args(["sandbox", "--probe"]).stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Returns the files and folders of the system that any program reads as it starts. No file of a user is among them.
fn system_files() -> impl Iterator<Item = PathBuf> {
    let libraries = ["/usr", "/lib", "/lib64", "/nix/store", "/etc/ld.so.cache", "/etc/ld.so.preload"];
    let devices = ["/sys/devices/system/cpu", "/dev/urandom", "/dev/zero"];
    libraries.into_iter().chain(devices).map(PathBuf::from)
}

/// Returns the dynamic linkers, which the kernel starts for dynamically linked programs.
fn loaders() -> impl Iterator<Item = PathBuf> {
    let folders = ["/lib64", "/lib", "/usr/lib64", "/usr/lib"];
    let entries = folders.into_iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("ld-")))
}

/// Returns the devices and files that graphics drivers need.
fn graphics_files() -> impl Iterator<Item = PathBuf> {
    let mut paths =
        ["/sys/dev/char", "/sys/devices", "/sys/class/drm", "/etc/glvnd", "/etc/drirc"].map(PathBuf::from).to_vec();
    for device in std::fs::read_dir("/dev").into_iter().flatten().flatten() {
        let name = device.file_name();
        let name = name.to_string_lossy();
        if name == "dri" || name.starts_with("nvidia") {
            paths.push(device.path());
        }
    }
    paths.into_iter()
}

/// Permissions of a check. It reads its program, the library that it loads, the files and folders in `read`, and the system's
/// libraries. It writes nothing, and starts in `scratch`, an empty folder.
pub(crate) struct Check<'a> {
    pub(crate) program: &'a Path,
    pub(crate) library: &'a Path,
    pub(crate) read: &'a [PathBuf],
    pub(crate) scratch: &'a Path,
    /// True if it draws: a driver reads files of the system, and reserves more addresses than any answer.
    pub(crate) draws: bool,
    pub(crate) trust: bool,
}

/// Returns the number of the user that students' code runs as, where `grade` runs as root in a container.
fn user() -> Option<u32> {
    env::var("ARMATURE_GRADE_USER").ok()?.parse().ok()
}

/// Returns the command of a process that answers, without the arguments that [`judge::main`] adds.
pub(crate) fn check(check: &Check) -> Command {
    let Check { program, library, scratch, draws, trust, .. } = *check;
    let graphics: Vec<PathBuf> = if draws { graphics_files().collect() } else { Vec::new() };
    let mut write: Vec<PathBuf> = graphics.iter().filter(|path| path.starts_with("/dev")).cloned().collect();
    write.push("/dev/null".into());
    let own = [program.into(), library.into(), scratch.into()];
    let policy = Policy {
        read: system_files().chain(graphics).chain(check.read.iter().cloned()).chain(own).collect(),
        write,
        become_: loaders().chain([program.into()]).collect(),
        seconds: 60,
        megabytes: if draws { 8192 } else { 1024 },
        trust,
        user: user(),
        ..Policy::default()
    };
    let mut command = policy.command(program);
    command.env_clear().current_dir(check.scratch).env("TMPDIR", check.scratch);
    // Otherwise the C library reserves more addresses for each thread than the limit allows.
    command.env("MALLOC_ARENA_MAX", "1");
    // Drivers keep compiled shaders below the home folder.
    command.env("MESA_SHADER_CACHE_DISABLE", "true").env("HOME", check.scratch);
    #[cfg(windows)]
    command.envs(["SystemRoot", "PATH"].iter().filter_map(|name| Some((name, env::var_os(name)?))));
    command
}

/// Returns the command of a judge, which reads what a student's code says and calls: with limits on time and memory alone.
pub(crate) fn judge(program: &Path) -> Command {
    Policy { seconds: JUDGING.as_secs(), megabytes: 8192, trust: true, ..Policy::default() }.command(program)
}

impl Policy {
    /// Returns the command of this program that restricts itself and becomes `program`; elsewhere than on Linux, of `program`.
    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        if !cfg!(target_os = "linux") {
            return Command::new(program);
        }
        // Not /proc/self, because another process may start the command.
        let mut command = Command::new(format!("/proc/{}/exe", std::process::id()));
        command.arg("sandbox").args(self.arguments()).arg("--").arg(program);
        command
    }

    /// Returns the policy as arguments of `sandbox`.
    fn arguments(&self) -> Vec<OsString> {
        let lists =
            [("--read", &self.read), ("--list", &self.list), ("--write", &self.write), ("--become", &self.become_)];
        let mut arguments: Vec<OsString> = Vec::new();
        for (name, paths) in lists {
            arguments.extend(paths.iter().flat_map(|path| [name.into(), path.into()]));
        }
        arguments.extend(["--seconds".into(), self.seconds.to_string().into()]);
        arguments.extend(["--megabytes".into(), self.megabytes.to_string().into()]);
        arguments.extend(self.start.then(|| "--start".into()));
        arguments.extend(self.trust.then(|| "--trust".into()));
        arguments.extend(self.user.iter().flat_map(|user| ["--user".into(), user.to_string().into()]));
        arguments
    }
}

/// Returns the folder of the Rust that builds this workspace.
///
/// # Errors
/// If there is no rustc.
pub(crate) fn sysroot() -> Result<PathBuf> {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--print", "sysroot"]).current_dir(crate::build::workspace());
    let output = String::from_utf8(rustc.output().context("rustc could not be started")?.stdout)?;
    Ok(PathBuf::from(output.trim()))
}

/// Permissions of a compiler. It reads the answer's folder, the crates that the answer is linked with, and Rust itself; and it
/// writes into one folder.
pub(crate) struct Compile<'a> {
    pub(crate) sysroot: &'a Path,
    pub(crate) answer: &'a Path,
    /// Compiled crates. The folder that they lie in can be listed.
    pub(crate) crates: &'a [PathBuf],
    pub(crate) deps: &'a Path,
    pub(crate) out: &'a Path,
    /// Limit on its processor time, in seconds.
    pub(crate) seconds: u64,
    pub(crate) trust: bool,
}

/// Limit on processor time for compiling an answer, where that of a check is the usual one. A lesson takes five seconds on a slow
/// machine.
pub(crate) const COMPILE_SECONDS: u64 = 15;

/// Limit for rustc's messages in bytes, because thousands of errors, each with a line as long as the file, are gigabytes.
const MAX_MESSAGES: u64 = 1 << 20;

/// Limit for the time without a message of rustc, which code can make read its own pipe, by the name in `/proc`.
const SILENCE: Duration = Duration::from_secs(12 * COMPILE_SECONDS);

/// Runs rustc in the answer's folder, with no more of the environment than `variables`, `PATH` and `TMPDIR`, because `env!`
/// can read it. Returns whether it has succeeded, and its messages.
///
/// # Errors
/// If rustc cannot be started.
pub(crate) fn compile(
    compile: &Compile,
    arguments: &[OsString],
    variables: &[(String, OsString)],
) -> Result<(bool, Vec<u8>)> {
    let Compile { sysroot, answer, crates, deps, out, seconds, trust } = *compile;
    let rustc = sysroot.join("bin").join(format!("rustc{}", env::consts::EXE_SUFFIX));
    let programs = ["/bin", "/usr", "/lib", "/lib64", "/nix/store"].map(PathBuf::from);
    let system = system_files().filter(|path| !path.starts_with("/dev"));
    let own = [sysroot.into(), answer.into(), PathBuf::from("/bin")];
    let policy = Policy {
        read: system.chain(own).chain(crates.iter().cloned()).collect(),
        list: vec![deps.into()],
        write: vec![out.into(), "/dev/null".into()],
        become_: programs.into_iter().chain([sysroot.into()]).collect(),
        start: true,
        seconds,
        megabytes: 3072,
        trust,
        user: user(),
    };
    // Where it is another user's, rustc can write there.
    #[cfg(unix)]
    std::os::unix::fs::chown(out, user(), user())?;
    let mut command = policy.command(rustc);
    command.args(arguments).current_dir(answer);
    command.env_clear().env("TMPDIR", out).envs(variables.iter().map(|(name, value)| (name, value)));
    command.envs(["PATH", "SystemRoot"].iter().filter_map(|name| Some((name, env::var_os(name)?))));
    let (ours, theirs) = stream()?;
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(theirs).spawn()?;
    drop(command); // with its end of the stream
    let mut messages = Vec::new();
    let count = ours.take(MAX_MESSAGES).read_to_end(&mut messages);
    if !count.is_ok_and(|count| (count as u64) < MAX_MESSAGES) {
        child.kill()?; // after too long a silence, or too many messages
    }
    Ok((child.wait()?.success(), messages))
}

/// Returns both ends of a stream. Unlike a pipe, rustc cannot open it again by its name in `/proc`.
#[cfg(unix)]
fn stream() -> Result<(impl Read, Stdio)> {
    let (ours, theirs) = std::os::unix::net::UnixStream::pair()?;
    ours.set_read_timeout(Some(SILENCE))?;
    Ok((ours, std::os::fd::OwnedFd::from(theirs).into()))
}

#[cfg(not(unix))]
fn stream() -> Result<(impl Read, Stdio)> {
    let (ours, theirs) = std::io::pipe()?;
    Ok((ours, theirs.into()))
}

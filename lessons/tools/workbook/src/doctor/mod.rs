//! `doctor`: checks for compiler, libraries and OpenGL, and the command that installs what is missing.

mod checks;
mod finding;
mod opengl;
mod system;

use crate::output::{say, say_on};
use anyhow::{Context, Error, Result, anyhow, bail};
pub(crate) use finding::{Finding, Need};
use std::{
    io::{ErrorKind, Write},
    process::{Command, ExitCode},
};
pub(crate) use system::System;

/// Check this machine: compiler, libraries, OpenGL; and say how to install what is missing
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Install what is missing
    #[arg(long)]
    fix: bool,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Checks the machine. Returns the exit code 0 if nothing is missing, or 1.
///
/// # Errors
/// If the install command cannot be started.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let system = System::detect();
    let mut findings = examine(system);
    if arguments.fix && findings.iter().any(Finding::is_missing) {
        install(system, &findings)?;
        findings = examine(system);
    }
    if arguments.json {
        say!("{}", serde_json::to_string_pretty(&findings)?);
    } else {
        say_on!("{}{}", report(system, &findings), fix_line(system, &findings));
    }
    let well = !findings.iter().any(Finding::is_missing);
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Makes all checks. OpenGL is checked by building and running the viewer.
fn examine(system: System) -> Vec<Finding> {
    let mut findings = quick(system);
    if findings.iter().any(Finding::is_missing) {
        findings.push(Finding::unknown("OpenGL", "checked once nothing else is missing"));
    } else {
        findings.push(opengl::check());
    }
    findings
}

/// Makes the checks that build nothing and take a few hundredths of a second.
pub(crate) fn quick(system: System) -> Vec<Finding> {
    let mut findings = vec![checks::rust(), checks::cpp_compiler()];
    findings.extend(checks::libraries(system));
    findings
}

/// Returns a line for each finding, and the command that installs what is missing.
pub(crate) fn report(system: System, findings: &[Finding]) -> String {
    let mut text: String = findings.iter().map(Finding::line).collect();
    if findings.iter().any(Finding::is_missing) {
        match system.install_commands(&needs(findings)) {
            Some(commands) => {
                text += &format!("\nto install what is missing:\n    {}\n", shell_line(&commands));
            }
            None => text += &format!("\n{}\n", system.advice()),
        }
    } else {
        text += "\nnothing is missing\n";
    }
    text
}

/// Returns a line on `--fix`, if anything is missing that [`install`] knows how to install.
fn fix_line(system: System, findings: &[Finding]) -> &'static str {
    if can_install(system, findings) { "or let this program run it: cargo workbook doctor --fix\n" } else { "" }
}

/// Returns whether anything is missing that [`install`] knows how to install.
pub(crate) fn can_install(system: System, findings: &[Finding]) -> bool {
    system.install_commands(&needs(findings)).is_some()
}

/// Adds the report to the error of a failed build, if anything is missing on this machine.
pub(crate) fn with_missing(error: Error) -> Error {
    let system = System::detect();
    let findings = quick(system);
    if !findings.iter().any(Finding::is_missing) {
        return error;
    }
    anyhow!("{error:#}\n\n{}{}", report(system, &findings), fix_line(system, &findings))
}

/// Returns commands as one line for a shell.
fn shell_line(commands: &[Vec<String>]) -> String {
    let commands: Vec<String> = commands.iter().map(|words| words.join(" ")).collect();
    commands.join(" && ")
}

/// Installs what is missing with the system's package manager, which may ask for a password.
///
/// # Errors
/// If this system's package manager is not known, cannot be started, or fails.
pub(crate) fn install(system: System, findings: &[Finding]) -> Result<()> {
    let commands = system.install_commands(&needs(findings)).with_context(|| system.advice())?;
    for words in &commands {
        let line = words.join(" ");
        say!("{line}");
        std::io::stdout().flush()?;
        let status = match Command::new(&words[0]).args(&words[1..]).status() {
            Err(error) if words[0] == "sudo" && error.kind() == ErrorKind::NotFound => {
                let as_root = shell_line(&commands).replace("sudo ", "");
                bail!("sudo is not here: ask whoever administers this machine to run: {as_root}");
            }
            status => status.with_context(|| format!("{} could not be started", words[0]))?,
        };
        anyhow::ensure!(status.success(), "`{line}` did not succeed: {status}");
    }
    Ok(())
}

fn needs(findings: &[Finding]) -> Vec<Need> {
    findings.iter().filter(|f| f.is_missing()).filter_map(|f| f.need).collect()
}

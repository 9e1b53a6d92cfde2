//! The operating system, and how packages are installed on it.

use super::Need;
use std::{env, fs};

/// A family of systems with the same package manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    Debian,
    Fedora,
    Arch,
    Linux,
    Mac,
    Windows,
}

impl System {
    /// Returns this machine's system.
    pub(crate) fn detect() -> Self {
        match env::consts::OS {
            "macos" => Self::Mac,
            "windows" => Self::Windows,
            _ => Self::from_os_release(&fs::read_to_string("/etc/os-release").unwrap_or_default()),
        }
    }

    /// Finds a Linux distribution's family by the lines `ID` and `ID_LIKE` of its os-release file.
    fn from_os_release(text: &str) -> Self {
        let mut names: Vec<String> = Vec::new();
        for line in text.lines() {
            if let Some((key, value)) = line.split_once('=')
                && matches!(key, "ID" | "ID_LIKE")
            {
                let value = value.trim_matches(['"', '\'']);
                names.extend(value.split_whitespace().map(str::to_lowercase));
            }
        }
        for (system, known) in [
            (Self::Debian, &["debian", "ubuntu"][..]),
            (Self::Fedora, &["fedora", "rhel", "centos"]),
            (Self::Arch, &["arch", "archlinux"]),
        ] {
            if names.iter().any(|name| known.contains(&name.as_str())) {
                return system;
            }
        }
        Self::Linux
    }

    /// Returns whether this is a Linux, on which libraries are loaded by name at run time, and so can be missing.
    pub(crate) fn is_linux(self) -> bool {
        !matches!(self, Self::Mac | Self::Windows)
    }

    /// Returns the packages for a need. Only those of Debian are tested.
    fn packages(self, need: Need) -> &'static [&'static str] {
        match (self, need) {
            (Self::Debian, Need::CppCompiler) => &["build-essential"],
            (Self::Debian, Need::OpenGl) => &["libegl1", "libgl1-mesa-dri"],
            (Self::Debian, Need::X11) => &["libxcursor1", "libxi6", "libxkbcommon-x11-0"],
            (Self::Debian, Need::Wayland) => &["libwayland-client0", "libwayland-egl1", "libxkbcommon0"],
            (Self::Fedora, Need::CppCompiler) => &["gcc-c++"],
            (Self::Fedora, Need::OpenGl) => &["mesa-libEGL", "mesa-dri-drivers"],
            (Self::Fedora, Need::X11) => &["libXcursor", "libXi", "libxkbcommon-x11"],
            (Self::Fedora, Need::Wayland) => &["libwayland-client", "libwayland-egl", "libxkbcommon"],
            (Self::Arch, Need::CppCompiler) => &["base-devel"],
            (Self::Arch, Need::OpenGl) => &["mesa"],
            (Self::Arch, Need::X11) => &["libxcursor", "libxi", "libxkbcommon-x11"],
            (Self::Arch, Need::Wayland) => &["wayland", "libxkbcommon"],
            (Self::Linux | Self::Mac | Self::Windows, _) => &[],
        }
    }

    /// Returns the commands that install everything in `needs`, one after another; `None` if they are not known.
    pub(crate) fn install_commands(self, needs: &[Need]) -> Option<Vec<Vec<String>>> {
        let manager: &[&str] = match self {
            Self::Debian => &["apt-get", "install", "--yes"],
            Self::Fedora => &["dnf", "install", "--assumeyes"],
            Self::Arch => &["pacman", "--sync", "--needed", "--noconfirm"],
            Self::Mac if needs == [Need::CppCompiler] => &["xcode-select", "--install"],
            Self::Windows if needs == [Need::CppCompiler] => &[
                "winget",
                "install",
                "--id",
                "Microsoft.VisualStudio.2022.BuildTools",
                "--override",
                "--wait --passive --add Microsoft.VisualStudio.Workload.VCTools --includeRecommended",
            ],
            _ => return None,
        };
        let mut packages: Vec<&str> = Vec::new();
        for need in needs {
            for package in self.packages(*need) {
                if !packages.contains(package) {
                    packages.push(package);
                }
            }
        }
        if self.is_linux() && packages.is_empty() {
            return None;
        }
        let mut commands = Vec::new();
        if self == Self::Debian {
            // A fresh Debian has no package lists before its first update.
            commands.push(vec!["apt-get", "update"]);
        }
        commands.push([manager, &packages[..]].concat());
        if self.is_linux() && !is_root() {
            for words in &mut commands {
                words.insert(0, "sudo");
            }
        }
        Some(commands.into_iter().map(|words| words.into_iter().map(String::from).collect()).collect())
    }

    /// Returns sentences on how to install what is missing without such commands.
    pub(crate) fn advice(self) -> String {
        match self {
            Self::Mac => {
                "macOS: `xcode-select --install` brings the C++ compiler; OpenGL 4.1 is part \
                          of the system, and Rust comes from rustup.rs."
            }
            Self::Windows => {
                "Windows: the Visual Studio Build Tools bring the C++ compiler, the \
                              graphics card's own driver OpenGL, and rustup.rs Rust."
            }
            _ => {
                "Your distribution's package manager has a C++ compiler, Mesa's EGL and software \
                  driver, and the X11 libraries Xcursor, Xi and xkbcommon-x11."
            }
        }
        .into()
    }
}

/// Returns whether the user is root, who needs no `sudo`. A bare container does not have it.
fn is_root() -> bool {
    let output = std::process::Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_by_os_release() {
        for (text, system) in [
            ("PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n", System::Debian),
            ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", System::Debian),
            ("NAME=Fedora\nID=fedora\n", System::Fedora),
            ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", System::Fedora),
            ("ID=manjaro\nID_LIKE=arch\n", System::Arch),
            ("ID=nixos\n", System::Linux),
            ("", System::Linux),
        ] {
            assert_eq!(System::from_os_release(text), system, "{text}");
        }
    }

    /// Returns the commands without the `sudo` of an ordinary user.
    fn commands(system: System, needs: &[Need]) -> Vec<String> {
        let commands = system.install_commands(needs).unwrap();
        commands.iter().map(|words| words.join(" ").trim_start_matches("sudo ").to_owned()).collect()
    }

    #[test]
    fn one_command_for_everything() {
        let debian = commands(System::Debian, &[Need::OpenGl, Need::X11]);
        let install = "apt-get install --yes libegl1 libgl1-mesa-dri libxcursor1 libxi6 libxkbcommon-x11-0";
        assert_eq!(debian, ["apt-get update", install]);
        let twice = commands(System::Arch, &[Need::OpenGl, Need::OpenGl]);
        assert_eq!(twice, ["pacman --sync --needed --noconfirm mesa"]);
    }

    #[test]
    fn where_there_is_no_command_there_is_advice() {
        assert_eq!(System::Linux.install_commands(&[Need::OpenGl]), None);
        assert_eq!(System::Mac.install_commands(&[Need::OpenGl]), None);
        assert_eq!(System::Debian.install_commands(&[]), None);
        assert!(System::Linux.advice().contains("package manager"));
    }

    #[test]
    fn every_package_manager_has_packages_for_every_need() {
        for system in [System::Debian, System::Fedora, System::Arch] {
            for need in [Need::CppCompiler, Need::OpenGl, Need::X11, Need::Wayland] {
                assert!(!system.packages(need).is_empty(), "{system:?} {need:?}");
            }
        }
    }

    #[test]
    fn the_page_of_systems_names_the_same_packages() {
        let page = fs::read_to_string(crate::build::workspace().join("lessons/SYSTEMS.md")).unwrap();
        for (system, manager) in [
            (System::Debian, "sudo apt-get update && sudo apt-get install"),
            (System::Fedora, "sudo dnf install"),
            (System::Arch, "sudo pacman -S"),
        ] {
            let packages = [Need::CppCompiler, Need::OpenGl, Need::X11].map(|need| system.packages(need).join(" "));
            let line = format!("`{manager} {}`", packages.join(" "));
            assert!(page.contains(&line), "{line}");
        }
    }
}

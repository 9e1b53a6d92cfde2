//! What the shared library needs beside itself, where there is one: Linux on x86-64.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("TARGET")? == "x86_64-unknown-linux-gnu" {
        let out = PathBuf::from(env::var("OUT_DIR")?);
        export_imgui(&out.join("imgui.map"))?;
        bind_at_home();
        // Cargo itself says where it is to the programs that it runs: these need no link.
        if let Err(error) = link_std(&out) {
            println!("cargo::warning=lessons run by `cargo run` only: {error}");
        }
    }
    Ok(())
}

/// Lets the functions of Dear `ImGui` out. Rust hides what is not Rust's own in a shared library, but a
/// lesson's sliders are generic functions of the crate `imgui`, compiled with the lesson, and these call
/// the C functions behind it.
fn export_imgui(script: &Path) -> Result<(), Box<dyn Error>> {
    fs::write(script, "{ global: ig*; Im*; };\n")?;
    // A second list of names beside Rust's own: LLD, which Rust brings along, and gold read both.
    println!("cargo::rustc-link-arg=-Wl,--version-script={}", script.display());
    Ok(())
}

/// What the library calls of itself is bound when it is linked. Else every start of a program looks up
/// some sixty thousand of the library's own names, by which another library might have replaced them.
fn bind_at_home() {
    println!("cargo::rustc-link-arg=-Wl,-Bsymbolic");
}

/// Beside a shared library Rust's own is a shared one too. A link to it beside the programs lets these
/// start without cargo, from a debugger for one: they look in their own folder first.
fn link_std(out: &Path) -> Result<(), Box<dyn Error>> {
    let rustc = env::var_os("RUSTC").ok_or("cargo names no compiler")?;
    let asked = Command::new(rustc).args(["--print", "target-libdir"]).output()?;
    let libraries = PathBuf::from(String::from_utf8(asked.stdout)?.trim());
    // OUT_DIR is target/debug/build/PACKAGE/out.
    let programs = out.ancestors().nth(3).ok_or("OUT_DIR is not below a target folder")?;
    for entry in fs::read_dir(&libraries)? {
        let name = entry?.file_name();
        let text = name.to_string_lossy();
        if !text.starts_with("libstd-") || !text.ends_with(".so") {
            continue;
        }
        for folder in [programs.to_path_buf(), programs.join("deps")] {
            let link = folder.join(&name);
            if !link.exists() {
                let _ = fs::remove_file(&link); // one that leads nowhere any more
                link_to(&libraries.join(&name), &link)?;
            }
        }
    }
    Ok(())
}

#[cfg(unix)]
fn link_to(original: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(original, link)
}

#[cfg(not(unix))]
fn link_to(original: &Path, link: &Path) -> std::io::Result<()> {
    fs::copy(original, link).map(drop)
}

//! Linker arguments of the shared library, and a link to libstd beside the programs (x86-64 Linux).

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
        bind_symbols();
        // Programs that cargo runs find libstd without the link.
        if let Err(error) = link_std(&out) {
            println!("cargo::warning=lessons run by `cargo run` only: {error}");
        }
    }
    Ok(())
}

/// Exports the functions of Dear `ImGui`. Rust hides C symbols in a shared library, but a lesson's sliders are
/// generic functions of the crate `imgui`, compiled with the lesson, and these call the C functions.
fn export_imgui(script: &Path) -> Result<(), Box<dyn Error>> {
    fs::write(script, "{ global: ig*; Im*; };\n")?;
    // A second version script beside rustc's own: LLD, which Rust ships, and gold accept both.
    println!("cargo::rustc-link-arg=-Wl,--version-script={}", script.display());
    Ok(())
}

/// Binds the library's references to its own symbols at link time. Otherwise every start of a program looks up
/// some sixty thousand of them, since another library might replace them.
fn bind_symbols() {
    println!("cargo::rustc-link-arg=-Wl,-Bsymbolic");
}

/// With a Rust shared library libstd is a shared one too. A link to it beside the programs lets these start without
/// cargo, for example from a debugger: they search their own folder first.
fn link_std(out: &Path) -> Result<(), Box<dyn Error>> {
    let rustc = env::var_os("RUSTC").ok_or("cargo names no compiler")?;
    let output = Command::new(rustc).args(["--print", "target-libdir"]).output()?;
    let libraries = PathBuf::from(String::from_utf8(output.stdout)?.trim());
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
                let _ = fs::remove_file(&link); // a dangling link
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

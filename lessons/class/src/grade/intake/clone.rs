//! Whose a clone is, by its remote.

use super::Submission;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// Of git's settings so many bytes are read.
const MAX_BYTES: u64 = 64 << 10;

/// Gives clones an id: the owner in their remote's address, with the repository's name where several clones have one
/// owner, as a class's organisation.
pub(super) fn identify(all: &mut [Submission]) {
    let addresses: Vec<Option<[String; 2]>> = all.iter().map(address).collect();
    for (submission, address) in all.iter_mut().zip(&addresses) {
        let Some([owner, repository]) = address else { continue };
        let same = addresses.iter().flatten().filter(|[other, _]| other == owner).count();
        submission.id = if same > 1 { format!("{owner}/{repository}") } else { owner.clone() };
    }
}

/// Owner and repository of a submission that has no id yet.
fn address(submission: &Submission) -> Option<[String; 2]> {
    let (path, _) = submission.paths.first().filter(|_| submission.id.is_empty())?;
    remote(&settings(path)?)
}

/// Git's settings as text: git itself would obey them.
fn settings(clone: &Path) -> Option<String> {
    let git = clone.join(".git");
    let config = git.join("config");
    // Along no link.
    let is_its_own = [clone, &git].into_iter().all(|path| fs::symlink_metadata(path).is_ok_and(|kind| kind.is_dir()))
        && fs::symlink_metadata(&config).is_ok_and(|kind| kind.is_file());
    let mut bytes = Vec::new();
    File::open(&config).ok().filter(|_| is_its_own)?.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
    String::from_utf8(bytes).ok()
}

/// Of `origin`: `git@host:anna/course.git`, `https://host/anna/course`. A path of a machine has no owner.
fn remote(settings: &str) -> Option<[String; 2]> {
    let (_, section) = settings.split_once("[remote \"origin\"]")?;
    let mut lines = section.lines().map(str::trim).skip(1).take_while(|line| !line.starts_with('['));
    let address = lines.find_map(|line| line.strip_prefix("url")?.trim_start().strip_prefix('='))?.trim();
    let (_, path) = match address.split_once("://") {
        Some(("file", _)) => return None,
        Some((_, rest)) => rest.split_once('/')?,
        None => address.split_once(':')?,
    };
    let mut parts = path.trim_end_matches('/').rsplit('/');
    let repository = parts.next()?.trim_end_matches(".git");
    let owner = parts.next().filter(|owner| !owner.is_empty())?;
    Some([owner, repository].map(|part| part.chars().filter(|c| !c.is_control()).take(100).collect()))
}

#[cfg(test)]
mod tests {
    use super::super::Download;
    use super::*;

    #[test]
    fn owners_of_clones() {
        let owner = |address: &str| {
            let settings = format!(
                "[remote \"course\"]\n\turl = https://host/teacher/course\n[remote \"origin\"]\n\tfetch = +refs/*\n\
                 \turl = {address}\n[branch \"main\"]\n\tremote = origin\n"
            );
            remote(&settings).map(|[owner, repository]| format!("{owner} {repository}"))
        };
        for address in ["git@host:anna/course.git", "https://host/anna/course", "ssh://git@host:22/a/anna/course.git/"]
        {
            assert_eq!(owner(address).as_deref(), Some("anna course"), "{address}");
        }
        for address in ["/srv/git/course.git", "../course", "file:///srv/anna/course", "https://host/course", ""] {
            assert_eq!(owner(address), None, "{address}");
        }
        assert_eq!(remote("[remote \"origin\"]\n[branch]\nurl = git@host:a/b\n"), None);

        let class = tempfile::tempdir().unwrap();
        let clone = |of: &str| {
            let path = class.path().join(of);
            fs::create_dir_all(path.join(".git")).unwrap();
            fs::write(path.join(".git/config"), format!("[remote \"origin\"]\nurl = git@host:{of}.git\n")).unwrap();
            Submission { paths: vec![(path, Download::default())], ..Submission::default() }
        };
        let mut all = ["anna/course", "class/ben", "class/dora"].map(clone);
        all[2].id = "10312".into();
        identify(&mut all);
        assert_eq!(all.each_ref().map(|submission| submission.id.as_str()), ["anna", "class", "10312"]);
        let mut all = ["anna/course", "class/ben", "class/dora"].map(clone);
        identify(&mut all);
        assert_eq!(all.each_ref().map(|submission| submission.id.as_str()), ["anna", "class/ben", "class/dora"]);
        #[cfg(unix)]
        for (link, to) in [("link", "anna/course"), ("of a folder/.git", "anna/course/.git")] {
            let link = class.path().join(link);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            std::os::unix::fs::symlink(class.path().join(to), &link).unwrap();
            let clone = if link.ends_with(".git") { link.parent().unwrap() } else { &link };
            assert_eq!(settings(clone), None, "along a link");
        }
    }
}

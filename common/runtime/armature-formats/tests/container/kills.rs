//! Saves that are killed at random moments: the last finished save opens again, whole.

use crate::example;
use armature_formats::container::{AnimationSet, store};
use std::{
    env,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
    time::SystemTime,
};
use testing::dice::Dice;

/// Set for a process that will be killed: the folder to save into.
const FOLDER: &str = "ARMATURE_SAVE_UNTIL_KILLED";

const STEM: &str = "knight";

/// The number of kills in one folder, because each save lists it.
const KILLS_IN_A_FOLDER: usize = 30;

/// The set of a save, different from that of any other: some 25 KB.
fn numbered(number: u32) -> AnimationSet {
    let mut set = example(500 + number % 7);
    set.others[0].bytes = number.to_le_bytes().to_vec();
    set
}

fn number_in(set: &AnimationSet) -> u32 {
    u32::from_le_bytes(set.others[0].bytes[..].try_into().unwrap())
}

fn newest(folder: &Path) -> Option<AnimationSet> {
    let opened = store::open_newest(folder, STEM, AnimationSet::from_bytes).unwrap();
    assert!(opened.passed_over.is_empty(), "{:?}", opened.passed_over);
    opened.newest.map(|(_, (set, _))| set)
}

/// Saves in an endless loop: the process that the tests start and kill.
#[test]
fn save_until_killed() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    let mut number = newest(folder.as_ref()).map_or(0, |set| number_in(&set) + 1);
    loop {
        let bytes = numbered(number).to_bytes().unwrap();
        store::save_new(folder.as_ref(), STEM, &bytes, SystemTime::now()).unwrap();
        println!("saved {number}"); // fails, and so ends, when the other process no longer reads it
        number += 1;
    }
}

/// Starts the process, kills it at a random moment after some saves, and checks the newest file.
fn kill_once(folder: &Path, dice: &mut Dice) {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["kills::save_until_killed", "--exact", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The test's name may precede it in its line.
    let mut saved = lines.map_while(Result::ok).filter_map(|line| line.split_once("saved ")?.1.parse::<u32>().ok());
    let mut last = saved.by_ref().take(dice.below(5)).last();
    (0..dice.below(400_000)).for_each(|_| std::hint::spin_loop());
    assert!(child.try_wait().unwrap().is_none(), "it stopped by itself");
    child.kill().unwrap();
    child.wait().unwrap();
    last = saved.last().or(last);
    let Some(set) = newest(folder) else {
        assert_eq!(last, None, "nothing is there");
        return;
    };
    let number = number_in(&set);
    assert!(set == numbered(number), "save {number} is not what was saved");
    assert!(last.is_none_or(|last| number >= last), "{number} is there, but {last:?} was saved");
}

/// Kills the process `times` times, and goes on until one kill fell between creating a file and renaming it.
fn kill_repeatedly(times: usize, seed: u64) {
    let mut dice = Dice(seed);
    let mut kills = 0;
    let mut saves = 0;
    let mut stopped = 0;
    while kills < times || stopped == 0 {
        assert!(kills < times + 1000, "none of {kills} kills was while a file was written");
        let folder = tempfile::tempdir().unwrap();
        (0..KILLS_IN_A_FOLDER).for_each(|_| kill_once(folder.path(), &mut dice));
        kills += KILLS_IN_A_FOLDER;
        for entry in std::fs::read_dir(folder.path()).unwrap() {
            let is_temporary = entry.unwrap().path().extension().is_some_and(|it| it == "tmp");
            *(if is_temporary { &mut stopped } else { &mut saves }) += 1;
        }
    }
    println!("{kills} kills, {stopped} of them between a file's beginning and its name; {saves} saves");
    assert!(saves > kills / 2, "{saves} saves");
}

#[test]
fn what_was_saved_survives_thirty_kills() {
    kill_repeatedly(30, 0x1234_5678_9ABC_DEF1);
}

#[test]
#[ignore = "takes a minute"]
fn what_was_saved_survives_a_thousand_kills() {
    kill_repeatedly(1000, 0xFEDC_BA98_7654_3211);
}

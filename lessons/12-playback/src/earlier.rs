//! The answers of earlier lessons that a figure plays by, and whose they are.

use crate::{Answers, Tools};
use common::check::{self, AnswerSource, Limits, Status, Verdict};
use std::process::ExitCode;
use std::sync::mpsc;
use std::{env, thread};

/// A table for each lesson whose functions a character needs.
#[derive(Clone, Copy)]
pub struct Earlier {
    /// Lesson 02.
    pub hierarchy: lesson_02::Answers,
    /// Lesson 05.
    pub keyframes: lesson_05::Answers,
    /// Lesson 06.
    pub rotations: lesson_06::Answers,
    /// Lesson 08.
    pub bind_pose: lesson_08::Answers,
    /// Lesson 09.
    pub smooth_skin: lesson_09::Answers,
    /// Lesson 10.
    pub normals: lesson_10::Answers,
    /// Lesson 11.
    pub skin: lesson_11::Answers,
}

/// As they were finished.
pub const FINISHED: Earlier = Earlier {
    hierarchy: lesson_02::checks::REFERENCE,
    keyframes: lesson_05::checks::REFERENCE,
    rotations: lesson_06::checks::REFERENCE,
    bind_pose: lesson_08::checks::REFERENCE,
    smooth_skin: lesson_09::checks::REFERENCE,
    normals: lesson_10::checks::REFERENCE,
    skin: lesson_11::checks::REFERENCE,
};

/// As the student has written them.
pub const EXERCISES: Earlier = Earlier {
    hierarchy: lesson_02::exercise::ANSWERS,
    keyframes: lesson_05::exercise::ANSWERS,
    rotations: lesson_06::exercise::ANSWERS,
    bind_pose: lesson_08::exercise::ANSWERS,
    smooth_skin: lesson_09::exercise::ANSWERS,
    normals: lesson_10::exercise::ANSWERS,
    skin: lesson_11::exercise::ANSWERS,
};

impl Earlier {
    /// What this lesson's answers work with.
    pub fn tools(&self, answers: &Answers) -> Tools {
        Tools {
            set_keyframes: self.keyframes.set_keyframes,
            segment: self.keyframes.segment,
            shortest: self.rotations.shortest,
            slerp: self.rotations.slerp,
            decompose: self.rotations.decompose,
            sample_joint: answers.sample_joint,
        }
    }
}

/// A TODO of an earlier lesson, and what it does here.
pub struct Part {
    /// `"02.2"`.
    pub id: &'static str,
    /// `"model_poses"`.
    pub name: &'static str,
    /// What it does for the figure.
    pub does: &'static str,
    /// Takes it over from the other table.
    take: fn(&mut Earlier, &Earlier),
}

/// All that play, in their lessons' order.
pub const PARTS: &[Part] = &[
    Part {
        id: "02.1",
        name: "depth_first_order",
        does: "the order of the walk over the joints",
        take: |to, from| to.hierarchy.depth_first_order = from.hierarchy.depth_first_order,
    },
    Part {
        id: "02.2",
        name: "model_poses",
        does: "from local to model",
        take: |to, from| to.hierarchy.model_poses = from.hierarchy.model_poses,
    },
    Part {
        id: "05.1",
        name: "set_keyframes",
        does: "matrices out of a channel's numbers",
        take: |to, from| to.keyframes.set_keyframes = from.keyframes.set_keyframes,
    },
    Part {
        id: "05.2",
        name: "segment",
        does: "which two keys",
        take: |to, from| to.keyframes.segment = from.keyframes.segment,
    },
    Part {
        id: "05.3",
        name: "wrap_time",
        does: "the time in the clip",
        take: |to, from| to.keyframes.wrap_time = from.keyframes.wrap_time,
    },
    Part {
        id: "05.4",
        name: "advance",
        does: "lets time pass",
        take: |to, from| to.keyframes.advance = from.keyframes.advance,
    },
    Part {
        id: "06.1",
        name: "shortest",
        does: "the short way round",
        take: |to, from| to.rotations.shortest = from.rotations.shortest,
    },
    Part {
        id: "06.3",
        name: "slerp",
        does: "rotations between two keys",
        take: |to, from| to.rotations.slerp = from.rotations.slerp,
    },
    Part {
        id: "06.4",
        name: "decompose",
        does: "keys in three parts",
        take: |to, from| to.rotations.decompose = from.rotations.decompose,
    },
    Part {
        id: "08.1",
        name: "inverse_binds",
        does: "the way back from the pose at rest, for the ghosts",
        take: |to, from| to.bind_pose.inverse_binds = from.bind_pose.inverse_binds,
    },
    Part {
        id: "08.2",
        name: "skinning_matrices",
        does: "the palette",
        take: |to, from| to.bind_pose.skinning_matrices = from.bind_pose.skinning_matrices,
    },
    Part {
        id: "08.3",
        name: "rigid.vert",
        does: "draws what is stiff",
        take: |to, from| to.bind_pose.vertex = from.bind_pose.vertex,
    },
    Part {
        id: "09.2",
        name: "smooth.vert",
        does: "draws the ghosts",
        take: |to, from| to.smooth_skin.vertex = from.smooth_skin.vertex,
    },
    Part {
        id: "10.1",
        name: "phong.frag",
        does: "the light on the figure",
        take: |to, from| to.normals.fragment = from.normals.fragment,
    },
    Part {
        id: "10.3",
        name: "lit.vert",
        does: "draws the figure",
        take: |to, from| to.normals.vertex = from.normals.vertex,
    },
    Part {
        id: "11.1",
        name: "influences",
        does: "which vertex follows which joints",
        take: |to, from| to.skin.influences = from.skin.influences,
    },
    Part {
        id: "11.2",
        name: "skeleton_joints",
        does: "the skin's joints in the skeleton",
        take: |to, from| to.skin.skeleton_joints = from.skin.skeleton_joints,
    },
    Part {
        id: "11.3",
        name: "joint_from_mesh",
        does: "how the skin was bound",
        take: |to, from| to.skin.joint_from_mesh = from.skin.joint_from_mesh,
    },
    Part {
        id: "11.4",
        name: "four_strongest",
        does: "at most four joints for a vertex",
        take: |to, from| to.skin.four_strongest = from.skin.four_strongest,
    },
];

/// What earlier lessons have that a character out of a file has no use for.
pub const NOT_NEEDED: &[(&str, &str)] = &[
    ("00, 01, 03", "other pictures: a crate, an arm of two parts, lines"),
    ("02.3 tip", "a skin needs no tips"),
    ("04", "files hold more than lesson 04 reads: `common::collada` has read the joints"),
    ("06.2 nlerp", "`slerp` is asked for; yours may call it"),
    ("07", "paper is flat"),
    ("09.1 weights, 09.3 joint_angles", "weights and angles are in the file"),
    ("10.2, 10.4", "`lit.vert` computes the normals"),
];

/// The program as it checks one answer of an earlier lesson: what [`Ledger`] starts.
pub fn check_here() -> Option<ExitCode> {
    let mut arguments = env::args().skip(1);
    if arguments.next()? != "--check-here" {
        return None;
    }
    match arguments.next()?.split('.').next()? {
        "02" => check::main(&lesson_02::checks::LESSON),
        "05" => check::main(&lesson_05::checks::LESSON),
        "06" => check::main(&lesson_06::checks::LESSON),
        "08" => check::main(&lesson_08::checks::LESSON),
        "09" => check::main(&lesson_09::checks::LESSON),
        "10" => check::main(&lesson_10::checks::LESSON),
        "11" => check::main(&lesson_11::checks::LESSON),
        _ => None,
    }
}

/// The lessons in which nobody has written a word yet: there is nothing to check.
fn untouched() -> Vec<&'static str> {
    let lessons = [
        ("02", lesson_02::checks::LESSON.is_untouched()),
        ("05", lesson_05::checks::LESSON.is_untouched()),
        ("06", lesson_06::checks::LESSON.is_untouched()),
        ("08", lesson_08::checks::LESSON.is_untouched()),
        ("09", lesson_09::checks::LESSON.is_untouched()),
        ("10", lesson_10::checks::LESSON.is_untouched()),
        ("11", lesson_11::checks::LESSON.is_untouched()),
    ];
    lessons.into_iter().filter(|(_, untouched)| *untouched).map(|(number, _)| number).collect()
}

/// Whose code plays a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// It is being checked; until then the finished one plays.
    Asked,
    /// The student's.
    Mine,
    /// The finished one, and why.
    Finished(String),
}

/// Who plays which part: every answer is checked in a process of its own before it is called here.
pub struct Ledger {
    mine: Earlier,
    whose: Vec<Whose>,
    checking: Option<mpsc::Receiver<(usize, Verdict)>>,
}

/// What the questions of a check are made from: the same as on the command line.
const SEED: u64 = 41;

impl Ledger {
    /// All parts are played by the finished answers.
    pub fn finished() -> Self {
        let whose = vec![Whose::Finished("not asked for".into()); PARTS.len()];
        Ledger { mine: FINISHED, whose, checking: None }
    }

    /// All parts are played by `mine`, without a check: for answers of our own.
    pub fn trusting(mine: Earlier) -> Self {
        Ledger { mine, whose: vec![Whose::Mine; PARTS.len()], checking: None }
    }

    /// The student's answers, each as soon as it has passed its check, which begins now.
    pub fn checked() -> Self {
        let (send, receive) = mpsc::channel();
        let run = move || {
            let Ok(program) = env::current_exe() else { return };
            let untouched = untouched();
            for (place, part) in PARTS.iter().enumerate() {
                let verdict = if untouched.iter().any(|lesson| part.id.starts_with(lesson)) {
                    Verdict::new(part.id, part.name, Status::NotStarted, SEED)
                } else {
                    let limits = Limits::default();
                    check::check_in_child(
                        &program,
                        part.id,
                        part.name,
                        AnswerSource::Mine,
                        SEED,
                        limits,
                    )
                };
                if send.send((place, verdict)).is_err() {
                    return; // the window is closed
                }
            }
        };
        thread::spawn(run);
        let whose = vec![Whose::Asked; PARTS.len()];
        Ledger { mine: EXERCISES, whose, checking: Some(receive) }
    }

    /// Takes what the checks have found; true if there is something new.
    pub fn poll(&mut self) -> bool {
        let mut news = false;
        while let Some(found) = self.checking.as_ref().and_then(|inbox| inbox.try_recv().ok()) {
            self.note(found);
            news = true;
        }
        news
    }

    /// Waits until all have been checked: for pictures.
    pub fn wait(&mut self) {
        let Some(inbox) = self.checking.take() else { return };
        for found in inbox {
            self.note(found);
        }
    }

    fn note(&mut self, (place, verdict): (usize, Verdict)) {
        self.whose[place] = match verdict.status {
            Status::Pass | Status::Borrowed | Status::Skipped => Whose::Mine,
            status => Whose::Finished(status.word().to_lowercase()),
        };
    }

    /// The table that plays.
    pub fn table(&self) -> Earlier {
        let mut table = FINISHED;
        for (part, whose) in PARTS.iter().zip(&self.whose) {
            if *whose == Whose::Mine {
                (part.take)(&mut table, &self.mine);
            }
        }
        table
    }

    /// Each part with whose code plays it.
    pub fn parts(&self) -> impl Iterator<Item = (&'static Part, &Whose)> {
        PARTS.iter().zip(&self.whose)
    }

    /// Whether anything but the finished answers may play.
    pub fn is_mine(&self) -> bool {
        self.whose.iter().any(|whose| *whose != Whose::Finished("not asked for".into()))
    }
}

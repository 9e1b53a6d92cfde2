//! The table of the course: for each lesson a struct of plain functions, the answers to its TODOs. They name their TODO and
//! return a `Result`: whoever wrote them, no panic leaves them.

use crate::Library;
use std::{error::Error, fmt};

/// A call of an answer that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallError {
    /// The id of its TODO: `"04.2"`. Empty for a panic outside all answers.
    pub todo: &'static str,
    /// How it failed.
    pub kind: CallErrorKind,
}

/// How a call of an answer failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallErrorKind {
    /// It has panicked.
    Panicked {
        /// The panic's message.
        message: String,
        /// `file:line`, the student's own where there is one.
        place: String,
    },
    /// It has returned something that cannot be used.
    Unusable(String),
    /// It has asked more questions than [`endless`](crate::endless) allows.
    Endless,
    /// It did not come back in time, or wanted too much memory.
    Hung,
}

impl CallError {
    /// Creates the error of an answer whose result a scene cannot use.
    pub fn unusable(todo: &'static str, why: impl fmt::Display) -> Self {
        CallError { todo, kind: CallErrorKind::Unusable(why.to_string()) }
    }
}

impl fmt::Display for CallErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallErrorKind::Panicked { message, place } => write!(f, "panicked at {place}: {message}"),
            CallErrorKind::Unusable(why) => f.write_str(why),
            CallErrorKind::Endless => f.write_str("it asks for ever"),
            CallErrorKind::Hung => {
                f.write_str("no answer in time, or only with more than 256 MB of memory: a loop that never ends?")
            }
        }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.todo, self.kind)
    }
}

impl Error for CallError {}

/// Declares a lesson's answers: `Answers`, what an exercise has of them, plain functions; and the table that everything
/// else calls, in which they are methods. A field is named like its TODO, and stands behind the TODO's id.
///
/// ```
/// given::lesson! {
///     /// The answers to this lesson's TODOs.
///     pub struct Doubles {
///         "03.1" double: fn(number: u32) -> u32,
///         "03.2" vertex: ShaderFile = "joints.vert",
///     }
/// }
///
/// use given::ShaderFile;
/// const TABLE: Doubles = given::table!(Doubles, Answers {
///     double: |number| 7 / number,
///     vertex: ShaderFile("03-x/joints.vert"),
/// });
/// assert_eq!(TABLE.double(7).unwrap(), 1);
/// assert_eq!(TABLE.double(0).unwrap_err().todo, "03.1");
/// assert_eq!(TABLE.with_shaders("03-x/starter").vertex(), ShaderFile("03-x/starter/joints.vert"));
/// ```
///
/// A field that is a function asks for the function of that name in `exercise.rs`; one of type `ShaderFile` asks for the
/// shader that is named behind it, below `shaders/` in the lesson's folder.
#[macro_export]
macro_rules! lesson {
    // A field has either inputs or a file, so `$(.. $input ..)?` is there for a function alone, `$(.. $file ..)?` for a shader.
    (
        $(#[$about:meta])*
        pub struct $table:ident {
            $($(#[$doc:meta])* $todo:literal $field:ident: $type:ident
                $(($($name:ident: $input:ty),* $(,)?) $(-> $output:ty)?)? $(= $file:literal)?),+ $(,)?
        }
    ) => {
        /// Content of an exercise: its functions, and the paths of its shaders.
        #[derive(Clone, Copy, Debug)]
        #[allow(clippy::type_complexity)] // a function has the inputs that its TODO needs
        pub struct Answers {
            $($(#[$doc])* pub $field: $type $(($($name: $input),*) $(-> $output)?)?,)+
        }

        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        // Functions may share an address only if they do the same; one with two addresses is called twice.
        #[allow(unpredictable_function_pointer_comparisons)]
        #[allow(unused_parens)] // `()` without an output
        #[allow(clippy::type_complexity)]
        pub struct $table {
            $(pub $field: $type $(($($input),*) -> Result<($($output)?), $crate::CallError>)?,)+
        }

        #[allow(unused_parens, clippy::missing_errors_doc, clippy::too_many_arguments)]
        impl $table {
            /// The TODOs, in their order: their ids, and what they ask for.
            pub const TODOS: &'static [(&'static str, $crate::Task)] =
                &[$(($todo, $crate::lesson!(@task $field $($file)?))),+];

            /// Functions that panic and shaders that do not fit: for the test that a scene does without them, and for
            /// lessons that a program does not contain.
            pub const UNUSABLE: Self = $table {
                $($field:
                    $(|$(_: $input),*| $crate::answer(&$todo, || panic!("no {}", stringify!($field))))?
                    $($crate::ShaderFile::of_the_other_stage($file))?
                ),+
            };

            /// Returns the table of an exercise.
            pub const fn of<E: $crate::Exercise<Answers>>() -> Self {
                $table { $($field: $crate::lesson!(@of E, $todo, $field $(($($name),*))?)),+ }
            }

            /// Takes the answer to one TODO (0 is the first) from another table.
            pub fn take(&mut self, todo: usize, from: &Self) {
                let mut places = 0..;
                $(if places.next() == Some(todo) {
                    self.$field = from.$field;
                })+
            }

            /// Returns the same functions, with the shaders of this name in another folder below `shaders/`.
            #[must_use]
            pub fn with_shaders(self, folder: &str) -> Self {
                let _ = folder; // a lesson need not have shaders
                $table { $($($field: $crate::ShaderFile::in_folder(folder, $file),)?)+ ..self }
            }

            $($(
                #[doc = concat!("Calls the answer to ", $todo, ".")]
                pub fn $field(&self, $($name: $input),*) -> Result<($($output)?), $crate::CallError> {
                    (self.$field)($($name),*)
                }
            )?
            $(
                #[doc = concat!("Returns the answer to ", $todo, ", the shader `", $file, "`.")]
                pub fn $field(&self) -> $type {
                    self.$field
                }
            )?)+
        }

        impl $crate::Exported for Answers {
            type Table = $table;

            fn table<E: $crate::Exercise<Self>>() -> &'static $table {
                const { &$table::of::<E>() }
            }
        }
    };
    (@task $function:ident) => { $crate::Task::Function(stringify!($function)) };
    (@task $shader:ident $file:literal) => { $crate::Task::Shader($file) };
    (@of $exercise:ident, $todo:literal, $shader:ident) => { $exercise::ANSWERS.$shader };
    (@of $exercise:ident, $todo:literal, $function:ident ($($name:ident),*)) => {
        |$($name),*| $crate::answer(&$todo, || ($exercise::ANSWERS.$function)($($name),*))
    };
}

/// Makes a lesson's table of these `Answers`: a constant expression. `table!(lesson_02::Hierarchy, ANSWERS)` finds the type
/// `Answers` beside the table.
#[macro_export]
macro_rules! table {
    ($table:ident, $answers:expr) => {
        $crate::table!(@ $table, Answers, $answers)
    };
    ($module:ident::$table:ident, $answers:expr) => {
        $crate::table!(@ $module::$table, $module::Answers, $answers)
    };
    (@ $table:path, $raw:path, $answers:expr) => {{
        struct Of;
        impl $crate::Exercise<$raw> for Of {
            const ANSWERS: $raw = $answers;
        }
        <$table>::of::<Of>()
    }};
}

/// Declares the table of the whole course: a field for each lesson.
macro_rules! course {
    ($($(#[$condition:meta])? $number:literal $field:ident: $table:ty,)+) => {
        /// All answers of the course. TODO by TODO it is decided whose they are: the student's, ours, or those of the
        /// starter.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Course {
            $($(#[$condition])? pub $field: $table,)+
        }

        impl Course {
            /// Course in which no answer can be used. A lesson's program begins with this and fills in the lessons that it calls.
            pub const UNUSABLE: Self = Course { $($(#[$condition])? $field: <$table>::UNUSABLE,)+ };

            /// Takes the answer to a TODO, `"04.2"`, from another table; nothing if there is no such TODO.
            pub fn take(&mut self, id: &str, from: &Self) {
                match id.split_once('.') {
                    $($(#[$condition])? Some(($number, todo)) => self.$field.take(place(todo), &from.$field),)+
                    _ => {}
                }
            }

            /// Takes the answer to a TODO from a library of its lesson; nothing if there is no such TODO.
            ///
            /// # Panics
            /// If the library is another lesson's.
            pub fn take_loaded(&mut self, id: &str, library: &Library) {
                match id.split_once('.') {
                    $($(#[$condition])? Some(($number, todo)) => self.$field.take(place(todo), library.table::<$table>()),)+
                    _ => {}
                }
            }

            /// Returns the same functions, with the shaders of a lesson in another folder below `shaders/`.
            #[must_use]
            pub fn with_shaders(mut self, lesson: &str, folder: &str) -> Self {
                match lesson {
                    $($(#[$condition])? $number => self.$field = self.$field.with_shaders(folder),)+
                    _ => {}
                }
                self
            }
        }
    };
}

/// Returns the index of a TODO by its number in the lesson.
fn place(todo: &str) -> usize {
    todo.parse::<usize>().map_or(usize::MAX, |number| number.wrapping_sub(1))
}

course! {
    #[cfg(feature = "trial")]
    "71" numbers: crate::trial::Numbers,
    "00" first_frame: crate::lesson_00::FirstFrame,
    "01" robot_arm: crate::lesson_01::RobotArm,
    "02" hierarchy: crate::lesson_02::Hierarchy,
    "03" paper_puppet: crate::lesson_03::PaperPuppet,
    "04" joint_lines: crate::lesson_04::JointLines,
    "05" collada_joints: crate::lesson_05::ColladaJoints,
    "06" keyframes: crate::lesson_06::Keyframes,
    "07" rotations: crate::lesson_07::Rotations,
    "08" bind_pose: crate::lesson_08::BindPose,
    "09" smooth_skin: crate::lesson_09::SmoothSkin,
    "10" normals: crate::lesson_10::Normals,
    "11" collada_skin: crate::lesson_11::ColladaSkin,
    "12" playback: crate::lesson_12::Playback,
    "13" blending: crate::lesson_13::Blending,
    "14" inverse_kinematics: crate::lesson_14::InverseKinematics,
    "15" dual_quaternions: crate::lesson_15::DualQuaternions,
    "16" pose_editor: crate::lesson_16::PoseEditor,
    "17" crowd: crate::lesson_17::Crowd,
    "18" side_scroller: crate::lesson_18::SideScroller,
    "19" own_program: crate::lesson_19::OwnProgram,
}

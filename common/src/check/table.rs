//! The table of a lesson's answers: one field for each TODO, declared once by [`answers!`](crate::answers).

use super::{Check, Task};

/// A lesson's answers, a field for each TODO. [`answers!`](crate::answers) writes the struct and this.
pub trait AnswerTable: Copy + Send + Sync + 'static {
    /// What each TODO asks the student to write, in their order.
    const TASKS: &'static [Task];

    /// Takes the answer to one TODO (0 is the first) from another table.
    fn take(&mut self, todo: usize, from: &Self);

    /// The same functions, with the shaders of this name in another folder below `shaders/`.
    #[must_use]
    fn with_shaders(self, folder: &str) -> Self;

    /// Functions that panic and shaders that do not fit: for the test that a lesson's scene does without them.
    fn unusable() -> Self;
}

/// A lesson's answers that are checked.
pub trait CheckedTable: AnswerTable {
    /// One for each TODO, in their order.
    const CHECKS: &'static [Check<Self>];
}

/// Declares the table of a lesson's answers: a field for each TODO, in their order.
///
/// ```
/// # #[cfg(feature = "graphics")] {
/// use common::{check::AnswerTable, graphics::ShaderFile};
///
/// common::answers! {
///     /// What this lesson asks for.
///     pub struct Answers {
///         double: fn(u32) -> u32,
///         vertex: ShaderFile = "joints.vert",
///     }
/// }
///
/// let mine = Answers { double: |n| n * 2, vertex: ShaderFile("03-joint-lines/joints.vert") };
/// let mut table = Answers { double: |_| 0, ..mine };
/// table.take(0, &mine);
/// assert_eq!((table.double)(4), 8);
/// let starter = table.with_shaders("03-joint-lines/starter");
/// assert_eq!(starter.vertex, ShaderFile("03-joint-lines/starter/joints.vert"));
/// # }
/// ```
///
/// A field that is a function asks for the function of that name in `exercise.rs`; one of type
/// `ShaderFile` asks for the shader that is named behind it, below `shaders/` in the lesson's folder.
///
/// A lesson says of each field how far an answer may be from the right one, in the unit of the answer, and still be
/// equal: `double: fn(f32) -> f32, within 1e-3;`. What is asked about it is the function of the field's name in the
/// lesson's `checks.rs`.
#[macro_export]
#[allow(clippy::crate_in_macro_def)] // the lesson's own checks are meant
macro_rules! answers {
    (
        $(#[$about:meta])*
        pub struct $table:ident {
            $($(#[$doc:meta])* $field:ident: $type:ident $(($($input:ty),* $(,)?) $(-> $output:ty)?)?
                $(= $file:literal)?, within $tolerance:expr;)+
        }
    ) => {
        $crate::answers! {
            $(#[$about])*
            pub struct $table {
                $($(#[$doc])* $field: $type $(($($input),*) $(-> $output)?)? $(= $file)?),+
            }
        }

        #[cfg(not(live))]
        impl $crate::check::CheckedTable for $table {
            const CHECKS: &'static [$crate::check::Check<Self>] =
                &[$($crate::check::Check { tolerance: $tolerance, ask: crate::checks::$field }),+];
        }
    };
    (
        $(#[$about:meta])*
        pub struct $table:ident {
            $($(#[$doc:meta])* $field:ident: $type:ident $(($($input:ty),* $(,)?) $(-> $output:ty)?)?
                $(= $file:literal)?),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq)]
        // Functions may share an address only if they do the same; one with two addresses is called twice.
        #[allow(unpredictable_function_pointer_comparisons)]
        #[allow(missing_docs)] // a field is named like its TODO
        #[allow(clippy::type_complexity)] // a function has the inputs that its TODO needs
        pub struct $table {
            $($(#[$doc])* pub $field: $type $(($($input),*) $(-> $output)?)?,)+
        }

        impl $crate::check::AnswerTable for $table {
            const TASKS: &'static [$crate::check::Task] = &[$($crate::answers!(@task $field $($file)?)),+];

            fn take(&mut self, todo: usize, from: &Self) {
                let mut places = 0..;
                $(if places.next() == Some(todo) {
                    self.$field = from.$field;
                })+
            }

            fn with_shaders(self, folder: &str) -> Self {
                let _ = folder; // a lesson need not have shaders
                $table { $($field: $crate::answers!(@in folder, self.$field $(, $file)?)),+ }
            }

            fn unusable() -> Self {
                $table { $($field: $crate::answers!(@unusable $field $(($($input),*))? $($file)?)),+ }
            }
        }
    };
    (@task $field:ident) => { $crate::check::Task::Function(stringify!($field)) };
    (@task $field:ident $file:literal) => { $crate::check::Task::Shader($file) };
    (@in $folder:ident, $answer:expr) => { $answer };
    (@in $folder:ident, $answer:expr, $file:literal) => {
        $crate::check::shader::file_in($folder, $file)
    };
    (@unusable $field:ident ($($input:ty),*)) => { |$(_: $input),*| panic!("no {}", stringify!($field)) };
    (@unusable $field:ident $file:literal) => { $crate::check::shader::of_the_other_stage($file) };
}

//! The table of a lesson's answers: one field for each TODO, declared once by [`answers!`](crate::answers).

use crate::Library;

/// What a TODO asks the student to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A function of `exercise.rs`, by name.
    Function(&'static str),
    /// A shader file in the lesson's folder below `shaders/`, by name.
    Shader(&'static str),
}

impl Task {
    /// The function's name, or the shader's file.
    pub fn name(&self) -> &'static str {
        match self {
            Task::Function(name) | Task::Shader(name) => name,
        }
    }
}

/// A file below `shaders/`, such as `ShaderFile("03-joint-lines/joints.vert")`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShaderFile(pub &'static str);

impl ShaderFile {
    /// The shader of this name in a folder below `shaders/`. Its name is kept until the program ends.
    pub fn in_folder(folder: &str, name: &str) -> Self {
        ShaderFile(format!("{folder}/{name}").leak())
    }

    /// A fragment shader for the name of a vertex shader and the other way round: nothing can be drawn with it.
    pub fn of_the_other_stage(name: &str) -> Self {
        let is_fragment = name.contains(".frag");
        ShaderFile(if is_fragment { "common/lit_skin.vert" } else { "common/one_color.frag" })
    }
}

/// A lesson's answers, a field for each TODO. [`answers!`](crate::answers) writes the struct and this.
pub trait AnswerTable: Copy + Send + Sync + 'static {
    /// What each TODO asks the student to write, in their order.
    const TASKS: &'static [Task];

    /// Takes the answer to one TODO (0 is the first) from another table.
    fn take(&mut self, todo: usize, from: &Self);

    /// Takes the answer to one TODO from a student's library.
    ///
    /// # Panics
    /// If it is another lesson's.
    fn take_loaded(&mut self, todo: usize, library: &'static Library);

    /// The same functions, with the shaders of this name in another folder below `shaders/`.
    #[must_use]
    fn with_shaders(self, folder: &str) -> Self;

    /// Functions that panic and shaders that do not fit: for the test that a lesson's scene does without them.
    fn unusable() -> Self;
}

/// Declares the table of a lesson's answers: a field for each TODO, in their order.
///
/// ```
/// use given::{AnswerTable, ShaderFile};
///
/// given::answers! {
///     /// What this lesson asks for.
///     pub struct Answers {
///         double: fn(number: u32) -> u32,
///         vertex: ShaderFile = "joints.vert",
///     }
/// }
///
/// let mine = Answers { double: |number| number * 2, vertex: ShaderFile("03-joint-lines/joints.vert") };
/// let mut table = Answers { double: |_| 0, ..mine };
/// table.take(0, &mine);
/// assert_eq!((table.double)(4), 8);
/// let starter = table.with_shaders("03-joint-lines/starter");
/// assert_eq!(starter.vertex, ShaderFile("03-joint-lines/starter/joints.vert"));
/// ```
///
/// A field that is a function asks for the function of that name in `exercise.rs`; one of type `ShaderFile` asks for the
/// shader that is named behind it, below `shaders/` in the lesson's folder.
#[macro_export]
macro_rules! answers {
    (
        $(#[$about:meta])*
        pub struct $table:ident {
            $($(#[$doc:meta])* $field:ident: $type:ident $(($($name:ident: $input:ty),* $(,)?) $(-> $output:ty)?)?
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
            $($(#[$doc])* pub $field: $type $(($($name: $input),*) $(-> $output)?)?,)+
        }

        /// What a library exports of it: no panic leaves it.
        #[allow(missing_debug_implementations, clippy::type_complexity)]
        pub struct Functions {
            $($field: $crate::answers!(@exported $type $(($($name: $input),*) $(-> $output)?)?),)+
        }

        impl $crate::Exported for $table {
            type Functions = Functions;

            const LESSON: &'static str = module_path!();

            fn functions<E: $crate::Exercise<Self>>() -> &'static Functions {
                const { &Functions { $($field: $crate::answers!(@guarded E, $field $(($($name),*))?),)+ } }
            }
        }

        impl $crate::AnswerTable for $table {
            const TASKS: &'static [$crate::Task] = &[$($crate::answers!(@task $field $($file)?)),+];

            fn take(&mut self, todo: usize, from: &Self) {
                let mut places = 0..;
                $(if places.next() == Some(todo) {
                    self.$field = from.$field;
                })+
            }

            fn take_loaded(&mut self, todo: usize, library: &'static $crate::Library) {
                let functions = library.functions::<Self>();
                let mut places = 0..;
                $(if places.next() == Some(todo) {
                    self.$field = $crate::answers!(@loaded functions, $field $(($($name),*))?);
                })+
            }

            fn with_shaders(self, folder: &str) -> Self {
                let _ = folder; // a lesson need not have shaders
                $table { $($field: $crate::answers!(@in folder, self.$field $(, $file)?)),+ }
            }

            fn unusable() -> Self {
                $table { $($field: $crate::answers!(@unusable $field $(($($name),*))? $($file)?)),+ }
            }
        }
    };
    (@exported $type:ident) => { $type };
    (@exported $type:ident ($($name:ident: $input:ty),*)) => { $type($($input),*) -> Result<(), $crate::Caught> };
    (@exported $type:ident ($($name:ident: $input:ty),*) -> $output:ty) => {
        $type($($input),*) -> Result<$output, $crate::Caught>
    };
    (@guarded $exercise:ident, $field:ident) => { $exercise::ANSWERS.$field };
    (@guarded $exercise:ident, $field:ident ($($name:ident),*)) => {
        |$($name),*| $crate::guard(|| ($exercise::ANSWERS.$field)($($name),*))
    };
    (@loaded $functions:ident, $field:ident) => { $functions.$field };
    (@loaded $functions:ident, $field:ident ($($name:ident),*)) => {{
        static SLOT: $crate::Slot<Functions> = $crate::Slot::new();
        SLOT.set($functions);
        |$($name),*| (SLOT.get().$field)($($name),*).unwrap_or_else($crate::raise)
    }};
    (@task $field:ident) => { $crate::Task::Function(stringify!($field)) };
    (@task $field:ident $file:literal) => { $crate::Task::Shader($file) };
    (@in $folder:ident, $answer:expr) => { $answer };
    (@in $folder:ident, $answer:expr, $file:literal) => { $crate::ShaderFile::in_folder($folder, $file) };
    (@unusable $field:ident ($($name:ident),*)) => {
        |$($name),*| {
            let _ = ($(&$name,)*);
            panic!("no {}", stringify!($field))
        }
    };
    (@unusable $field:ident $file:literal) => { $crate::ShaderFile::of_the_other_stage($file) };
}

//! The tools that a lesson hands in: answers that the program calls for the library.

/// Declares the tools of a lesson: functions of the program, each the answer to a TODO, and `calls`, by which a student's
/// library calls them. A panic in one is caught in the program, and continues in the code that called the tool.
///
/// ```
/// given::tools! {
///     /// What was made before.
///     pub struct Tools {
///         double "07.1": fn(number: u32) -> u32,
///     }
/// }
///
/// impl Tools {
///     /// 07.1: twice the number.
///     pub fn double(&self, number: u32) -> u32 {
///         self.calls.double(self, number)
///     }
/// }
///
/// let tools = Tools { double: |number| number * 2, calls: Tools::CALLS };
/// assert_eq!(tools.double(4), 8);
/// ```
#[macro_export]
macro_rules! tools {
    (
        $(#[$about:meta])*
        pub struct $tools:ident {
            $($tool:ident $todo:literal: fn($($name:ident: $input:ty),* $(,)?) $(-> $output:ty)?),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs)] // the method of the same name has them
        #[allow(clippy::type_complexity)] // a function has the inputs that its TODO needs
        pub struct $tools {
            $(pub $tool: fn($($name: $input),*) $(-> $output)?,)+
            /// How the program calls them: always [`Self::CALLS`].
            pub calls: &'static Calls,
        }

        impl $tools {
            /// For the program that makes the tools.
            pub const CALLS: &'static Calls = &Calls {
                $($tool: |tools, $($name),*| {
                    $crate::guard(|| $crate::running::todo($todo, || (tools.$tool)($($name),*)))
                },)+
            };
        }

        /// Functions of a program that call its tools: no panic leaves them.
        #[derive(Clone, Copy, Debug)]
        #[allow(dead_code, clippy::type_complexity)] // some tools are only handed on
        pub struct Calls {
            $($tool: fn(&$tools, $($name: $input),*) -> $crate::tools!(@caught $($output)?),)+
        }

        #[allow(dead_code, clippy::too_many_arguments)]
        impl Calls {
            $(fn $tool(&self, tools: &$tools, $($name: $input),*) $(-> $output)? {
                (self.$tool)(tools, $($name),*).unwrap_or_else($crate::raise)
            })+
        }
    };
    (@caught) => { Result<(), $crate::Caught> };
    (@caught $output:ty) => { Result<$output, $crate::Caught> };
}

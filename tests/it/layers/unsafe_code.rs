//! Which files may contain unsafe code, what for, and how much of it they have.

use proc_macro2::{TokenStream, TokenTree};

use super::imports::ModuleTree;
use super::{is_in, root, texts_in};

/// A place that may contain unsafe code.
struct Place {
    /// A module or a file in `src`.
    path: &'static str,
    purpose: &'static str,
    /// What runs the code in tests, other than the program itself.
    tests: &'static str,
}

const fn place(path: &'static str, purpose: &'static str, tests: &'static str) -> Place {
    Place {
        path,
        purpose,
        tests,
    }
}

const VECTORS: &str = "vector instructions, and registers seen as arrays of the same size";
const BITS: &str = "instructions of BMI2, which gather or scatter bits";
const KERNELS: &str = "comparison with portable code, at every CPU level";
const LEVELS: &str = "the same searches at every CPU level";

/// All places. In any other file, the compiler refuses unsafe code.
const PLACES: &[Place] = &[
    place("board/flip/", VECTORS, KERNELS),
    place("board/last_flip.rs", BITS, KERNELS),
    place("board/mobility/", VECTORS, KERNELS),
    place("board/move_list/", VECTORS, KERNELS),
    place("board/nth.rs", BITS, KERNELS),
    place("board/ranks.rs", VECTORS, KERNELS),
    place("board/stability/", "both of these", KERNELS),
    place(
        "cpu/code.rs",
        "declarations of the search for newer CPUs, which the build script writes",
        LEVELS,
    ),
    place("cpu/crate_root.rs", "the name of that search", LEVELS),
    place(
        "cpu/features/",
        "questions to the CPU about what it can do",
        "emulated CPUs, old and new",
    ),
    place(
        "eval/pattern/",
        "vector instructions, and weights seen as bytes",
        KERNELS,
    ),
    place("search/engine/endgame/move_order.rs", VECTORS, KERNELS),
    place(
        "search/engine/transposition_table/memory.rs",
        "memory that the system has zeroed, and hints to load it early",
        "Miri, Valgrind and ThreadSanitizer",
    ),
    place(
        "system/windows.rs",
        "functions of Windows, each for one value",
        "the whole suite on Windows",
    ),
];

/// A row of a table for each place: what is there, how often, what for, and what tests it.
pub(crate) fn rows() -> Vec<[String; 4]> {
    let texts = texts_in(&root().join("src"));
    let counts = texts.into_iter().map(|(name, text)| {
        let tokens = text.parse();
        let tokens = tokens.unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, count(tokens))
    });
    let counts: Vec<(String, usize)> = counts.collect();
    let row = |place: &Place| {
        let here = counts
            .iter()
            .filter(|(name, _)| name.starts_with(place.path));
        let count: usize = here.map(|(_, count)| count).sum();
        let path = format!("`src/{}`", place.path);
        [
            path,
            count.to_string(),
            place.purpose.into(),
            place.tests.into(),
        ]
    };
    PLACES.iter().map(row).collect()
}

/// How often the keyword is there, in macros, too.
fn count(tokens: TokenStream) -> usize {
    let here = |token| match token {
        TokenTree::Group(group) => count(group.stream()),
        TokenTree::Ident(word) => usize::from(word == "unsafe"),
        _ => 0,
    };
    tokens.into_iter().map(here).sum()
}

/// The files that allow unsafe code although they must not.
pub(super) fn problems(tree: &ModuleTree) -> Vec<String> {
    let places: Vec<&str> = PLACES.iter().map(|place| place.path).collect();
    let modules = tree.modules.values();
    modules
        .filter(|module| module.lifted_lints.contains("unsafe_code"))
        .filter(|module| !is_in(&module.file, &places))
        .map(|module| format!("{} may not be unsafe", module.file))
        .collect()
}

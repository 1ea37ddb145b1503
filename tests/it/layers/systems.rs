//! Only `src/system/` names an operating system, so that porting the program concerns no
//! other file.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use super::imports::ModuleTree;
use super::{Source, is_in, sources};

/// The modules and files that may name an operating system.
const MAY_NAME_SYSTEMS: &[&str] = &["system/"];

/// Conditions of `cfg` that hold on some systems.
const CONDITIONS: &[&str] = &[
    "unix",
    "windows",
    "target_env",
    "target_family",
    "target_os",
    "target_vendor",
];

/// Modules and crates that exist on some systems or differ between them.
const SYSTEM_PATHS: &[&[&str]] = &[
    &["std", "os"],
    &["consts", "FAMILY"],
    &["consts", "OS"],
    &["libc"],
    &["nix"],
    &["rustix"],
    &["winapi"],
    &["windows"],
    &["windows_sys"],
];

/// Folders that some systems have.
const FOLDERS: &[&str] = &["/dev/shm", "/proc/", "/sys/"];

#[test]
fn only_one_module_names_operating_systems() {
    assert_eq!(system_problems(&sources()), [""; 0]);
}

/// What names an operating system outside of its place.
pub(super) fn system_problems(sources: &[Source]) -> Vec<String> {
    let others = |file: &str| !is_in(file, MAY_NAME_SYSTEMS);
    let mut problems = Vec::new();
    for (file, source) in sources.iter().filter(|(file, _)| others(file)) {
        let mut names = Names::default();
        names.visit_file(source);
        problems.extend(names.0.into_iter().map(|name| format!("{file}: {name}")));
    }
    for module in ModuleTree::read(sources).modules.values() {
        let paths = module.all_paths().filter(|path| is_of_system(path));
        let paths = paths.filter(|_| others(&module.file));
        problems.extend(paths.map(|path| format!("{}: {}", module.file, path.join("::"))));
    }
    problems
}

fn is_of_system(path: &[String]) -> bool {
    SYSTEM_PATHS.iter().any(|names| match names {
        [name] => path.len() > 1 && path[0] == *name,
        names => path.windows(names.len()).any(|part| part == *names),
    })
}

/// The conditions and folders of systems in a file.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    /// `is_condition` says whether these are the words of a condition.
    fn read(&mut self, tokens: TokenStream, is_condition: bool) {
        for token in tokens {
            match token {
                TokenTree::Ident(word) if is_condition => {
                    let word = word.to_string();
                    self.0
                        .extend(CONDITIONS.contains(&word.as_str()).then_some(word));
                }
                TokenTree::Literal(literal) => self.read_text(&literal.to_string()),
                TokenTree::Group(group) => self.read(group.stream(), is_condition),
                _ => {}
            }
        }
    }

    fn read_text(&mut self, text: &str) {
        let named = FOLDERS.iter().filter(|folder| text.contains(**folder));
        self.0.extend(named.map(ToString::to_string));
    }
}

impl<'a> Visit<'a> for Names {
    fn visit_attribute(&mut self, attribute: &'a syn::Attribute) {
        let is_condition = ["cfg", "cfg_attr"].map(|name| attribute.path().is_ident(name));
        if let syn::Meta::List(list) = &attribute.meta {
            self.read(list.tokens.clone(), is_condition.contains(&true));
        }
    }

    fn visit_macro(&mut self, item: &'a syn::Macro) {
        self.read(item.tokens.clone(), item.path.is_ident("cfg"));
        visit::visit_macro(self, item);
    }

    fn visit_lit_str(&mut self, text: &'a syn::LitStr) {
        self.read_text(&text.value());
    }
}

//! Determines from the source which file imports from which.
//!
//! Every path is resolved as in the compiler, through `use` and re-exports, to the file that
//! defines the item. If a file uses a type only by inference, without naming it, this does
//! not count as an import.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Item, UseTree};

/// A source file: its path in `src`, with `/` as separator, and its content.
pub(super) type Source = (String, syn::File);

/// One file uses what another defines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Import {
    pub(super) from: String,
    pub(super) to: String,
    /// Whether only tests use it.
    pub(super) is_test: bool,
}

/// Groups of nodes that can all be reached from each other.
pub(super) fn circles<'a>(
    arrows: impl Iterator<Item = (&'a str, &'a str)>,
) -> BTreeSet<Vec<&'a str>> {
    let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (from, to) in arrows {
        next.entry(from).or_default().push(to);
    }
    let reached_from = |start: &str| {
        let mut reached = BTreeSet::new();
        let mut open = next[start].clone();
        while let Some(node) = open.pop() {
            if reached.insert(node) {
                open.extend(next.get(node).into_iter().flatten());
            }
        }
        reached
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> = next
        .keys()
        .map(|&start| (start, reached_from(start)))
        .collect();
    let circle_of = |start: &str| {
        let returns = |node: &&&str| reached.get(**node).is_some_and(|all| all.contains(start));
        reached[start].iter().filter(returns).copied().collect()
    };
    let circles = reached.keys().map(|&start| circle_of(start));
    circles
        .filter(|circle: &Vec<&str>| !circle.is_empty())
        .collect()
}

/// The segments of a path, such as `crate`, `board`, `Color`.
type Path = Vec<String>;

/// A module: that of a file, or an inline one.
#[derive(Default)]
pub(super) struct Module {
    pub(super) file: String,
    /// The names that it defines, except modules.
    items: BTreeSet<String>,
    /// The names that `use` imports, with their paths.
    uses: Vec<(String, Path)>,
    /// The paths of glob imports.
    globs: Vec<Path>,
    /// The paths in its code.
    paths: Vec<Path>,
    /// The macros that it calls.
    pub(super) macros: BTreeSet<String>,
    /// The lints that it allows or expects.
    pub(super) lifted_lints: BTreeSet<String>,
    /// Whether it, or a module that contains it, is compiled only for tests.
    pub(super) is_test: bool,
}

impl Module {
    /// All paths in its source, including those in `use`.
    pub(super) fn all_paths(&self) -> impl Iterator<Item = &Path> {
        let used = self.uses.iter().map(|(_, path)| path);
        used.chain(&self.globs).chain(&self.paths)
    }
}

/// What a path refers to.
enum Place<'a> {
    Module(String),
    /// An item that this file defines.
    Item(&'a String),
}

/// Every module of the crate by its full name, such as `crate::board::game`.
#[derive(Default)]
pub(super) struct ModuleTree {
    pub(super) modules: BTreeMap<String, Module>,
    /// The modules that are declared only for tests.
    tests: BTreeSet<String>,
}

impl ModuleTree {
    pub(super) fn read(sources: &[Source]) -> ModuleTree {
        let mut tree = ModuleTree::default();
        for (file, syntax) in sources {
            let mut reader = Reader {
                tree: &mut tree,
                file,
                module: module_of(file),
            };
            reader.module().file = file.clone();
            reader.visit_file(syntax);
        }
        let tests = std::mem::take(&mut tree.tests);
        for (name, module) in &mut tree.modules {
            let is_inside = |test: &String| name.starts_with(&format!("{test}::"));
            module.is_test = tests.contains(name) || tests.iter().any(is_inside);
        }
        tree
    }

    /// The imports between different files.
    pub(super) fn imports(&self) -> BTreeSet<Import> {
        let mut imports = BTreeSet::new();
        for (name, module) in &self.modules {
            for path in module.all_paths() {
                let to = match self.resolve(name, path, 0) {
                    Some(Place::Item(file)) => file,
                    Some(Place::Module(module)) => &self.modules[&module].file,
                    None => continue,
                };
                if *to != module.file {
                    imports.insert(Import {
                        from: module.file.clone(),
                        to: to.clone(),
                        is_test: module.is_test,
                    });
                }
            }
        }
        imports
    }

    /// Resolves a path in this module. Everything below the last known module counts as
    /// defined there.
    fn resolve(&self, module: &str, path: &[String], depth: usize) -> Option<Place<'_>> {
        // Stop if names import each other in a circle.
        const DEEPEST: usize = 20;
        let (first, rest) = path.split_first()?;
        let mut place = match first.as_str() {
            "crate" => Place::Module("crate".to_string()),
            "self" => Place::Module(module.to_string()),
            "super" => Place::Module(parent(module)),
            name if depth < DEEPEST => self.look_up(module, name, depth + 1)?,
            _ => return None,
        };
        for name in rest {
            let Place::Module(module) = &place else {
                break;
            };
            let below = match name.as_str() {
                "super" => Some(Place::Module(parent(module))),
                name => self.look_up(module, name, depth + 1),
            };
            place = match below {
                Some(below) => below,
                None => Place::Item(&self.modules.get(module)?.file),
            };
        }
        Some(place)
    }

    fn look_up(&self, module: &str, name: &str, depth: usize) -> Option<Place<'_>> {
        let child = format!("{module}::{name}");
        if self.modules.contains_key(&child) {
            return Some(Place::Module(child));
        }
        let found = self.modules.get(module)?;
        if found.items.contains(name) {
            return Some(Place::Item(&found.file));
        }
        let named = found.uses.iter().filter(|(alias, _)| alias == name);
        let behind_name = named.map(|(_, path)| path);
        let mut places = behind_name.filter_map(|path| self.resolve(module, path, depth));
        places.next().or_else(|| {
            let globs = found.globs.iter();
            let modules = globs.filter_map(|path| self.resolve(module, path, depth));
            modules
                .filter_map(|place| match place {
                    Place::Module(module) => self.look_up(&module, name, depth + 1),
                    Place::Item(_) => None,
                })
                .next()
        })
    }
}

/// `board/flip/mod.rs` is `crate::board::flip`.
fn module_of(file: &str) -> String {
    let inside = file.trim_end_matches(".rs");
    let inside = inside.strip_suffix("mod").unwrap_or(inside);
    let names = inside.split('/').filter(|name| !["", "lib"].contains(name));
    let names = std::iter::once("crate").chain(names);
    names.collect::<Vec<_>>().join("::")
}

fn parent(module: &str) -> String {
    let (parent, _) = module.rsplit_once("::").unwrap_or((module, ""));
    parent.to_string()
}

/// Whether this is `cfg(test)`, or `cfg(all(test, ...))`.
fn is_for_tests(attribute: &syn::Attribute) -> bool {
    let words = match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => list.tokens.to_string(),
        _ => return false,
    };
    words == "test" || words.starts_with("all") && words.contains("test")
}

/// Visits a file and collects its modules.
struct Reader<'a> {
    tree: &'a mut ModuleTree,
    file: &'a str,
    /// The module that is being read.
    module: String,
}

impl Reader<'_> {
    fn module(&mut self) -> &mut Module {
        self.tree.modules.entry(self.module.clone()).or_default()
    }

    fn read_use(&mut self, tree: &UseTree, mut path: Path) {
        match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.unraw().to_string());
                self.read_use(&tree.tree, path);
            }
            UseTree::Group(tree) => {
                for tree in &tree.items {
                    self.read_use(tree, path.clone());
                }
            }
            UseTree::Glob(_) => self.module().globs.push(path),
            UseTree::Name(tree) => {
                let name = tree.ident.unraw().to_string();
                if name != "self" {
                    path.push(name);
                }
                let alias = path.last().expect("no use of self alone").clone();
                self.module().uses.push((alias, path));
            }
            UseTree::Rename(tree) => {
                let name = tree.ident.unraw().to_string();
                if name != "self" {
                    path.push(name);
                }
                self.module().uses.push((tree.rename.to_string(), path));
            }
        }
    }

    /// Paths in macros count, even though macros could do anything with them.
    fn read_tokens(&mut self, tokens: TokenStream) {
        let mut path = Path::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.end_path(&mut path);
                    }
                    path.push(ident.unraw().to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.end_path(&mut path);
                    self.read_tokens(group.stream());
                    colons = 0;
                }
                _ => {
                    self.end_path(&mut path);
                    colons = 0;
                }
            }
        }
        self.end_path(&mut path);
    }

    /// Counts all names in these tokens as names of lints.
    fn read_lints(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(lint) => {
                    self.module().lifted_lints.insert(lint.to_string());
                }
                TokenTree::Group(group) => self.read_lints(group.stream()),
                _ => {}
            }
        }
    }

    fn end_path(&mut self, path: &mut Path) {
        let path = std::mem::take(path);
        if path.len() > 1 {
            self.module().paths.push(path);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let name = match item {
            Item::Const(item) => Some(&item.ident),
            Item::Enum(item) => Some(&item.ident),
            Item::Fn(item) => Some(&item.sig.ident),
            Item::Macro(item) => item.ident.as_ref(),
            Item::Static(item) => Some(&item.ident),
            Item::Struct(item) => Some(&item.ident),
            Item::Trait(item) => Some(&item.ident),
            Item::Type(item) => Some(&item.ident),
            Item::Union(item) => Some(&item.ident),
            _ => None,
        };
        if let Some(name) = name {
            self.module().items.insert(name.unraw().to_string());
        }
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let outer = self.module.clone();
        let name = format!("{outer}::{}", item.ident.unraw());
        if item.attrs.iter().any(is_for_tests) {
            self.tree.tests.insert(name.clone());
        }
        if item.content.is_none() {
            return;
        }
        self.module = name;
        self.module().file = self.file.to_string();
        visit::visit_item_mod(self, item);
        self.module = outer;
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.read_use(&item.tree, Path::new());
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter();
        let mut names = names
            .map(|segment| segment.ident.unraw().to_string())
            .collect();
        self.end_path(&mut names);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        let name = item.path.segments.last().expect("a macro has a name");
        self.module().macros.insert(name.ident.to_string());
        self.read_tokens(item.tokens.clone());
        visit::visit_macro(self, item);
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        // With `cfg_attr`, a lint may be lifted only for some CPUs.
        let is_lifting = ["allow", "expect", "cfg_attr"]
            .iter()
            .any(|lift| attribute.path().is_ident(lift));
        if let (true, syn::Meta::List(list)) = (is_lifting, &attribute.meta) {
            self.read_lints(list.tokens.clone());
        }
    }
}

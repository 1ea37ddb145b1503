//! The scripts of pages are modules: `obverse web` serves them as files, and pages contain
//! them one after another in a single script.

/// A script that other scripts import by its name.
#[derive(Clone, Copy)]
pub(in crate::tools) struct Module {
    pub(in crate::tools) name: &'static str,
    pub(in crate::tools) text: &'static str,
}

/// The [`Module`] in a file next to the one that names it.
macro_rules! module {
    ($name:literal) => {
        $crate::tools::page::Module {
            name: $name,
            text: include_str!($name),
        }
    };
}
pub(in crate::tools) use module;

/// The modules as one script. Each may import only from those before it, in statements of one
/// line. As they share a scope, their top-level names must differ.
pub(super) fn joined(modules: &[Module]) -> String {
    let mut script = String::new();
    for Module { name, text } in modules {
        script += &format!("/* {name} */\n");
        for line in text.lines().filter(|line| !line.starts_with("import ")) {
            script += line.strip_prefix("export ").unwrap_or(line);
            script += "\n";
        }
    }
    script
}

/// Checks what [`joined`] relies on.
#[cfg(test)]
pub(in crate::tools) fn assert_joinable(modules: &[Module]) {
    use std::collections::HashSet;

    let mut exported: HashSet<(&str, &str)> = HashSet::new();
    let mut declared = HashSet::new();
    for Module { name, text } in modules {
        for line in text.lines() {
            if let Some(import) = line.strip_prefix("import ") {
                let inner = import.strip_prefix('{').and_then(|rest| {
                    let (names, from) = rest.split_once("} from './")?;
                    Some((names, from.strip_suffix('\'')?))
                });
                let (names, from) = inner.unwrap_or_else(|| panic!("{name}: {line}"));
                for imported in names.split(", ") {
                    assert!(exported.contains(&(from, imported)), "{name}: {line}");
                }
            }
            let plain = line.strip_prefix("export ").unwrap_or(line);
            let declares = ["const ", "let ", "function ", "async function ", "class "];
            for rest in declares.iter().filter_map(|word| plain.strip_prefix(word)) {
                let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
                let declaration = &rest[..end.unwrap_or(rest.len())];
                if plain != line {
                    exported.insert((name, declaration));
                }
                assert!(
                    declaration.is_empty() || declared.insert(declaration),
                    "{name}: {line}: another module has this name"
                );
            }
        }
    }
    for line in joined(modules).lines() {
        assert!(!line.trim_start().starts_with("import "), "{line}");
        assert!(!line.trim_start().starts_with("export "), "{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_and_exports_are_removed() {
        let first = "/* A. */\n\nexport const one = 1\n  export\n";
        let second = "import {one} from './a.js'\n\nexport function three() {}\nconst two = one\n";
        let modules = [("a.js", first), ("b.js", second)].map(|(name, text)| Module { name, text });
        let expected = "/* a.js */\n/* A. */\n\nconst one = 1\n  export\n/* b.js */\n\nfunction three() {}\nconst two = one\n";
        assert_eq!(joined(&modules), expected);
    }
}

//! Every error type implements `Error`, so that callers can print and box it.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{GenericArgument, ItemEnum, ItemImpl, ItemStruct, PathArguments, Type};

use super::sources;

/// The error types of all `Result`s, where they are defined, and which of them implement
/// `Error`. They are identified by their last names, which are distinct.
#[derive(Default)]
struct Errors {
    file: String,
    returned: BTreeSet<String>,
    defined: BTreeMap<String, Vec<String>>,
    implemented: BTreeSet<String>,
}

/// `Error` has `Debug` and `Display` as supertraits, which the compiler checks.
#[test]
fn whatever_is_returned_as_an_error_is_one() {
    let mut errors = Errors::default();
    for (file, source) in &sources() {
        errors.file.clone_from(file);
        errors.visit_file(source);
    }
    errors
        .returned
        .retain(|name| errors.defined.contains_key(name));
    assert!(errors.returned.len() > 15, "{:?}", errors.returned);
    let not_errors: Vec<String> = errors
        .returned
        .difference(&errors.implemented)
        .map(|name| format!("{name} in {:?}", errors.defined[name]))
        .collect();
    assert_eq!(not_errors, [""; 0]);
}

impl Errors {
    fn define(&mut self, name: &syn::Ident) {
        let files = self.defined.entry(name.to_string()).or_default();
        files.push(self.file.clone());
    }
}

impl<'a> Visit<'a> for Errors {
    fn visit_path_segment(&mut self, segment: &'a syn::PathSegment) {
        if segment.ident == "Result"
            && let PathArguments::AngleBracketed(arguments) = &segment.arguments
            && let Some(GenericArgument::Type(error)) = arguments.args.get(1)
        {
            self.returned.extend(last_name(error));
        }
        visit::visit_path_segment(self, segment);
    }

    fn visit_item_enum(&mut self, item: &'a ItemEnum) {
        self.define(&item.ident);
    }

    fn visit_item_struct(&mut self, item: &'a ItemStruct) {
        self.define(&item.ident);
    }

    fn visit_item_impl(&mut self, item: &'a ItemImpl) {
        let of = item
            .trait_
            .as_ref()
            .and_then(|(path, _)| path.segments.last());
        if of.is_some_and(|name| name.ident == "Error") {
            self.implemented.extend(last_name(&item.self_ty));
        }
        visit::visit_item_impl(self, item);
    }
}

fn last_name(named: &Type) -> Option<String> {
    match named {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

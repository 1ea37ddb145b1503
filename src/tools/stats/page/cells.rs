//! The parts of the tables.

use std::fmt::Write;

use crate::openings::{Language, Opening};
use crate::tools::page::Escaped;
use crate::tools::stats::lists::title;
use crate::tools::stats::results::{self, Results};

/// A table that can be sorted and scrolled.
pub(super) struct Table<'a> {
    pub(super) id: &'a str,
    pub(super) caption: &'a str,
    /// The label of the field that filters the rows.
    pub(super) filter: Option<&'a str>,
    /// HTML of something else that can be chosen.
    pub(super) choice: &'a str,
    /// The column by which the rows are sorted at first, and in which direction.
    pub(super) sorted: (usize, &'a str),
    pub(super) heads: &'a [&'a str],
    /// The columns that are sorted as text.
    pub(super) texts: &'a [usize],
    pub(super) rows: &'a str,
}

impl Table<'_> {
    pub(super) fn html(&self) -> String {
        let Table {
            id,
            caption,
            choice,
            rows,
            ..
        } = self;
        let heads = self.heads.iter().enumerate().map(|(column, head)| {
            let is_text = self.texts.contains(&column);
            let text = if is_text { " data-text" } else { "" };
            let sorted = match self.sorted {
                (sorted, direction) if sorted == column => format!(" aria-sort=\"{direction}\""),
                _ => String::new(),
            };
            format!("<th scope=\"col\"{text}{sorted}>{head}</th>")
        });
        let heads: String = heads.collect();
        let filter = self.filter.map_or(String::new(), |label| {
            format!(
                "<p class=\"sorting\">{choice}<label>{label} <input type=\"search\" id=\"{id}-filter\" \
                 autocomplete=\"off\" spellcheck=\"false\"></label> \
                 <span id=\"{id}-count\" role=\"status\"></span></p>\n"
            )
        });
        format!(
            "{filter}<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\">\
             <table id=\"{id}\" class=\"sortable\">\n<thead><tr>{heads}</tr></thead>\n<tbody>\n\
             {rows}</tbody></table></div>\n"
        )
    }
}

pub(super) fn row(rows: &mut String, title: &str, cells: &str) {
    writeln!(rows, "<tr><th scope=\"row\">{title}</th>{cells}</tr>")
        .expect("writing to a string does not fail");
}

/// `51.3 %`, or a dash.
pub(super) fn percent(results: &Results) -> String {
    let text = results.score(1).map(|score| format!("{score:.1} %"));
    text.unwrap_or("–".to_string())
}

/// A mean disc difference with its sign, or a dash.
pub(super) fn lead(results: &Results) -> String {
    match results::lead(results).as_str() {
        "-" => "–".to_string(),
        lead => lead.replace('-', "−"),
    }
}

/// A score with a bar.
pub(super) fn share_cell(results: &Results) -> String {
    match results.score(1) {
        None => "<td>–</td>".to_string(),
        Some(score) => format!(
            "<td class=\"share\" style=\"--share:{score:.1}%\">{}</td>",
            percent(results)
        ),
    }
}

/// A score with its wins, draws and losses.
pub(super) fn score_and_counts(results: &Results) -> String {
    let Results {
        wins,
        draws,
        losses,
        ..
    } = results;
    match results.finished() {
        0 => "<td>–</td>".to_string(),
        _ => format!(
            "<td>{}<small>+{wins} ={draws} −{losses}</small></td>",
            percent(results)
        ),
    }
}

/// The names of an opening, of which the page shows one.
pub(super) fn opening_name(opening: &Opening) -> String {
    let spans = Language::ALL.map(|language| {
        let (name, written) = title(opening, language);
        format!(
            "<span class=\"{language}\" lang=\"{written}\">{}</span>",
            Escaped(name)
        )
    });
    format!("<span class=\"names\">{}</span>", spans.concat())
}

//! The tree of the first moves: each line opens the replies to it.

use super::cells::{lead, opening_name, percent};
use super::left_out;
use crate::openings;
use crate::tools::stats::lists::first_moves;
use crate::tools::stats::tally::Tally;
use crate::tools::stats::tree::Line;

/// The lines that are open at first are shorter than this.
const OPEN: usize = 2;

pub(super) fn tree(tally: &Tally, most: usize) -> String {
    let list = first_moves(tally, most);
    if list.rows.is_empty() {
        return "<p>No game has moves from the usual start position.</p>\n".to_string();
    }
    let head = "<div class=\"line head\" aria-hidden=\"true\"><span>Moves</span><span>Games</span>\
                <span>Score</span><span>Lead</span></div>\n";
    let note = left_out(&list, "lines");
    let lines = replies(&list.rows, 1);
    format!("{note}<div class=\"tree\">\n{head}{lines}</div>\n")
}

/// The lines of `depth` moves at the start of `lines`, each followed by those that continue it.
fn replies(lines: &[Line], depth: usize) -> String {
    let mut list = "<ul>\n".to_string();
    for group in lines.chunk_by(|_, next| next.moves.len() > depth) {
        let (line, longer) = group.split_first().expect("a chunk has a first line");
        let cells = cells(line);
        list += &match longer.is_empty() {
            true => format!("<li><div class=\"line\">{cells}</div></li>\n"),
            false => {
                let open = if depth < OPEN { " open" } else { "" };
                format!(
                    "<li><details{open}><summary class=\"line\">{cells}</summary>\n{}</details></li>\n",
                    replies(longer, depth + 1)
                )
            }
        };
    }
    list + "</ul>\n"
}

fn cells(line: &Line) -> String {
    let last = line
        .moves
        .last()
        .map(|square| square.to_string().to_lowercase());
    let name = openings::named(&line.position).map(opening_name);
    format!(
        "<span><b>{}</b> {}</span><span>{}</span><span>{}</span><span>{}</span>",
        last.unwrap_or_default(),
        name.unwrap_or_default(),
        line.results.games,
        percent(&line.results),
        lead(&line.results)
    )
}

//! The problems of several files, one after the other.

use std::fs::File;
use std::io::{self, Read};

use crate::board::notation::obf::{self, Problem};
use crate::tools::ToolError;

/// The name of a file that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// All problems, or what is wrong with the first file that is bad.
pub(super) fn read(files: &[String]) -> Result<Vec<Problem>, ToolError> {
    let mut problems = Vec::new();
    for file in files {
        let text = text(file).map_err(|error| ToolError::Value(format!("{file}: {error}")))?;
        for (line, problem) in obf::problems(&text) {
            let problem = problem
                .map_err(|error| ToolError::Value(format!("{file}, line {line}: {error}")))?;
            problems.push(problem);
        }
    }
    Ok(problems)
}

/// Comments may be in any encoding; what matters is ASCII.
fn text(file: &str) -> io::Result<String> {
    let mut bytes = Vec::new();
    match file {
        STANDARD_INPUT => io::stdin().lock().read_to_end(&mut bytes)?,
        path => File::open(path)?.read_to_end(&mut bytes)?,
    };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

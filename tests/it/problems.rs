//! Published problem files, which are not part of the project: the variable
//! `OBVERSE_PROBLEMS` names a folder with some.

use std::io::Write;
use std::{env, fs};

use obverse::board::notation::obf::problems;

#[test]
fn published_problems_are_read() {
    let Some(folder) = env::var_os("OBVERSE_PROBLEMS") else {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: OBVERSE_PROBLEMS names no folder"
        );
        return;
    };
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_none_or(|suffix| suffix != "obf") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("it is text");
        for (line, problem) in problems(&text) {
            let problem = problem.unwrap_or_else(|error| panic!("{path:?}, line {line}: {error}"));
            let legal = problem.position.moves().len() as usize;
            assert_eq!(problem.scores.len(), legal, "{path:?}, line {line}");
            assert_eq!(problem.to_string().parse(), Ok(problem));
            count += 1;
        }
    }
    assert!(count > 0, "no problems in the folder");
}

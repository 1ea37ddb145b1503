//! Every golden dialogue in `tests/transcripts/`.

use std::fs;
use std::path::Path;

use crate::dialogue::Dialogue;

#[test]
fn every_transcript() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let name = path
            .file_name()
            .expect("it is a file")
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&path).expect("it is text");
        Dialogue::read(&text).run(&name);
        count += 1;
    }
    assert!(count > 0);
}

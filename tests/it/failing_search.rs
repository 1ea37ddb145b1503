//! A search that panics costs one failed reply, and nothing else.

use obverse::board::Square;
use obverse::protocol;
use obverse::protocol::driver::Driver;
use obverse::score::Score;
use obverse::search::control::{Control, Stopped};
use obverse::search::{Report, Request, Searcher, Watcher};
use obverse::session::options::Options;

struct Broken;

impl Searcher for Broken {
    fn best_move(&mut self, _: &Request, _: &Control, _: Watcher<'_>) -> Report {
        panic!("a bug, on purpose")
    }

    fn move_values(&mut self, _: &Request, _: &Control) -> Result<Vec<(Square, Score)>, Stopped> {
        panic!("a bug, on purpose")
    }
}

#[test]
fn the_next_command_finds_a_working_engine() {
    for command in ["genmove b", "reg_genmove b", "all_move_values"] {
        let mut driver = Driver::new(Options::new(1), || false);
        driver.session_mut().install(Box::new(Broken));
        let mut gtp = (protocol::find("gtp").expect("it is in the table").build)();
        let input = format!("1 {command}\n2 last_move\n3 genmove b\n4 undo\n");
        let mut output = Vec::new();
        let input = std::io::Cursor::new(input.into_bytes());
        driver
            .run(gtp.as_mut(), input, &mut output)
            .expect("a vector takes it all");
        assert_eq!(
            String::from_utf8_lossy(&output),
            "?1 search failed\n\n?2 no previous move known\n\n=3 D3\n\n=4\n\n"
        );
    }
}

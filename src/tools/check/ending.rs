//! How programs end, which is the same in every protocol.

use super::dialogue::Dialogue;
use super::outcome::Outcome;
use super::suite::Check;

/// `quit`.
pub(super) const QUIT: Check = Check::must(
    "quit",
    "quit ends the program within three seconds, with exit status 0",
    quit,
)
.fresh();

/// The end of the input.
pub(super) const END_OF_INPUT: Check = Check::must(
    "end-of-input",
    "the end of the input ends the program within three seconds, with exit status 0",
    |dialogue| {
        dialogue.close_input();
        dialogue.expect_exit()
    },
)
.fresh();

/// Sends `quit`, after which the program has to exit.
pub(super) fn quit(dialogue: &mut Dialogue<'_>) -> Outcome {
    dialogue.send("quit\n")?;
    dialogue.expect_exit()
}

//! The table of commands. To add one, write its handler in a file of this folder and its
//! row here.

mod about;
mod analyze;
mod analyze_args;
mod drawing;
mod files;
mod gogui;
mod options;
mod play;
mod setup;
mod state;
mod time;
mod values;

use super::args::Args;
use super::reply::{Failure, Reply};
use crate::session::Session;

/// The arguments of a handler.
pub(super) struct Call<'a> {
    pub(super) session: &'a mut Session,
    pub(super) komi: &'a mut f64,
    /// Output for the standard error stream.
    pub(super) remarks: &'a mut Vec<u8>,
    pub(super) args: Args<'a>,
}

type Run = fn(&mut Call<'_>) -> Result<Reply, Failure>;

/// A row of [`COMMANDS`].
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// Its arguments: capital letters stand for values, brackets for optional parts, and
    /// dots for repetition.
    pub args: &'static str,
    /// A description of one line.
    pub summary: &'static str,
    pub(super) run: Run,
}

const fn row(name: &'static str, args: &'static str, summary: &'static str, run: Run) -> Command {
    Command {
        name,
        args,
        summary,
        run,
    }
}

const ANALYZE_ARGS: &str = "[COLOR] [INTERVAL] [KEY VALUE ...]";

/// Every command.
#[rustfmt::skip]
pub static COMMANDS: &[Command] = &[
    // The engine
    row("protocol_version", "", "the version of the protocol, 2", about::protocol_version),
    row("name", "", "the name of the engine", about::name),
    row("version", "", "the version of the engine", about::version),
    row("known_command", "NAME", "whether a command exists", about::known_command),
    row("list_commands", "", "the names of all commands", about::list_commands),
    row("help", "[NAME]", "what the commands do", about::help),
    row("list_games", "", "the games it can play", about::list_games),
    row("set_game", "NAME", "chooses the game", about::set_game),
    row("gomill-describe_engine", "", "name, version and the value of every option", about::describe_engine),
    row("cputime", "", "the CPU seconds used so far", about::cpu_time),
    row("gomill-cpu_time", "", "the same as cputime", about::cpu_time),
    row("echo", "[TEXT]", "repeats the text", about::echo),
    row("echo_err", "[TEXT]", "repeats the text, also on standard error", about::echo_err),
    row("stop", "", "stops the running search and those requested before this command", about::stop),
    row("quit", "", "ends the session", about::quit),

    // Playing
    row("boardsize", "SIZE", "starts a game; the size must be 8", setup::boardsize),
    row("clear_board", "", "starts the next game", setup::clear_board),
    row("komi", "NUMBER", "stores a number, which does not affect the score", setup::komi),
    row("get_komi", "", "the number that komi stored", setup::get_komi),
    row("play", "COLOR MOVE", "plays a move", play::play),
    row("gogui-play_sequence", "[COLOR MOVE ...]", "plays all the moves, or none", play::play_sequence),
    row("genmove", "COLOR", "chooses a move and plays it", play::genmove),
    row("reg_genmove", "COLOR", "chooses a move reproducibly, without playing it", play::reg_genmove),
    row("undo", "", "takes back a move", play::undo),
    row("gg-undo", "[COUNT]", "takes back several moves", play::gg_undo),
    row("final_score", "", "who won, and by how much", state::final_score),

    // Time
    row("time_settings", "MAIN PERIOD STONES", "sets the time control, in seconds", time::time_settings),
    row("time_left", "COLOR SECONDS STONES", "sets the time that a player has left", time::time_left),
    row("kgs-time_settings", "SYSTEM [NUMBER ...]", "sets the time control by name", time::named_settings),
    row("kata-time_settings", "SYSTEM [NUMBER ...]", "the same as kgs-time_settings", time::named_settings),
    row("kata-list_time_settings", "", "the names of the time controls", time::list_time_settings),

    // The position and the game
    row("showboard", "", "a drawing of the board", state::showboard),
    row("is_legal", "COLOR MOVE", "1 if the move is legal, 0 if not", state::is_legal),
    row("all_legal", "COLOR", "the squares that a player can play", state::all_legal),
    row("color", "SQUARE", "what is on a square", state::color),
    row("list_stones", "COLOR", "the squares of a player's discs", state::list_stones),
    row("last_move", "", "the last move of the game", state::last_move),
    row("move_history", "", "the moves of the game, the last one first", state::move_history),
    row("grhino-show_history", "", "the moves of the game on one line", state::show_history),
    row("opening", "[LANGUAGE]", "the names of the opening, or its name in en, fr or ja", state::opening),
    row("set_position", "[COLOR SQUARE ...]", "sets up exactly these discs", setup::set_position),
    row("grhino-setup_board", "BOARD [COLOR]", "sets up a board given as 64 letters", setup::setup_board),
    row("loadsgf", "FILE [MOVE]", "loads a game, or its beginning", files::loadsgf),
    row("printsgf", "[FILE]", "the game as SGF, or writes it to a file", files::printsgf),

    // Options
    row("kata-list-params", "", "the names of the options", options::list_params),
    row("kata-get-param", "NAME", "the value of an option", options::get_param),
    row("kata-set-param", "NAME VALUE", "sets an option", options::set_param),
    row("obverse-param", "[NAME VALUE]", "the options for GoGui's dialog, or sets one", options::param),
    row("level", "NUMBER", "sets the level, 0 to 30", options::level),
    row("set_level", "NUMBER", "the same as level", options::level),
    row("rating", "NUMBER", "sets the strength as a rating", options::rating),
    row("set_random_seed", "NUMBER", "sets the option seed", options::set_random_seed),
    row("get_random_seed", "", "the seed", options::get_random_seed),
    row("clear_cache", "", "forgets what earlier searches found", options::clear_cache),

    // Analysis
    row("analyze", ANALYZE_ARGS, "reports the value of every move until the next line", analyze::analyze),
    row("lz-analyze", ANALYZE_ARGS, "the same, with chances from 0 to 10000", analyze::lz_analyze),
    row("kata-analyze", ANALYZE_ARGS, "the same as analyze", analyze::analyze),
    row("genmove_analyze", ANALYZE_ARGS, "like genmove, but reports the search", analyze::genmove_analyze),
    row("lz-genmove_analyze", ANALYZE_ARGS, "the same, with chances from 0 to 10000", analyze::lz_genmove_analyze),
    row("kata-genmove_analyze", ANALYZE_ARGS, "the same as genmove_analyze", analyze::genmove_analyze),
    row("kata-search", "COLOR", "like genmove, but does not play the move", play::search),
    row("kata-search_cancellable", "COLOR", "the same, cancelled by the next line", play::search_cancellable),
    row("kata-search_analyze", ANALYZE_ARGS, "like genmove_analyze, but does not play the move", analyze::search_analyze),
    row("kata-search_analyze_cancellable", ANALYZE_ARGS, "the same, cancelled by the next line", analyze::search_analyze_cancellable),
    row("estimate_score", "", "who is expected to win, and by how much", values::estimate_score),
    row("all_move_values", "", "the value of every legal move, the best first", values::all_move_values),
    row("gomill-explain_last_move", "", "how the last generated move was found", values::explain_last_move),

    // GoGui
    row("gogui-rules_game_id", "", "the game", about::list_games),
    row("gogui-rules_board_size", "", "the size of the board", gogui::board_size),
    row("gogui-rules_board", "", "the board, row 8 first", gogui::board),
    row("gogui-rules_board_gfx", "", "marks the last move", gogui::board_gfx),
    row("gogui-rules_side_to_move", "", "whose turn it is", gogui::side_to_move),
    row("gogui-rules_legal_moves", "", "the legal moves of the side to move", gogui::legal_moves),
    row("gogui-rules_captured_count", "", "always 0 0", gogui::captured_count),
    row("gogui-rules_final_result", "", "the result in words", state::final_result),
    row("gogui-rules_setup", "", "no effect; it tells GoGui that positions can be set up", gogui::rules_setup),
    row("gogui-setup", "COLOR SQUARE ...", "puts discs on the board", setup::gogui_setup),
    row("gogui-setup_player", "COLOR", "sets the side to move", setup::gogui_setup_player),
    row("gogui-analyze_commands", "", "the entries of GoGui's analyze menu", gogui::analyze_commands),
    row("obverse-best_moves", "", "draws the best moves and all values", drawing::best_moves),
    row("obverse-expected_line", "", "the principal variation", drawing::expected_line),
    row("obverse-winning_chances", "", "draws the winning chances after each move", drawing::winning_chances),
    row("obverse-mobility", "", "draws how many replies each move allows", drawing::mobility),
    row("obverse-stable_discs", "", "draws the discs that can never be flipped", drawing::stable_discs),
    row("gogui-interrupt", "", "no effect; it tells GoGui that # interrupt stops a search", gogui::interrupt),
    row("gogui-title", "", "the title of GoGui's window", about::title),
];

/// The command with this name, which is case-sensitive.
pub(super) fn find(name: &[u8]) -> Option<&'static Command> {
    COMMANDS
        .iter()
        .find(|command| command.name.as_bytes() == name)
}

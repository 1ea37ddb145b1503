//! The parts of a generated dialogue, before the state of the game is known.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::support::rules::Side;

/// The intent of a line, which does not depend on the state of the game.
#[derive(Clone, Debug)]
pub(super) enum Intent {
    /// The legal move with this number. A forced pass before it may be sent or omitted.
    PlayLegal {
        number: usize,
        sends_pass: bool,
    },
    /// A move, legal or not; a number beyond the squares is a pass.
    Play {
        side: Side,
        number: usize,
    },
    /// For the side to move, or for this side.
    Generate {
        side: Option<Side>,
        plays: bool,
    },
    /// Live analysis, which the next line ends.
    Analyze {
        command: &'static str,
        side: Option<Side>,
    },
    /// Legal moves, and then perhaps an illegal one.
    Sequence {
        numbers: Vec<usize>,
        is_legal: bool,
    },
    Undo(Option<usize>),
    Ask(Question),
    Begin(Beginning),
    /// A command with wrong arguments.
    Wrong(&'static str),
    /// Any bytes except line feeds.
    Junk(Vec<u8>),
    /// A line without a reply.
    Comment(&'static str),
    Stop,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Question {
    Legal(Side),
    LegalForReferee,
    IsLegal(Side, usize),
    Color(usize),
    Discs(Side),
    LastMove,
    Score,
    Referee,
}

#[derive(Clone, Debug)]
pub(super) enum Beginning {
    Usual,
    Discs(Vec<(Side, usize)>),
    SideToMove(Side),
}

/// How a line is spelled.
#[derive(Clone, Debug)]
pub(super) struct Style {
    pub(super) id: Option<u32>,
    /// Before and after it.
    pub(super) around: (&'static str, &'static str),
    pub(super) blank: &'static str,
    pub(super) is_loud: bool,
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::Black), Just(Side::White)]
}

const WRONG: &[&str] = &[
    "play",
    "play b",
    "play b z9",
    "play x d3",
    "play d3 b",
    "genmove",
    "genmove x",
    "genmove b b",
    "undo 1",
    "gg-undo x",
    "gg-undo -1",
    "boardsize",
    "boardsize x",
    "komi",
    "komi nan",
    "clear_board 8",
    "gogui-play_sequence b",
    "gogui-play_sequence b d3 w",
    "set_position b",
    "set_position b pass",
    "gogui-setup",
    "gogui-setup_player",
    "gogui-setup_player x",
    "grhino-setup_board X",
    "time_settings 1 2",
    "time_left b",
    "kgs-time_settings x",
    "kata-set-param depth",
    "obverse-param depth",
    "level x",
    "is_legal b",
    "all_legal",
    "color",
    "list_stones x",
    "showboard 1",
    "move_history x",
    "known_command",
    "set_game",
    "stop x",
    "analyze x",
    "analyze b -1",
    "kata-analyze interval",
    "lz-analyze avoid b d3",
    "analyze b 1 maxmoves 0",
    "genmove_analyze avoid b d3 1",
    "kata-search",
    "estimate_score b",
];

const ANALYZE: &[&str] = &["analyze", "kata-analyze", "lz-analyze"];

pub(super) fn intent() -> impl Strategy<Value = Intent> {
    let number = || 0usize..70;
    prop_oneof![
        20 => (any::<usize>(), any::<bool>())
            .prop_map(|(number, sends_pass)| Intent::PlayLegal { number, sends_pass }),
        4 => (side(), number()).prop_map(|(side, number)| Intent::Play { side, number }),
        8 => (prop::option::weighted(0.3, side()), prop::bool::weighted(0.8))
            .prop_map(|(side, plays)| Intent::Generate { side, plays }),
        4 => (prop::sample::select(ANALYZE), prop::option::weighted(0.3, side()))
            .prop_map(|(command, side)| Intent::Analyze { command, side }),
        4 => (vec(any::<usize>(), 0..20), prop::bool::weighted(0.7))
            .prop_map(|(numbers, is_legal)| Intent::Sequence { numbers, is_legal }),
        3 => prop::option::of(0usize..12).prop_map(Intent::Undo),
        6 => question().prop_map(Intent::Ask),
        1 => beginning().prop_map(Intent::Begin),
        3 => prop::sample::select(WRONG).prop_map(Intent::Wrong),
        2 => vec(any::<u8>().prop_filter("one line", |&byte| byte != b'\n'), 0..40)
            .prop_map(Intent::Junk),
        1 => vec(prop::sample::select(b"0123456789 \t\r#-play".to_vec()), 0..12)
            .prop_map(Intent::Junk),
        2 => prop::sample::select(&["", " ", "\t", "# play b d3", "#", "\x01\x02", "# interrupt"][..])
            .prop_map(Intent::Comment),
        1 => Just(Intent::Stop),
    ]
}

fn question() -> impl Strategy<Value = Question> {
    prop_oneof![
        side().prop_map(Question::Legal),
        Just(Question::LegalForReferee),
        (side(), 0usize..70).prop_map(|(side, number)| Question::IsLegal(side, number)),
        (0usize..64).prop_map(Question::Color),
        side().prop_map(Question::Discs),
        Just(Question::LastMove),
        Just(Question::Score),
        Just(Question::Referee),
    ]
}

fn beginning() -> impl Strategy<Value = Beginning> {
    prop_oneof![
        Just(Beginning::Usual),
        vec((side(), 0usize..64), 0..64).prop_map(Beginning::Discs),
        side().prop_map(Beginning::SideToMove),
    ]
}

pub(super) fn style() -> impl Strategy<Value = Style> {
    let around = [
        ("", ""),
        (" ", ""),
        ("\t", " \r"),
        ("", "\r"),
        ("", " # b"),
        ("\x07", "#\r"),
    ];
    (
        prop::option::of(0u32..=i32::MAX as u32),
        prop::sample::select(around.to_vec()),
        prop::sample::select(vec![" ", " ", "\t", "   "]),
        any::<bool>(),
    )
        .prop_map(|(id, around, blank, is_loud)| Style {
            id,
            around,
            blank,
            is_loud,
        })
}

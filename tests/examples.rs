//! Tests of the examples. One of them changes the table of algorithms permanently, so they
//! have their own process.

#[path = "../examples/game.rs"]
#[expect(dead_code, reason = "its main")]
mod game;
#[path = "../examples/own_searcher.rs"]
#[expect(dead_code, reason = "its main")]
mod own_searcher;
#[path = "../examples/solve.rs"]
#[expect(dead_code, reason = "its main")]
mod solve;

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("examples write UTF-8")
}

#[test]
fn the_engine_answers_a_move() {
    let mut output = Vec::new();
    game::play(&b"f9\na1\nf5\n"[..], &mut output).expect("a vector takes everything");
    let output = text(&output);
    for part in [
        "expected a square, a1 to h8, or pass\n",
        "A1: illegal move\n",
        "\nblack plays F5\nwhite plays ",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
}

#[test]
fn a_position_is_solved() {
    // White has the last empty square.
    let board = format!("-XO{}O", "O".repeat(60));
    let position = format!("{board} O").parse().expect("a board");
    let mut output = Vec::new();
    solve::solve(&position, &mut output).expect("a vector takes everything");
    let output = text(&output);
    let expected = "result: +64 discs\nbest play: A1\n";
    assert!(output.contains(expected), "{output}");
}

#[test]
fn a_searcher_of_ones_own_plays_by_its_name() {
    let input = b"kata-get-param algorithm\nkata-set-param light few_replies\nhelp\n\
        genmove b\nall_move_values\ngomill-explain_last_move\n";
    let mut output = Vec::new();
    own_searcher::talk(&input[..], &mut output).expect("it answers everything");
    let output = text(&output);
    assert!(output.starts_with("= few_replies\n\n=\n\n"), "{output}");
    assert!(output.contains("\n= D3\n\n= "), "{output}");
    assert!(!output.contains("\n? "), "{output}");
}

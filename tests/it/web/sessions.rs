//! Sessions over WebSockets.

use serde_json::json;
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

use super::client::Server;

/// As many as there may be.
const MOST_SESSIONS: usize = 8;

/// A search that takes longer than any test.
const LONG: &str = r#"{"id":"long","moves":"","depth":60,"interval":0.05}"#;

#[test]
fn positions_are_searched() {
    let server = Server::start();
    let mut tab = server.session();
    tab.tell(r#"{"id":1,"moves":"f5","depth":4,"lines":"all"}"#);
    let answer = tab.hear();
    assert_eq!(answer["id"], 1);
    assert_eq!(answer["lines"].as_array().map(Vec::len), Some(3));
    // A message is one line, even if it has several.
    tab.tell("{\"id\":2,\n\"action\":\n\"version\"}\n");
    assert_eq!(tab.hear()["id"], 2);
    tab.tell("{");
    assert!(tab.hear()["error"].is_string());
}

#[test]
fn tabs_search_at_the_same_time() {
    let server = Server::start();
    let mut tabs = [server.session(), server.session()];
    tabs[0].tell(LONG);
    assert_eq!(tabs[0].hear()["partial"], true);
    tabs[1].tell(r#"{"id":1,"moves":"f5","depth":4}"#);
    assert_eq!(tabs[1].hear()["id"], 1);
    tabs[0].tell(r#"{"id":"end","action":"terminate"}"#);
    while tabs[0].hear()["id"] != "end" {}
}

#[test]
fn there_is_a_limit_to_the_tabs() {
    let server = Server::start();
    let mut tabs: Vec<_> = (0..MOST_SESSIONS).map(|_| server.session()).collect();
    let frame = server.session().closed();
    assert_eq!(frame.code, CloseCode::Again);
    assert!(frame.reason.starts_with("too many tabs are open"));
    tabs.pop();
    loop {
        let mut tab = server.session();
        tab.tell(r#"{"id":1,"action":"version"}"#);
        if matches!(tab.0.read(), Ok(Message::Text(_))) {
            break;
        }
    }
    assert_eq!(server.status("GET", "/TOKEN/", ""), 200);
}

#[test]
fn messages_have_a_form() {
    let server = Server::start();
    let long = format!(r#"{{"id":1,"moves":"{}"}}"#, " ".repeat(1 << 20));
    for (message, code) in [
        (Message::binary(vec![1, 2]), CloseCode::Unsupported),
        (Message::text(long), CloseCode::Size),
    ] {
        let mut tab = server.session();
        // The end of a message that is too long may not be read any more.
        let _ = tab.0.send(message);
        assert_eq!(tab.closed().code, code);
    }
}

/// Whether a tab says goodbye or vanishes.
#[cfg(target_os = "linux")]
#[test]
fn the_search_of_a_closed_tab_ends() {
    let server = Server::start();
    let seconds = |time: u64| std::time::Duration::from_secs(time);
    for says_goodbye in [true, false] {
        let mut tab = server.session();
        tab.tell(LONG);
        assert_eq!(tab.hear()["partial"], true);
        if says_goodbye {
            tab.0.close(None).expect("it is open");
            while tab.0.read().is_ok() {}
        }
        drop(tab);
        // On a busy machine it may take a while.
        let ends = (0..20).any(|_| {
            let before = ticks(&server);
            std::thread::sleep(seconds(1));
            ticks(&server) == before
        });
        assert!(ends, "it still searches");
    }
}

/// The CPU time of the server.
#[cfg(target_os = "linux")]
fn ticks(server: &Server) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", server.child.id()));
    let stat = stat.expect("it runs");
    let fields: Vec<&str> = stat.split(' ').collect();
    let number = |index: usize| fields[index].parse::<u64>().expect("a number");
    number(13) + number(14)
}

#[test]
fn ctrl_c_ends_searches() {
    let mut server = Server::start();
    let mut tab = server.session();
    tab.tell(LONG);
    assert_eq!(tab.hear()["partial"], json!(true));
    server.end();
}

//! `obverse web`: what the server answers, and what it refuses.

mod client;
mod files;
mod sessions;

use std::fs;
use std::io::Write;
use std::net::TcpListener;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::thread;
use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use crate::support::folder::TempFolder;
use crate::support::program::{assert_refused, run, text};
use client::{Server, status_of};

#[test]
fn it_prints_one_line_and_ends_by_ctrl_c() {
    let mut server = Server::start();
    assert!(server.token.len() >= 32);
    assert_ne!(server.token, Server::start().token);
    // The end of its input, which has come, does not end it.
    assert_eq!(server.status("GET", "/TOKEN/", ""), 200);
    server.end();
}

/// The browser gets the address, and it does not matter if there is none.
#[cfg(unix)]
#[test]
fn the_page_is_opened() {
    let folder = TempFolder::new("web");
    let script =
        "#!/bin/sh\necho \"$@\" >\"$0.part\" && mv \"$0.part\" \"$(dirname \"$0\")/opened\"\n";
    for opener in ["xdg-open", "open"] {
        fs::write(folder.path(opener), script).expect("it can be written");
        let is_program = fs::Permissions::from_mode(0o700);
        fs::set_permissions(folder.path(opener), is_program).expect("we own it");
    }
    let path = format!("{}:/usr/bin:/bin", folder.0.display());
    let server = Server::start_open(&path);
    let opened = loop {
        match fs::read_to_string(folder.path("opened")) {
            Ok(opened) => break opened,
            Err(_) => thread::sleep(Duration::from_millis(20)),
        }
    };
    assert_eq!(
        opened,
        format!("http://{}/{}/\n", server.host(), server.token)
    );
    let server = Server::start_open("/nowhere");
    assert_eq!(server.status("GET", "/TOKEN/", ""), 200);
}

#[test]
fn ports_and_addresses_are_checked() {
    let other = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let port = other.local_addr().expect("an address").port().to_string();
    let output = run(&["web", "--no-open", "--port", &port], b"");
    let problem = format!(
        "obverse: port {port} is in use by another program: choose another one, or --port 0 for any\n"
    );
    assert_eq!(text(&output.stderr), problem);
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]));
    for (args, problem) in [
        (
            ["--port", "65536"],
            "--port: expected 0 to 65535, got 65536",
        ),
        (
            ["--listen", "localhost"],
            "--listen: expected an IP address such as 127.0.0.1, got localhost",
        ),
        (["--book", "nowhere.book"], "--book: "),
    ] {
        assert_refused(&[&["web", "--no-open"], &args[..]].concat(), "", problem);
    }
}

/// Whatever else runs on this machine, the second server finds the usual port taken.
#[test]
fn the_usual_port_is_taken_if_it_is_free() {
    const USUAL: u16 = 8864;
    let remark = format!("obverse: port {USUAL} is taken, so the page has another one, ");
    let first = Server::start_with(&[]);
    let second = Server::start_with(&[]);
    assert_eq!(second.status("GET", "/TOKEN/", ""), 200);
    assert_ne!(second.port, USUAL);
    let remarks = second.kill();
    assert!(remarks.starts_with(&remark), "{remarks}");
    assert_eq!(remarks.lines().count(), 1, "{remarks}");
    let is_usual = first.port == USUAL;
    let remarks = first.kill();
    assert_eq!(remarks.is_empty(), is_usual, "{remarks}");
    // Unless another program has it, it is free again at once.
    if is_usual {
        assert_eq!(Server::start_with(&[]).port, USUAL);
    }
}

#[test]
fn the_page_is_guarded_by_its_headers() {
    let server = Server::start();
    let answer = server.say("GET /TOKEN/ HTTP/1.1\r\nHost: HOST\r\n\r\n");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    assert!(body.contains("<title>Obverse"), "{body}");
    for header in [
        "Cache-Control: no-store",
        "Referrer-Policy: no-referrer",
        "X-Content-Type-Options: nosniff",
        "Cross-Origin-Opener-Policy: same-origin",
        "Cross-Origin-Resource-Policy: same-origin",
        "Content-Type: text/html; charset=utf-8",
        "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; ",
        "frame-ancestors 'none'",
    ] {
        assert!(head.contains(header), "{header}: {head}");
    }
    let script = server.say("GET /TOKEN/rules.js HTTP/1.1\r\nHost: HOST\r\n\r\n");
    assert!(script.contains("Content-Type: text/javascript; charset=utf-8\r\n"));
    // Nothing says whom to let in besides.
    assert!(!head.contains("Access-Control"), "{head}");
    let answer = server.say("HEAD /TOKEN/ HTTP/1.1\r\nHost: HOST\r\n\r\n");
    let length = format!("Content-Length: {}\r\n", body.len());
    assert!(answer.contains(&length) && answer.ends_with("\r\n\r\n"));
}

#[test]
fn only_the_page_itself_is_answered() {
    let server = Server::start();
    let own = &format!("http://{}", server.host());
    for (method, path, headers, status) in [
        ("GET", "/", "", 403),
        ("GET", "/favicon.ico", "", 403),
        ("GET", "/session", "", 403),
        ("POST", "/read", "Content-Length: 0\r\n", 403),
        ("DELETE", "/", "", 403),
        ("GET", "/0123456789abcdef0123456789abcdef/", "", 403),
        ("GET", "http://127.0.0.1/TOKEN/", "", 403),
        ("GET", "/TOKEN", "", 308),
        ("GET", "/TOKEN/?a=b", "", 200),
        ("GET", "/TOKEN/nothing", "", 404),
        ("POST", "/TOKEN/nothing", "Content-Length: 0\r\n", 404),
        ("POST", "/TOKEN/", "Content-Length: 0\r\n", 405),
        ("DELETE", "/TOKEN/", "", 405),
        ("OPTIONS", "/TOKEN/read", "", 405),
        ("GET", "/TOKEN/read", "", 405),
        ("HEAD", "/TOKEN/session", "", 405),
        ("GET", "/TOKEN/session", "", 426),
        ("POST", "/TOKEN/read", "", 411),
        ("POST", "/TOKEN/read", "Transfer-Encoding: chunked\r\n", 411),
        ("POST", "/TOKEN/read", "Content-Length: x\r\n", 400),
        ("POST", "/TOKEN/read", "Content-Length: 16777217\r\n", 413),
        (
            "POST",
            "/TOKEN/read",
            "Content-Length: 0\r\nContent-Length: 0\r\n",
            400,
        ),
        // Another host with our address is a second `Host`.
        ("GET", "/TOKEN/", "Host: HOST\r\n", 403),
        ("GET", "/TOKEN/", &format!("Origin: {own}\r\n"), 200),
        ("GET", "/TOKEN/", "Origin: http://evil.example\r\n", 403),
        ("GET", "/TOKEN/", "Origin: null\r\n", 403),
        ("GET", "/TOKEN/", "Sec-Fetch-Site: cross-site\r\n", 403),
        ("GET", "/TOKEN/", "Sec-Fetch-Site: none\r\n", 200),
    ] {
        let found = server.status(method, path, headers);
        assert_eq!(found, status, "{method} {path} {headers}");
    }
    let port = server.port;
    for (host, status) in [
        (format!("localhost:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        (format!("evil.example:{port}"), 403),
        (format!("127.0.0.1.evil.example:{port}"), 403),
        ("127.0.0.1".into(), 403),
        (format!("127.0.0.2:{port}"), 403),
    ] {
        let request = format!("GET /TOKEN/ HTTP/1.1\r\nHost: {host}\r\n\r\n");
        assert_eq!(status_of(&server.say(&request)), status, "{host}");
    }
    assert_eq!(status_of(&server.say("GET /TOKEN/ HTTP/1.0\r\n\r\n")), 403);
}

/// There is nothing to find: names are compared as they are, and no file is opened.
#[test]
fn no_path_leads_to_a_file() {
    let server = Server::start();
    for path in [
        "../Cargo.toml",
        "%2e%2e/Cargo.toml",
        "..%2fCargo.toml",
        "..\\Cargo.toml",
        "./",
        "/",
        "//etc/passwd",
        "/etc/passwd",
        "%00",
        "index.html%00.js",
        "page/index.html",
        "C:/",
        &"a/".repeat(5000),
    ] {
        let path = format!("/TOKEN/{path}");
        assert_eq!(server.status("GET", &path, ""), 404, "{path:.40}");
    }
    for path in ["/../TOKEN/", "//TOKEN/", "/./TOKEN/", "/%2e/TOKEN/"] {
        assert_eq!(server.status("GET", path, ""), 403, "{path}");
    }
    assert_eq!(server.status("GET", "/TOKEN/\0", ""), 400);
    let long = format!("/TOKEN/{}", "a".repeat(17 << 10));
    assert_eq!(server.status("GET", &long, ""), 431);
}

#[test]
fn what_is_no_request_is_refused() {
    let server = Server::start();
    for (text, status) in [
        ("hello\r\n\r\n".to_string(), 400),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_string(), 400),
        (
            format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(99)),
            431,
        ),
        (
            format!("GET / HTTP/1.1\r\na: {}\r\n\r\n", "b".repeat(17 << 10)),
            431,
        ),
    ] {
        assert_eq!(status_of(&server.say(&text)), status, "{text:.40}");
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for length in 0..200 {
        let mut bytes = vec![0; length];
        rng.fill_bytes(&mut bytes);
        bytes.extend(b"\r\n\r\n");
        let answer = server.send(&bytes);
        assert!(answer.is_empty() || status_of(&answer) >= 400, "{answer}");
    }
    assert_eq!(server.status("GET", "/TOKEN/", ""), 200);
}

#[test]
fn slow_clients_stop_nobody() {
    let server = Server::start();
    let slow: Vec<_> = (0..40)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"GET / HT").expect("it is read");
            stream
        })
        .collect();
    assert_eq!(server.status("GET", "/TOKEN/", ""), 200);
    let more: Vec<_> = (0..60).map(|_| server.connect()).collect();
    // The next one is told so, instead of waiting. It may have the connection closed while it
    // still writes.
    let request = "GET /TOKEN/ HTTP/1.1\r\nHost: HOST\r\n\r\n";
    let answer = server.say(request);
    assert!(answer.is_empty() || status_of(&answer) == 503, "{answer}");
    drop((slow, more));
    while !server.say(request).starts_with("HTTP/1.1 200 ") {}
}

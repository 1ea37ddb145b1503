//! Who may ask: only pages of this server, opened by somebody who knows its secret.
//!
//! Any page on the web can make a browser send requests to this machine, and with DNS
//! rebinding even read the answers, under a name of its own. So the `Host` must be one of
//! this server's, the `Origin` must be the same, and the address must begin with the secret.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use rand::TryRng;
use rand::rngs::SysRng;

use super::request::Request;

/// The secret, and the names of this server.
pub(super) struct Guard {
    token: String,
    /// The address that the page is opened with.
    own: SocketAddr,
    /// Whether it listens on all addresses of the machine.
    is_everywhere: bool,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    Host,
    Origin,
    Token,
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Host => "the server is not known under this name",
            Refusal::Origin => "the request comes from another page",
            // Whoever reloads a page of an earlier start reads this, in either language.
            Refusal::Token => {
                "open the address that obverse web has printed; it is new each time the program \
                 starts\n\
                 obverse web が表示したアドレスを開いてください。アドレスは起動するたびに変わります"
            }
        })
    }
}

impl Guard {
    /// A guard with a new secret, for a server that listens on this address.
    pub(super) fn new(listening: SocketAddr) -> io::Result<Guard> {
        let random = || SysRng.try_next_u64().map_err(io::Error::other);
        let token = format!("{:016x}{:016x}", random()?, random()?);
        Ok(Guard::with_token(listening, token))
    }

    pub(super) fn with_token(listening: SocketAddr, token: String) -> Guard {
        let loopback: IpAddr = match listening.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        };
        let is_everywhere = listening.ip().is_unspecified();
        let ip = match is_everywhere {
            true => loopback,
            false => listening.ip(),
        };
        Guard {
            token,
            own: SocketAddr::new(ip, listening.port()),
            is_everywhere,
        }
    }

    /// The address of the page.
    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/", self.own, self.token)
    }

    /// The part of the path after the secret, without a slash before it, if the request is
    /// admitted; `None` if not even the slash is there.
    pub(super) fn admit<'a>(&self, request: &'a Request) -> Result<Option<&'a str>, Refusal> {
        let host = request.only("host").unwrap_or_default();
        if !self.is_own(host) {
            return Err(Refusal::Host);
        }
        let is_same = |origin: &str| {
            let host_of_origin = origin.strip_prefix("http://");
            host_of_origin.is_some_and(|other| other.eq_ignore_ascii_case(host))
        };
        if request.has("origin") && !request.only("origin").is_some_and(is_same) {
            return Err(Refusal::Origin);
        }
        // `none` is an address that the user has typed or opened.
        let is_direct = |site: &str| matches!(site, "same-origin" | "none");
        if request.has("sec-fetch-site") && !request.only("sec-fetch-site").is_some_and(is_direct) {
            return Err(Refusal::Origin);
        }
        let path = request.path.strip_prefix('/').ok_or(Refusal::Token)?;
        let (token, name) = match path.split_once('/') {
            Some((token, name)) => (token, Some(name)),
            None => (path, None),
        };
        match is_equal(token.as_bytes(), self.token.as_bytes()) {
            true => Ok(name),
            false => Err(Refusal::Token),
        }
    }

    /// Whether a `Host` names this server. A name is safe only if no other site can be known
    /// under it; an IP address cannot be rebound.
    fn is_own(&self, host: &str) -> bool {
        const DEFAULT_PORT: u16 = 80;
        let port = self.own.port();
        let is_named = |name: &str| {
            let is_local = name.eq_ignore_ascii_case("localhost");
            let ip = match name.strip_prefix('[') {
                Some(rest) => rest.strip_suffix(']').and_then(|ip| ip.parse().ok()),
                None => name.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
            };
            let is_known = |ip: IpAddr| {
                let local: [IpAddr; 2] = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
                self.is_everywhere || ip == self.own.ip() || local.contains(&ip)
            };
            is_local || ip.is_some_and(is_known)
        };
        match host.strip_suffix(&format!(":{port}")) {
            Some(name) => is_named(name),
            None => port == DEFAULT_PORT && is_named(host),
        }
    }
}

/// Compares in a time that does not depend on where the texts differ.
fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let difference = one.iter().zip(other).fold(0, |seen, (a, b)| seen | (a ^ b));
    one.len() == other.len() && difference == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admitted(listening: &str, path: &str, headers: &[(&str, &str)]) -> Result<String, Refusal> {
        let guard = Guard::with_token(listening.parse().unwrap(), "secret".into());
        let headers = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"));
        let text = format!("GET {path} HTTP/1.1\r\n{}\r\n", headers.collect::<String>());
        let request = Request::read(&mut text.as_bytes()).unwrap();
        let name = guard.admit(&request)?;
        Ok(name.unwrap_or("(none)").to_string())
    }

    #[test]
    fn names_that_others_could_own_are_refused() {
        let local = "127.0.0.1:8080";
        for (listening, host, is_own) in [
            (local, "127.0.0.1:8080", true),
            (local, "localhost:8080", true),
            (local, "LOCALHOST:8080", true),
            (local, "[::1]:8080", true),
            (local, "127.0.0.1", false),
            (local, "127.0.0.1:80", false),
            (local, "127.0.0.1:08080", false),
            (local, "evil.example:8080", false),
            (local, "localhost.evil.example:8080", false),
            (local, "192.168.0.7:8080", false),
            (local, "::1:8080", false),
            (local, "", false),
            ("127.0.0.1:80", "127.0.0.1", true),
            ("127.0.0.1:80", "localhost", true),
            ("127.0.0.1:80", "evil.example", false),
            ("192.168.0.7:8080", "192.168.0.7:8080", true),
            ("192.168.0.7:8080", "192.168.0.8:8080", false),
            ("0.0.0.0:8080", "192.168.0.7:8080", true),
            ("0.0.0.0:8080", "evil.example:8080", false),
            ("[::]:8080", "[fe80::1]:8080", true),
        ] {
            let found = admitted(listening, "/secret/", &[("Host", host)]);
            let expected = if is_own {
                Ok("".into())
            } else {
                Err(Refusal::Host)
            };
            assert_eq!(found, expected, "{listening} {host}");
        }
        let host = ("Host", "localhost:8080");
        assert_eq!(admitted(local, "/secret/", &[]), Err(Refusal::Host));
        assert_eq!(
            admitted(local, "/secret/", &[host, host]),
            Err(Refusal::Host)
        );
    }

    #[test]
    fn other_pages_are_refused() {
        for (name, value, is_admitted) in [
            ("Origin", "http://localhost:8080", true),
            ("Origin", "HTTP://localhost:8080", false),
            ("Origin", "https://localhost:8080", false),
            ("Origin", "http://127.0.0.1:8080", false),
            ("Origin", "http://localhost", false),
            ("Origin", "http://evil.example", false),
            ("Origin", "null", false),
            ("Origin", "", false),
            ("Sec-Fetch-Site", "same-origin", true),
            ("Sec-Fetch-Site", "none", true),
            ("Sec-Fetch-Site", "same-site", false),
            ("Sec-Fetch-Site", "cross-site", false),
        ] {
            let headers = [("Host", "localhost:8080"), (name, value)];
            let found = admitted("127.0.0.1:8080", "/secret/a", &headers);
            assert_eq!(found.is_ok(), is_admitted, "{name}: {value}");
        }
    }

    #[test]
    fn nothing_is_found_without_the_secret() {
        let host = [("Host", "localhost:8080")];
        let admitted = |path| admitted("127.0.0.1:8080", path, &host);
        assert_eq!(admitted("/secret/"), Ok("".into()));
        assert_eq!(admitted("/secret/a/../b"), Ok("a/../b".into()));
        assert_eq!(admitted("/secret"), Ok("(none)".into()));
        for path in [
            "/",
            "*",
            "//secret/",
            "/Secret/",
            "/secre/",
            "/secrets/",
            "/a/../secret/",
        ] {
            assert_eq!(admitted(path), Err(Refusal::Token), "{path}");
        }
    }

    #[test]
    fn secrets_are_long_and_new() {
        let token = || Guard::new("127.0.0.1:1".parse().unwrap()).unwrap().token;
        assert!(token().len() == 32 && token() != token());
    }
}

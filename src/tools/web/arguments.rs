//! The command line of `obverse web`.

use std::net::{IpAddr, Ipv4Addr};

use crate::flags::{Flag, Given, Group, Kind, Place, Switch, Syntax, ValueKind, Whole};
use crate::session::options::{BookName, HashSize, Options, THREAD_COUNTS};
use crate::tools::arguments;

/// The port unless another one is named, which registries have assigned to nobody. It is always
/// the same, because browsers keep what a page remembers for its port.
pub(super) const DEFAULT_PORT: u16 = 8864;

/// Where to listen, and the options of each session.
pub(super) struct Arguments {
    pub(super) address: IpAddr,
    /// `None` is the default port, or any if it is taken.
    pub(super) port: Option<u16>,
    pub(super) is_opened: bool,
    pub(super) options: Options,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            address: Ipv4Addr::LOCALHOST.into(),
            port: None,
            is_opened: true,
            options: Options::new(0),
        }
    }
}

pub(super) const SYNTAX: Syntax<Arguments> = Syntax {
    command: "web",
    usage: &["[FLAG ...]"],
    operands: &[],
    groups: &[Group {
        title: "Flags",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Arguments>] = &[
    Flag::new(
        &["--port"],
        "N",
        "listen on this port; 0 means any that is free",
        &Given {
            kind: Whole::new(0, u16::MAX as u64),
            set: |arguments: &mut Arguments, port| arguments.port = Some(port),
        },
    )
    .default("8864, or any if it is taken")
    .details(
        "The browser keeps what the page remembers, such as the language and the last game, \
         for each port.",
    ),
    Flag::new(
        &["--no-open"],
        "",
        "only print the address, without starting a browser",
        &Switch(|arguments: &mut Arguments| arguments.is_opened = false),
    ),
    Flag::new(
        &["--listen"],
        "ADDRESS",
        "listen on this address of the machine",
        &Place(Address, |arguments: &mut Arguments| &mut arguments.address),
    )
    .details(
        "With any other address than 127.0.0.1 or ::1, other machines can connect. The connection \
         is not encrypted: whoever can read it learns the address of the page, and can let this \
         machine compute. 0.0.0.0 means all addresses.",
    ),
    arguments::search_threads(&Place(THREAD_COUNTS, |arguments: &mut Arguments| {
        &mut arguments.options.search.threads
    }))
    .default(arguments::ONE_FOR_EACH_CORE),
    arguments::hash_mb(&Place(HashSize, |arguments: &mut Arguments| {
        &mut arguments.options.search.hash_mb
    }))
    .details("Each tab of the browser has one of its own."),
    Flag::new(
        &["--book"],
        "FILE",
        "play from this opening book",
        &Given {
            kind: BookName,
            set: |arguments: &mut Arguments, source| {
                arguments.options.book.source = source;
                arguments.options.is_book_used = true;
            },
        },
    )
    .details("`embedded` is the one built into the program. Without this flag, none is used."),
];

/// An address of this machine.
struct Address;

impl ValueKind for Address {
    type Value = IpAddr;

    fn kind(&self) -> Kind {
        Kind::Text("an IP address such as 127.0.0.1")
    }

    fn parse(&self, text: &str) -> Result<IpAddr, String> {
        text.parse()
            .map_err(|_| format!("expected {}", self.kind()))
    }

    fn format(&self, address: &IpAddr) -> String {
        address.to_string()
    }
}

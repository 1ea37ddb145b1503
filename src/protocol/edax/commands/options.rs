//! Commands that set options.

use super::files::read;
use super::{Call, Refused};
use crate::protocol::edax::settings::{self, Mode};

/// Sets the option with this name.
pub(super) fn set(call: &mut Call<'_>, name: &str, value: &str) -> Result<(), Refused> {
    let flag = settings::find(name).ok_or(Refused)?;
    if value.is_empty() != flag.variable.is_empty() {
        return Err(Refused);
    }
    let settings = call.console.settings_mut();
    let game_time = settings.game_time;
    settings.set(flag, value).map_err(|_| Refused)?;
    if let Some(path) = settings.option_file.take() {
        let text = read(&path).map_err(|_| Refused)?;
        settings.read_options(&text);
    }
    *call.session.options_mut() = settings.options.clone();
    if settings.game_time != game_time {
        settings.apply_clock(call.session);
    }
    Ok(())
}

pub(super) fn mode(call: &mut Call<'_>) -> Result<(), Refused> {
    let mode = call.number_or(3)?.to_string();
    set(call, "mode", &mode)
}

/// The driver stops the search as soon as it reads the line. What is left is the mode.
pub(super) fn stop(call: &mut Call<'_>) -> Result<(), Refused> {
    call.console.settings_mut().mode = Mode::Neither;
    Ok(())
}

pub(super) fn book(call: &mut Call<'_>) -> Result<(), Refused> {
    match call.value.split_once(char::is_whitespace) {
        None => set(call, "book-usage", call.value),
        Some(("randomness", discs)) => set(call, "book-randomness", discs.trim()),
        _ => Err(Refused),
    }
}

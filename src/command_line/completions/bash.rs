//! Completions for bash.

use super::Row;
use super::values::{Candidates, commands, families, protocols};
use crate::flags::Description;
use crate::tools;

pub(super) const ROW: Row = Row {
    name: "bash",
    write,
};

const HEAD: &str = r#"# Completions of obverse for bash: source <(obverse completions bash)

_obverse_words() {
    COMPREPLY=($(compgen -W "$1" -- "$2"))
}

_obverse_files() {
    local IFS=$'\n'
    compopt -o filenames 2> /dev/null
    COMPREPLY=($(compgen -f -- "$1"))
}

_obverse() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local before=("${COMP_WORDS[@]:1:COMP_CWORD - 1}") command flags
    # An equals sign before a value is a word of its own.
    if [[ $cur == '=' ]]; then
        cur=
    elif [[ $prev == '=' ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    while [[ ${before[0]} == @(--weights|--cpu) && ${#before[@]} -gt 1 ]]; do
        before=("${before[@]:2}")
    done
    command=${before[0]}
    case $command in
"#;

const TAIL: &str = r#"    esac
    if [[ $cur == -* ]]; then
        _obverse_words "$flags" "$cur"
    fi
}

complete -F _obverse obverse
"#;

fn write(program: &Description, tools: &[&tools::Row]) -> String {
    let commands = commands(tools);
    let mut script = HEAD.to_string();
    for (tool, names) in families(&commands, tools) {
        let names = names.join(" ");
        script += &format!(
            "        {tool})\n            case ${{before[1]}} in\n                \
             {}) command+=\" ${{before[1]}}\" ;;\n                \
             *) _obverse_words '{names}' \"$cur\"; return ;;\n            esac ;;\n",
            names.replace(' ', " | ")
        );
    }
    script += "    esac\n    case $command in\n";
    for description in &commands {
        let words = operands(description);
        script += &branch(&format!("'{}'", description.command), description, &words);
    }
    let names: Vec<&str> = tools.iter().map(|row| row.name).collect();
    let words = format!(
        "            local words='{}'\n            \
         [[ ${{#before[@]}} -eq 0 ]] && words+=' {}'\n            \
         _obverse_words \"$words\" \"$cur\"\n",
        protocols().join(" "),
        names.join(" ")
    );
    script += &branch("*", program, &words);
    script + TAIL
}

/// One branch of the case of commands: the values of flags, then the flags, then what
/// else can stand there.
fn branch(pattern: &str, description: &Description, words: &str) -> String {
    let mut text = format!("        {pattern})\n            case $prev in\n");
    for flag in description.flags() {
        if flag.variable.is_empty() {
            continue;
        }
        let action = match Candidates::from(&flag.kind) {
            Candidates::Words(words) => format!("_obverse_words '{}' \"$cur\"; ", words.join(" ")),
            Candidates::Files => "_obverse_files \"$cur\"; ".to_string(),
            Candidates::None => String::new(),
        };
        text += &format!(
            "                {}) {action}return ;;\n",
            flag.names.join(" | ")
        );
    }
    let flags: Vec<&str> = description
        .flags()
        .flat_map(|flag| &flag.names)
        .map(String::as_str)
        .chain(["--help"])
        .collect();
    text + &format!(
        "            esac\n            flags='{}'\n{words}            ;;\n",
        flags.join(" ")
    )
}

fn operands(description: &Description) -> String {
    let mut text = String::new();
    for operand in &description.operands {
        match Candidates::from(&operand.kind) {
            Candidates::Words(words) => {
                text = format!(
                    "            _obverse_words '{}' \"$cur\"\n",
                    words.join(" ")
                );
            }
            Candidates::Files => text = "            _obverse_files \"$cur\"\n".to_string(),
            Candidates::None => {}
        }
    }
    text
}

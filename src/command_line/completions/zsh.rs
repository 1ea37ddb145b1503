//! Completions for zsh.

use super::Row;
use super::values::{Candidates, commands, families, protocols};
use crate::flags::{Count, Description, Kind};
use crate::tools;

pub(super) const ROW: Row = Row { name: "zsh", write };

const HEAD: &str = r#"#compdef obverse
# Completions of obverse for zsh: write them to a file _obverse in a folder of fpath.

_obverse() {
    # These flags and their values can stand before everything else.
    while [[ $words[2] == (--weights|--cpu) ]] && (( CURRENT > 3 )); do
        words=("$words[1]" "${(@)words[4,-1]}")
        (( CURRENT -= 2 ))
    done
    if (( CURRENT > 2 )); then
        case $words[2] in
"#;

const TAIL: &str = r#"}

if [[ $funcstack[1] == _obverse ]]; then
    _obverse "$@"
else
    compdef _obverse obverse
fi
"#;

fn write(program: &Description, tools: &[&tools::Row]) -> String {
    let commands = commands(tools);
    let mut script = HEAD.to_string();
    for (tool, names) in families(&commands, tools) {
        script += &format!(
            "            {tool})\n                shift words\n                (( CURRENT-- ))\n                \
             if (( CURRENT == 2 )); then\n                    \
             compadd -- {}\n                    return\n                fi\n                \
             case $words[2] in\n",
            names.join(" ")
        );
        for description in &commands {
            if let Some((_, name)) = description.command.split_once(' ') {
                script += &branch(name, description);
            }
        }
        script += "                esac\n                return ;;\n";
    }
    for description in commands.iter().filter(|known| !known.command.contains(' ')) {
        script += &branch(description.command, description);
    }
    script += "        esac\n    fi\n";
    let rows = tools.iter().map(|row| (row.name, row.summary));
    let named: Vec<String> = rows
        .map(|(name, summary)| quoted(&format!("{name}:{summary}")))
        .collect();
    script += &format!(
        "    if (( CURRENT == 2 )); then\n        local -a tools=(\n            {}\n        )\n        \
         _describe tool tools\n    fi\n",
        named.join("\n            ")
    );
    let protocols = format!("'*:protocol:({})'", protocols().join(" "));
    script += &format!("    _arguments -S : {}{protocols}\n", flags(program));
    script + TAIL
}

fn branch(name: &str, description: &Description) -> String {
    let operands = description.operands.iter().enumerate();
    let operands = operands.map(|(index, operand)| {
        let place = match operand.count {
            Count::Some | Count::Any => "*".to_string(),
            Count::One | Count::Optional => (index + 1).to_string(),
        };
        let optional = if operand.count == Count::Optional {
            ":"
        } else {
            ""
        };
        let spec = format!(
            "{place}:{optional}{}:{}",
            operand.name,
            action(&operand.kind)
        );
        format!("{} ", quoted(&spec))
    });
    let operands: String = operands.collect();
    format!(
        "            {name}) shift words; (( CURRENT-- )); _arguments -S : {}{}; return ;;\n",
        flags(description),
        operands.trim_end()
    )
}

/// The flags as arguments of `_arguments`, each followed by a blank.
fn flags(description: &Description) -> String {
    let mut text = String::new();
    for flag in description.flags() {
        let escaped = |text: &str| {
            let text = text.replace('\\', "\\\\").replace(':', "\\:");
            text.replace('[', "\\[").replace(']', "\\]")
        };
        let summary = escaped(flag.summary);
        for name in &flag.names {
            let spec = match flag.variable {
                "" => format!("{name}[{summary}]"),
                variable => {
                    let attached = if name.starts_with("--") { "=" } else { "" };
                    let action = action(&flag.kind);
                    format!(
                        "*{name}{attached}[{summary}]:{}:{action}",
                        escaped(variable)
                    )
                }
            };
            text += &format!("{} ", quoted(&spec));
        }
    }
    text + &quoted("--help[print the long help]") + " "
}

fn action(kind: &Kind) -> String {
    match Candidates::from(kind) {
        Candidates::Words(words) => format!("({})", words.join(" ")),
        Candidates::Files => "_files".to_string(),
        Candidates::None => " ".to_string(),
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

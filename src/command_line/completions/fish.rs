//! Completions for fish.

use super::Row;
use super::values::{Candidates, commands, families, protocols};
use crate::flags::Description;
use crate::tools;

pub(super) const ROW: Row = Row {
    name: "fish",
    write,
};

const HEAD: &str = r#"# Completions of obverse for fish: obverse completions fish | source

# Whether the words before the cursor begin with these.
function __obverse_in
    set -l words (commandline -opc)
    set -e words[1]
    while contains -- "$words[1]" --weights --cpu
        set -e words[1..2]
    end
    for word in $argv
        test "$words[1]" = "$word"; or return 1
        set -e words[1]
    end
end

# The same, and there are no others.
function __obverse_at
    set -l words (commandline -opc)
    set -e words[1]
    while contains -- "$words[1]" --weights --cpu
        set -e words[1..2]
    end
    test (count $words) -eq (count $argv); and __obverse_in $argv
end

complete -c obverse -f
"#;

fn write(program: &Description, tools: &[&tools::Row]) -> String {
    let commands = commands(tools);
    let mut script = HEAD.to_string();
    let names: Vec<&str> = tools.iter().map(|row| row.name).collect();
    for row in tools {
        script += &format!(
            "complete -c obverse -n __obverse_at -a {} -d {}\n",
            row.name,
            quoted(row.summary)
        );
    }
    let none = format!("not __fish_seen_subcommand_from {}", names.join(" "));
    script += &format!(
        "complete -c obverse -n '{none}' -a '{}' -d protocol\n",
        protocols().join(" ")
    );
    script += &flags(&none, program);
    for (tool, names) in families(&commands, tools) {
        script += &format!(
            "complete -c obverse -n '__obverse_at {tool}' -a '{}'\n",
            names.join(" ")
        );
    }
    for description in &commands {
        let condition = format!("__obverse_in {}", description.command);
        script += &flags(&condition, description);
        for operand in &description.operands {
            let action = match Candidates::from(&operand.kind) {
                Candidates::Words(words) => format!("-a '{}'", words.join(" ")),
                Candidates::Files => "-F".to_string(),
                Candidates::None => continue,
            };
            script += &format!("complete -c obverse -n '{condition}' {action}\n");
        }
    }
    script
}

fn flags(condition: &str, description: &Description) -> String {
    let mut text = String::new();
    for flag in description.flags() {
        let spellings = flag.names.iter().map(|name| match name.strip_prefix("--") {
            Some(name) => format!("-l {name}"),
            None if name.len() == 2 => format!("-s {}", &name[1..]),
            None => format!("-o {}", &name[1..]),
        });
        let value = match flag.variable {
            "" => String::new(),
            _ => match Candidates::from(&flag.kind) {
                Candidates::Words(words) => format!(" -x -a '{}'", words.join(" ")),
                Candidates::Files => " -r -F".to_string(),
                Candidates::None => " -x".to_string(),
            },
        };
        text += &format!(
            "complete -c obverse -n '{condition}' {}{} -d {}\n",
            spellings.collect::<Vec<_>>().join(" "),
            value,
            quoted(flag.summary)
        );
    }
    text + &format!("complete -c obverse -n '{condition}' -l help -d 'print the long help'\n")
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'"))
}

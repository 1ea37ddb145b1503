//! Escaping and templates. All untrusted text is escaped here.

use std::fmt;

use crate::text::is_command;

/// Text in which markup is escaped, for an element or a quoted attribute. Letters that could
/// command a terminal, or turn the text of a title, become `�`.
pub(in crate::tools) struct Escaped<'a>(pub(in crate::tools) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' => f.write_str("\n")?,
                _ if is_command(letter) => f.write_str("\u{fffd}")?,
                _ => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }
}

/// A name in running text, isolated so that it cannot change the text direction.
pub(in crate::tools) fn name(name: &str) -> String {
    format!("<bdi>{}</bdi>", Escaped(name))
}

/// The main figures, side by side: the title of each, the figure, and more about it.
pub(in crate::tools) fn tiles(tiles: &[(&str, String, String)]) -> String {
    let tiles: String = tiles
        .iter()
        .map(|(title, figure, more)| {
            format!("<div><dt>{title}</dt><dd>{figure}<small>{more}</small></dd></div>\n")
        })
        .collect();
    format!("<dl class=\"tiles\">\n{tiles}</dl>\n")
}

/// JSON for a script element. A `<` is escaped, because it could end the element.
pub(super) fn script_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Replaces each `{{key}}` in a template with its value. A `{{key}}` in a value is not
/// replaced.
pub(in crate::tools) fn fill(template: &str, values: &[(&str, String)]) -> String {
    let mut parts = template.split("{{");
    let mut page = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (key, rest) = part.split_once("}}").expect("a placeholder is closed");
        let value = values.iter().find(|(name, _)| *name == key);
        let (_, value) = value.unwrap_or_else(|| panic!("no value for {key}"));
        page += value;
        page += rest;
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untrusted_text_contains_no_markup() {
        let escaped = Escaped("</b a='1' b=\"2\">&amp;\u{1b}").to_string();
        assert_eq!(
            escaped,
            "&lt;/b a=&#39;1&#39; b=&quot;2&quot;&gt;&amp;amp;\u{fffd}"
        );
        assert!(!script_json(r#"["</script><!--"]"#).contains('<'));
    }

    #[test]
    fn values_are_not_templates() {
        let values = [("a", "{{b}}".to_string()), ("b", "2".to_string())];
        assert_eq!(fill("1{{a}}-{{b}}{{b}}.", &values), "1{{b}}-22.");
    }
}

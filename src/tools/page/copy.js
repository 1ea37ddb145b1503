/* Copies text to the clipboard. */

/* Browsers may not let a page from a file do that: then `field` shows the text, selected. */
export async function copy(text, field, status) {
  try {
    await navigator.clipboard.writeText(text)
    field.hidden = true
    status.textContent = 'Copied'
  } catch {
    field.value = text
    field.hidden = false
    field.focus()
    field.select()
    status.textContent = 'Selected: copy it with Ctrl+C'
  }
}

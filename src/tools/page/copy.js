/* Copies text to the clipboard. */

const COPY_WORDS = {copied: 'Copied', notCopied: 'Selected: copy it with Ctrl+C'}

/* Browsers may not let a page from a file or another machine do that: then `field` shows the
 * text, selected. */
export async function copy(text, field, status, words = COPY_WORDS) {
  try {
    await navigator.clipboard.writeText(text)
    field.hidden = true
    status.textContent = words.copied
  } catch {
    field.value = text
    field.hidden = false
    field.focus()
    field.select()
    status.textContent = words.notCopied
  }
}

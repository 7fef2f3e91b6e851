/** What was typed into a page before the app took it over, which would empty the fields. */

let typed: Record<string, string> = {}

/** By what the field holds, as its `autocomplete` says. */
export function rememberTyped(page: ParentNode) {
  for (const field of page.querySelectorAll('input')) {
    if (field.autocomplete && field.value) typed[field.autocomplete] = field.value
  }
}

/** Once: whoever asks fills it in, and the next visit begins anew. */
export function takeTyped(): Readonly<Record<string, string>> {
  const taken = typed
  typed = {}
  return taken
}

/** What was typed into a page before the app took it over, which would empty the fields. */

let typed: Record<string, string> = {}
let stop = () => {}

/** By what the field holds, as its `autocomplete` says; from now until somebody takes it. */
export function rememberTyped(page: ParentNode) {
  const note = () => {
    for (const field of page.querySelectorAll('input')) {
      if (field.autocomplete && field.value) typed[field.autocomplete] = field.value
    }
  }
  note()
  // The app takes the page over part by part, and people go on typing meanwhile.
  page.addEventListener('input', note)
  stop = () => page.removeEventListener('input', note)
}

/** Once: whoever asks fills it in, and the next visit begins anew. */
export function takeTyped(): Readonly<Record<string, string>> {
  stop()
  const taken = typed
  typed = {}
  return taken
}

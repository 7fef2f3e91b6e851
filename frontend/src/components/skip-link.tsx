/** The first stop of the keyboard: past the header, to what the page is about. */

export const MAIN_ID = 'main'

export function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="fixed top-3 left-3 z-100 not-focus-visible:sr-only rounded-full bg-primary px-5 py-3 text-sm font-medium text-primary-foreground shadow-lift focus-visible:translate-y-0"
    >
      Skip to main content
    </a>
  )
}

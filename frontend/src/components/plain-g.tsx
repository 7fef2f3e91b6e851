/** A plain letter: the company's colored sign may only be used as they draw it. */
export function PlainG({ className = 'size-5' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      aria-hidden
      className={className}
    >
      <path d="M19 6.5A9 9 0 1 0 21 12h-8.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

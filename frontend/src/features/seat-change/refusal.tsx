/** Why nothing changed, in the server's words. */
export function Refusal({ words }: { words: string }) {
  return (
    <p role="alert" className="rounded-xl bg-market-soft p-4 text-market">
      {words}
    </p>
  )
}

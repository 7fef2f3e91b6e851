/** Why something was not done. */
export function Refusal({ words }: { words: string }) {
  return (
    <p role="alert" className="rounded-xl bg-market-soft p-4 text-market">
      {words}
    </p>
  )
}

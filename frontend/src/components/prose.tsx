/** Long text set for reading: comfortable lines, quiet lists, links that look like links. */
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'

const text = cn(
  'grid max-w-[42rem] gap-4 leading-7',
  '[&_h3]:mt-3 [&_h3]:text-lg [&_h3]:font-bold [&_h3]:tracking-tight',
  '[&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-2.5 [&_ol]:pl-6 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2.5 [&_ul]:pl-6',
  '[&_li]:pl-1 [&_li]:marker:text-muted-foreground [&_strong]:font-semibold',
  '[&_a]:rounded-sm [&_a]:text-primary [&_a]:underline [&_a]:underline-offset-4 [&_a]:hover:decoration-2',
)

// Two columns of words wrap on any screen; on paper a row is never cut in two.
const table = cn(
  'w-full border-collapse text-left text-[0.9375rem] leading-6',
  '[&_td]:border-t [&_td]:py-3 [&_td]:pr-4 [&_td]:align-top [&_th]:border-t [&_th]:py-3 [&_th]:pr-6 [&_th]:align-top [&_th]:font-medium',
  '[&_thead_th]:border-t-0 [&_thead_th]:text-sm [&_thead_th]:font-normal [&_thead_th]:text-muted-foreground [&_tr]:break-inside-avoid',
)

export function Prose({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn(text, className)} {...props} />
}

interface ProseTableProps {
  /** What the two columns hold. */
  heads: readonly [string, string]
  rows: readonly (readonly [string, string])[]
}

/** Two columns: a thing, and what is said about it. */
export function ProseTable({ heads, rows }: ProseTableProps) {
  return (
    <table className={table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([thing, said]) => (
          <tr key={thing}>
            <th scope="row">{thing}</th>
            <td>{said}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What is worth printing, dark on white whatever the theme on the screen, without the page's bars. */
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

const paper = cn(
  'print:bg-white print:text-black print:[--background:white] print:[--border:#bbb] print:[--foreground:black] print:[--muted-foreground:#333] print:[--primary-foreground:white] print:[--primary:#14532d] print:[--surface-2:#f6f6f3] print:[--surface:white]',
  'print:[&>div>footer]:hidden print:[&>div>header]:hidden print:[&>div]:min-h-0',
)

export function OnPaper({ children }: { children: ReactNode }) {
  return <div className={paper}>{children}</div>
}

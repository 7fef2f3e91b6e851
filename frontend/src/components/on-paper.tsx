/** What is worth printing, dark on white whatever the theme on the screen, without the page's bars. */
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

const paper = cn(
  'print:bg-white print:text-black print:[--border:#bbb] print:[--foreground:black] print:[--muted-foreground:#333] print:[--surface:white]',
  'print:[&>div>footer]:hidden print:[&>div>header]:hidden',
)

/** A document of its own keeps its color, and its sheet ends where it ends. */
const sheet =
  'print:[--background:white] print:[--primary-foreground:white] print:[--primary:#14532d] print:[--surface-2:#f6f6f3] print:[&>div]:min-h-0'

interface OnPaperProps {
  /** A receipt or a certificate, and not a page with something on it. */
  isSheet?: boolean
  className?: string
  children: ReactNode
}

export function OnPaper({ isSheet = false, className, children }: OnPaperProps) {
  return <div className={cn(paper, isSheet && sheet, className)}>{children}</div>
}

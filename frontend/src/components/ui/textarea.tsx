import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'
import { useFieldControl } from './field'
import { controlClasses } from './input'

/** Grows with its text where the browser can, between four and about sixteen lines. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  const field = useFieldControl()
  return (
    <textarea
      className={cn(
        controlClasses,
        'field-sizing-content max-h-104 min-h-28 py-2.5 leading-6 read-only:bg-surface-2',
        className,
      )}
      {...field}
      {...props}
    />
  )
}

/** Joins class names; a later Tailwind class wins over an earlier one of the same kind. */
import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// Without this, `text-display` would be taken for a color and dropped beside `text-foreground`.
const merge = extendTailwindMerge({
  extend: { classGroups: { 'font-size': [{ text: ['display', 'title', 'lead'] }] } },
})

export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}

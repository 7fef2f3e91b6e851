/** Fields that belong together, under a name. */
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { BootcampValues } from './bootcamp-schema'

export type BootcampForm = UseFormReturn<BootcampValues>

interface FormSectionProps {
  title: string
  children: ReactNode
}

export function FormSection({ title, children }: FormSectionProps) {
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend className="mb-4 w-full border-b pb-2 font-display text-lg font-bold tracking-tight">
        {title}
      </legend>
      {children}
    </fieldset>
  )
}

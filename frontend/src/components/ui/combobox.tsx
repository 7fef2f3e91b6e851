/** One of very many: a button that opens a field to type in, and the few that match below it. */
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { lazy, Suspense, useState } from 'react'
import { cn } from '@/lib/cn'
import type { ComboboxOption } from './combobox-list'
import { useFieldControl } from './field'
import { controlClasses } from './input'

const ComboboxList = lazy(async () => ({ default: (await import('./combobox-list')).ComboboxList }))

export type { ComboboxOption } from './combobox-list'

interface ComboboxProps {
  /** Names the control where no visible label does. */
  'aria-label'?: string
  /** What the field to type in asks for. */
  searchLabel: string
  options: readonly ComboboxOption[]
  value: string
  onValueChange: (value: string, label: string) => void
  /** Whoever gives the options narrows them. */
  text: string
  onTextChange: (text: string) => void
  isLoading: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  placeholder: string
  className?: string
}

export function Combobox({
  'aria-label': ariaLabel,
  searchLabel,
  options,
  value,
  onValueChange,
  text,
  onTextChange,
  isLoading,
  open: isOpen,
  onOpenChange,
  placeholder,
  className,
}: ComboboxProps) {
  const field = useFieldControl()
  const chosen = options.find((option) => option.value === value)
  // What was chosen keeps its name while other words are typed.
  const [name, setName] = useState('')
  const shown = chosen?.label ?? (value ? name : '')
  const open = (next: boolean) => {
    onOpenChange(next)
    if (!next) onTextChange('')
  }
  return (
    <Popover.Root modal open={isOpen} onOpenChange={open}>
      <Popover.Trigger
        {...field}
        aria-label={ariaLabel && (shown ? `${ariaLabel}: ${shown}` : ariaLabel)}
        className={cn(
          controlClasses,
          'flex h-11 cursor-pointer items-center justify-between gap-2 text-left',
          !shown && 'text-muted-foreground',
          className,
        )}
      >
        <span className="truncate">{shown || placeholder}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          aria-label={searchLabel}
          className="z-60 w-[max(var(--radix-popover-trigger-width),min(22rem,calc(100vw-2rem)))] rounded-lg border bg-surface p-2 shadow-lift"
        >
          {/* It comes with the first opening, and the keyboard goes on in its field. */}
          <Suspense fallback={<div className="h-11" />}>
            <ComboboxList
              searchLabel={searchLabel}
              options={options}
              value={value}
              text={text}
              onTextChange={onTextChange}
              isLoading={isLoading}
              onChoose={(option) => {
                setName(option.label)
                onValueChange(option.value, option.label)
                open(false)
              }}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

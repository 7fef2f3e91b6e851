/** One of very many: a button that opens a field to type in, and the few that match below it. */
import { Command } from 'cmdk'
import { Check, ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { cn } from '@/lib/cn'
import { useFieldControl } from './field'
import { controlClasses } from './input'

export interface ComboboxOption {
  value: string
  label: string
  disabled?: boolean
}

interface ComboboxProps {
  /** Names the control where no visible label does. */
  'aria-label'?: string
  /** What the field to type in asks for. */
  searchLabel: string
  options: readonly ComboboxOption[]
  value: string
  onValueChange: (value: string) => void
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
          <Command shouldFilter={false} label={searchLabel} className="grid gap-2">
            <Command.Input
              value={text}
              onValueChange={onTextChange}
              maxLength={100}
              placeholder={searchLabel}
              className={cn(controlClasses, 'h-11')}
            />
            <Command.List className="max-h-72 overflow-y-auto overscroll-contain">
              {!isLoading && (
                <Command.Empty className="px-3 py-4 text-center text-muted-foreground">
                  Nothing matches.
                </Command.Empty>
              )}
              {options.map((option) => (
                <Command.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled ?? false}
                  onSelect={() => {
                    setName(option.label)
                    onValueChange(option.value)
                    open(false)
                  }}
                  className="flex min-h-10 cursor-pointer items-center justify-between gap-2 rounded-md px-3 py-1.5 data-[disabled=true]:cursor-not-allowed data-[disabled=true]:opacity-60 data-[selected=true]:bg-surface-2"
                >
                  <span className="min-w-0 wrap-anywhere">{option.label}</span>
                  {option.value === value && <Check aria-hidden className="size-4 shrink-0" />}
                </Command.Item>
              ))}
            </Command.List>
            <p role="status" className="sr-only">
              {isLoading ? 'Searching' : ''}
            </p>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

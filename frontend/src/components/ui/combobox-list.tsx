/** What opens below a combobox: the field to type in, and what matches. */
import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { cn } from '@/lib/cn'
import { controlClasses } from './input'

export interface ComboboxOption {
  value: string
  label: string
  disabled?: boolean
}

interface ComboboxListProps {
  searchLabel: string
  options: readonly ComboboxOption[]
  value: string
  text: string
  onTextChange: (text: string) => void
  isLoading: boolean
  onChoose: (option: ComboboxOption) => void
}

export function ComboboxList({
  searchLabel,
  options,
  value,
  text,
  onTextChange,
  isLoading,
  onChoose,
}: ComboboxListProps) {
  return (
    <Command shouldFilter={false} label={searchLabel} className="grid gap-2">
      <Command.Input
        autoFocus
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
            onSelect={() => onChoose(option)}
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
  )
}

/** One of many, picked from a list that opens. */
import { Check } from 'lucide-react'
import { Select as RadixSelect } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'
import { SelectIcon, type SelectOption, triggerClasses } from './closed-select'
import { useFieldControl } from './field'

interface SelectProps extends Omit<ComponentProps<typeof RadixSelect.Root>, 'children'> {
  options: readonly SelectOption[]
  placeholder?: string
  className?: string
  /** Names the control where no visible label does. */
  'aria-label'?: string
  onBlur?: () => void
}

export function Select({
  options,
  placeholder,
  className,
  'aria-label': ariaLabel,
  onBlur,
  ...props
}: SelectProps) {
  const field = useFieldControl()
  return (
    <RadixSelect.Root {...props}>
      <RadixSelect.Trigger
        {...field}
        aria-label={ariaLabel}
        onBlur={onBlur}
        className={cn(triggerClasses, className)}
      >
        <RadixSelect.Value placeholder={placeholder} />
        <RadixSelect.Icon>
          <SelectIcon />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={6}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg border bg-surface shadow-lift duration-200 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0"
        >
          <RadixSelect.Viewport className="p-1.5">
            {options.map((option) => (
              <RadixSelect.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="flex min-h-10 cursor-pointer items-center gap-2 rounded-md px-2.5 text-[0.9375rem] outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-surface-2 pointer-coarse:min-h-11"
              >
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                <RadixSelect.ItemIndicator className="ml-auto">
                  <Check aria-hidden className="size-4 text-primary" />
                </RadixSelect.ItemIndicator>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  )
}

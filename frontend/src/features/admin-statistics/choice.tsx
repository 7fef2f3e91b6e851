/** A few ways to look at the same thing, side by side; the choice stands in the address. */
import { useSearchParams } from 'react-router'
import { cn } from '@/lib/cn'

interface Option<Value extends string> {
  value: Value
  label: string
}

/** The chosen value and how to choose another; the usual one needs no word in the address. */
export function useChoice<Value extends string>(
  name: string,
  options: readonly Option<Value>[],
  usual: Value,
) {
  const [params, setParams] = useSearchParams()
  const asked = options.find(({ value }) => value === params.get(name))
  const choose = (value: Value) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === usual) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return { value: asked?.value ?? usual, choose }
}

interface ChoiceProps<Value extends string> {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChoose: (value: Value) => void
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, value, onChoose } = props
  return (
    <fieldset className="flex gap-1 rounded-full border bg-surface-2 p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
          className={cn(
            'h-9 cursor-pointer rounded-full px-4 text-sm font-medium whitespace-nowrap text-muted-foreground transition-colors duration-200 hover:text-foreground pointer-coarse:h-11',
            'aria-pressed:bg-surface aria-pressed:text-foreground aria-pressed:shadow-card dark:aria-pressed:bg-border',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}

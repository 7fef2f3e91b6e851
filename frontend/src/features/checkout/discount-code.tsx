/** The discount code: a quiet way to a field, and once it counts a chip that one click removes. */
import { Tag, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { codeAlone } from '@/lib/discount-code'
import { useFocusOn } from '@/lib/use-focus-on'
import type { CodeChoice } from './use-code'

interface DiscountCodeProps extends CodeChoice {
  /** What the code does, once the server has said so. */
  applied: { code: string; label: string } | null
  /** Why it can't be used; empty where it can. */
  refusal: string
  isAsking: boolean
  /** While the card is being charged nothing can be changed. */
  isLocked: boolean
  /** Whether somebody without a code is shown the way to the field. */
  isOffered: boolean
}

export function DiscountCode(props: DiscountCodeProps) {
  const { code, applied, refusal, isAsking, isLocked, isOffered, apply, forget } = props
  const [isOpen, setOpen] = useState(false)
  const hasActed = useRef(false)
  const act = (change: () => void) => () => {
    hasActed.current = true
    change()
  }
  const isChip = code !== '' && !refusal
  if (!isChip && !isOffered && code === '') return null
  const isClosed = !isChip && !isOpen && !refusal
  return (
    // While it is only a way to the field it stands beside the summary's title: the total and the way on
    // stay in view.
    <div className={isClosed ? 'absolute top-6 right-6 sm:top-7 sm:right-7' : 'grid gap-2'}>
      {isChip && (
        <Chip
          words={applied ? `${applied.code} · ${applied.label}` : codeAlone(code)}
          code={codeAlone(code)}
          isLocked={isLocked}
          takesFocus={hasActed.current}
          onRemove={act(() => {
            setOpen(false)
            forget()
          })}
        />
      )}
      {!isChip && (isOpen || refusal) && (
        <CodeField
          // A refused code is typed anew.
          key={code}
          code={code}
          refusal={refusal}
          isLocked={isLocked}
          takesFocus={hasActed.current}
          onApply={(typed) => act(() => apply(typed))()}
          onForget={act(() => {
            setOpen(false)
            forget()
          })}
        />
      )}
      {isClosed && (
        <Opener
          takesFocus={hasActed.current}
          isLocked={isLocked}
          onOpen={act(() => setOpen(true))}
        />
      )}
      <p role="status" className="sr-only">
        {isChip &&
          (applied ? `Code ${applied.code}: ${applied.label}` : isAsking && 'Checking your code')}
      </p>
    </div>
  )
}

/** The keyboard stays where the buyer was: what they pressed has made room for this. Only as it appears. */
function useFocus<Kind extends HTMLElement>(takesFocus: boolean) {
  return useFocusOn<Kind>(useState(takesFocus)[0], { preventScroll: true })
}

interface OpenerProps {
  takesFocus: boolean
  isLocked: boolean
  onOpen: () => void
}

function Opener({ takesFocus, isLocked, onOpen }: OpenerProps) {
  const button = useFocus<HTMLButtonElement>(takesFocus)
  return (
    <Button
      ref={button}
      variant="link"
      size="sm"
      className="justify-self-start"
      disabled={isLocked}
      aria-expanded={false}
      onClick={onOpen}
    >
      Have a code?
    </Button>
  )
}

interface ChipProps {
  words: string
  code: string
  isLocked: boolean
  takesFocus: boolean
  onRemove: () => void
}

function Chip({ words, code, isLocked, takesFocus, onRemove }: ChipProps) {
  const button = useFocus<HTMLButtonElement>(takesFocus)
  return (
    <span className="inline-flex max-w-full items-center gap-2 justify-self-start rounded-full bg-accent-soft py-1 pr-1 pl-3.5 text-sm font-medium text-primary">
      <Tag aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{words}</span>
      <button
        ref={button}
        type="button"
        disabled={isLocked}
        aria-label={`Remove code ${code}`}
        className="touch-target grid size-7 shrink-0 cursor-pointer place-items-center rounded-full hover:bg-primary/10 disabled:cursor-not-allowed disabled:opacity-50"
        onClick={onRemove}
      >
        <X aria-hidden className="size-4" />
      </button>
    </span>
  )
}

interface CodeFieldProps {
  code: string
  refusal: string
  isLocked: boolean
  takesFocus: boolean
  onApply: (typed: string) => void
  onForget: () => void
}

function CodeField({ code, refusal, isLocked, takesFocus, onApply, onForget }: CodeFieldProps) {
  const [typed, setTyped] = useState(codeAlone(code))
  const input = useFocus<HTMLInputElement>(takesFocus)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim()) onApply(typed)
    else if (code) onForget()
    else input.current?.focus()
  }
  return (
    <form noValidate onSubmit={submit} className="grid">
      <fieldset disabled={isLocked}>
        <legend className="sr-only">Discount code</legend>
        <Field label="Discount code" error={refusal}>
          <div className="flex gap-2">
            <Input
              ref={input}
              value={typed}
              maxLength={32}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="min-w-0 flex-1 uppercase"
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" variant="outline">
              Apply
            </Button>
          </div>
        </Field>
      </fieldset>
      {code !== '' && (
        <Button
          variant="link"
          size="sm"
          className="mt-1 justify-self-start"
          disabled={isLocked}
          onClick={onForget}
        >
          Continue without a code
        </Button>
      )}
    </form>
  )
}

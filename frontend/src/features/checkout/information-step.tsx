/** Who buys: the address the seat and the receipt go to, and a name. */
import { type Ref, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { nameProblem } from '@/lib/person-name'
import { useHydrated } from '@/lib/use-hydrated'
import { useSession } from '@/session/session'
import { StepPanel } from './step-panel'
import { type Buyer, type BuyerField, isComplete, rules } from './use-buyer'

interface InformationStepProps {
  buyer: Buyer
  onChange: (field: BuyerField, text: string) => void
  /** What the server says about what was typed. */
  refused: Partial<Record<BuyerField, string>>
  isLocked: boolean
  inputRefs: Record<BuyerField, Ref<HTMLInputElement>>
}

const NO_EMAIL = 'Enter a valid email address. Your receipt and session link go there.'
const NO_NAME = 'Enter your full name, at least 3 characters.'

export function InformationStep(props: InformationStepProps) {
  const { buyer, onChange, refused, isLocked, inputRefs } = props
  const [left, setLeft] = useState<Partial<Record<BuyerField, true>>>({})

  // Nobody is corrected while still typing. An address is either one or not, whoever says so.
  const errorOf = (field: BuyerField) => {
    const isWrong = left[field] && !rules[field](buyer[field])
    if (field === 'email') return isWrong || refused.email ? NO_EMAIL : undefined
    return isWrong ? (nameProblem(buyer.fullName) ?? NO_NAME) : refused.fullName
  }
  const inputOf = (field: BuyerField) => ({
    ref: inputRefs[field],
    value: buyer[field],
    onChange: (event: { target: { value: string } }) => onChange(field, event.target.value),
    onBlur: () => setLeft((before) => (buyer[field] ? { ...before, [field]: true } : before)),
  })

  return (
    <StepPanel
      number={1}
      title="Your information"
      aside={<SignInFirst />}
      isDone={isComplete(buyer) && !errorOf('email') && !errorOf('fullName')}
    >
      <fieldset disabled={isLocked} className="grid gap-5">
        <legend className="sr-only">Your information</legend>
        <Field
          label="Email"
          hint="We'll send your receipt and session link here."
          error={errorOf('email')}
          required
        >
          <Input
            type="email"
            autoComplete="email"
            maxLength={255}
            spellCheck={false}
            {...inputOf('email')}
          />
        </Field>
        <Field label="Full name" error={errorOf('fullName')} required>
          <Input autoComplete="name" {...inputOf('fullName')} />
        </Field>
      </fieldset>
    </StepPanel>
  )
}

/** Somebody who has an account would else buy as a guest; what they chose is in the address. */
function SignInFirst() {
  const { user, isLoading } = useSession()
  const { pathname, search } = useLocation()
  const isHydrated = useHydrated()
  if (user || isLoading) return null
  // The served HTML has no query, and taking it over repairs no attribute.
  const returnTo = new URLSearchParams({ returnTo: `${pathname}${isHydrated ? search : ''}` })
  return (
    <p className="text-right text-sm text-muted-foreground">
      {/* On a phone the title needs the room. */}
      <span className="max-sm:sr-only">Have an account?</span>{' '}
      <Link
        to={`/auth/login?${returnTo}`}
        className="touch-target rounded-sm font-medium text-primary underline underline-offset-4 hover:decoration-2"
      >
        Sign in
      </Link>
    </p>
  )
}

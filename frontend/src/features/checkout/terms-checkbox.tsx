/** Accepting the terms, which a purchase needs. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Checkbox } from '@/components/ui/checkbox'

interface TermsCheckboxProps {
  checked: boolean
  isLocked: boolean
  onChange: (checked: boolean) => void
}

export function TermsCheckbox({ checked, isLocked, onChange }: TermsCheckboxProps) {
  return (
    <Checkbox
      checked={checked}
      disabled={isLocked}
      onCheckedChange={(next) => onChange(next === true)}
      aria-required
      className="border-t pt-6"
      label={
        <>
          I accept the <NewTab to="/terms-of-service">terms of service</NewTab> and have read the{' '}
          <NewTab to="/privacy-policy">privacy policy</NewTab>.
        </>
      }
    />
  )
}

/** In a tab of its own: leaving this page would lose the card that was typed. */
function NewTab({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      target="_blank"
      className="rounded-sm font-medium text-primary underline underline-offset-4 hover:decoration-2"
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  )
}

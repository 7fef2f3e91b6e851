/** Why the site is to be seen as somebody: asked first, because that person can read it. */
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { nameOf, type Person } from './people'
import type { PeopleDesk } from './use-people-desk'

const SHORTEST_REASON = 3
const LONGEST_REASON = 200

export function ImpersonateDialog({ person, desk }: { person: Person; desk: PeopleDesk }) {
  const [reason, setReason] = useState('')
  const isGiven = reason.trim().length >= SHORTEST_REASON
  const start = (event: FormEvent) => {
    event.preventDefault()
    if (isGiven && !desk.isImpersonating) desk.impersonate(person, reason.trim())
  }
  return (
    <Dialog open onOpenChange={desk.close}>
      <DialogContent
        title={`View the site as ${nameOf(person)}`}
        description="You can look at everything they see, for an hour, and change nothing."
        className="sm:max-w-md"
      >
        <form aria-label="Impersonate" className="grid min-w-0 gap-6" onSubmit={start}>
          <Field
            label="Reason"
            hint={`Kept in the audit log. ${nameOf(person)} can read it in their profile, with your name and the time.`}
            required
          >
            <Input
              value={reason}
              maxLength={LONGEST_REASON}
              autoComplete="off"
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button
              type="submit"
              disabled={!isGiven}
              busy={desk.isImpersonating}
              busyLabel="Starting..."
            >
              Impersonate
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

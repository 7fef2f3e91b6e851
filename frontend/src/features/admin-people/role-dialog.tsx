/** Which role somebody has on the team, each with what it may do. */
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import { ROLES, roleNames, roleWords } from '@/lib/roles'
import { nameOf, type Person } from './people'
import type { PeopleDesk } from './use-people-desk'

interface RoleDialogProps {
  person: Person
  desk: PeopleDesk
}

export function RoleDialog({ person, desk }: RoleDialogProps) {
  const [role, setRole] = useState(person.role)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!desk.isPending && role !== person.role) desk.grant(person, role)
  }
  return (
    <Dialog open onOpenChange={desk.close}>
      <DialogContent
        title="Change role"
        description={`${nameOf(person)} gets the new role at once, also where they're signed in already.`}
      >
        <form aria-label="Role" className="grid min-w-0 gap-5" onSubmit={save}>
          <RadioGroup
            aria-label="Role"
            value={role}
            onValueChange={(value) => setRole(ROLES.find((known) => known === value) ?? role)}
          >
            {ROLES.map((each) => (
              <Radio key={each} value={each} label={roleNames[each]} hint={roleWords[each]} />
            ))}
          </RadioGroup>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button
              type="submit"
              disabled={role === person.role}
              busy={desk.isPending}
              busyLabel="Saving..."
            >
              {role === person.role ? 'Save' : `Make ${roleNames[role]}`}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

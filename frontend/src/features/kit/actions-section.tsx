import { ArrowRight, Copy, EllipsisVertical, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonProps } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogTrigger,
} from '@/components/ui/dialog'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Tooltip } from '@/components/ui/tooltip'
import { Section, Specimen } from './specimen'

const variants = ['primary', 'accent', 'outline', 'ghost', 'destructive', 'link'] as const
const sizes = ['sm', 'md', 'lg'] as const

export function ActionsSection() {
  return (
    <Section title="Actions">
      {sizes.map((size) => (
        <Specimen key={size} name={`Buttons, ${size}`}>
          <ButtonRow size={size} />
        </Specimen>
      ))}
      <Specimen name="Busy, disabled, icons">
        <Button busy>Save changes</Button>
        <BusyOnPress />
        <Button disabled>Disabled</Button>
        <Button size="lg">
          Reserve My Spot Now
          <ArrowRight aria-hidden />
        </Button>
        <Tooltip content="Adds one more to the list">
          <Button variant="outline" icon aria-label="Add">
            <Plus aria-hidden />
          </Button>
        </Tooltip>
        <Tooltip content="Copies the address">
          <Button variant="outline" icon aria-label="Copy">
            <Copy aria-hidden />
          </Button>
        </Tooltip>
      </Specimen>
      <Specimen name="Windows and menus">
        <DialogSpecimen />
        <ConfirmSpecimen />
        <MenuSpecimen />
      </Specimen>
    </Section>
  )
}

function ButtonRow({ size }: { size: ButtonProps['size'] }) {
  return variants.map((variant) => (
    <Button key={variant} variant={variant} size={size} className="capitalize">
      {variant}
    </Button>
  ))
}

function BusyOnPress() {
  const [busy, setBusy] = useState(false)
  const work = () => {
    setBusy(true)
    setTimeout(() => setBusy(false), 2000)
  }
  return (
    <Button variant="accent" busy={busy} busyLabel="Linking Purchases..." onClick={work}>
      Link My Purchases
    </Button>
  )
}

function DialogSpecimen() {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="outline">Open dialog</Button>
      </DialogTrigger>
      <DialogContent title="Invite someone" description="They get a link that works for 30 days.">
        <Field label="Email" hint="We never share addresses.">
          <Input type="email" autoComplete="off" placeholder="name@example.com" />
        </Field>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <DialogClose asChild>
            <Button>Send invitation</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

function ConfirmSpecimen() {
  const [open, setOpen] = useState(false)
  const [pending, setPending] = useState(false)
  const confirm = () => {
    setPending(true)
    setTimeout(() => {
      setPending(false)
      setOpen(false)
    }, 2000)
  }
  return (
    <>
      <Button variant="destructive" onClick={() => setOpen(true)}>
        Delete bootcamp
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete this bootcamp?"
        description="Its resources go with it. This cannot be undone."
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        pending={pending}
        destructive
        onConfirm={confirm}
      />
    </>
  )
}

function MenuSpecimen() {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" icon aria-label="More actions">
          <EllipsisVertical aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>Beginner Bootcamp</DropdownMenuLabel>
        <DropdownMenuItem>
          <Pencil aria-hidden />
          Edit
        </DropdownMenuItem>
        <DropdownMenuItem disabled>
          <Copy aria-hidden />
          Clone
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem destructive>
          <Trash2 aria-hidden />
          Delete
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** Taking one's data along, and having the account deleted. */
import { Download, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '@/api/api-error'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { PasswordNotConfirmed } from '@/api/password-asked'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { saveFile } from '@/lib/save-file'
import { Section } from './section'

const FILE_NAME = 'my-data.json'

export function YourDataSection({ email }: { email: string }) {
  return (
    <Section
      title="Your data"
      lead="Download your data or delete your account."
      className="print:hidden"
    >
      <ExportRow />
      <DeleteRow email={email} />
    </Section>
  )
}

function ExportRow() {
  const [isBusy, setIsBusy] = useState(false)

  async function download() {
    setIsBusy(true)
    try {
      const { data } = await api.GET('/api/user/export', { parseAs: 'blob' })
      if (data) saveFile(data, FILE_NAME)
    } catch (error) {
      showError(error, "We couldn't prepare your data. Please try again.")
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <p className="min-w-[min(15rem,100%)] flex-1 text-muted-foreground">
        One file with everything: profile, purchases, messages and progress, in a standard format
        (JSON).
      </p>
      <Button
        variant="outline"
        busy={isBusy}
        busyLabel="Preparing..."
        onClick={() => void download()}
      >
        <Download aria-hidden />
        Export my data
      </Button>
    </div>
  )
}

function DeleteRow({ email }: { email: string }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-4 border-t pt-5">
      <p className="min-w-[min(15rem,100%)] flex-1 text-muted-foreground">
        Permanently deletes your account. We keep receipts for as long as tax law requires.
      </p>
      <Button variant="outline" className="text-destructive" onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden />
        Delete my account
      </Button>
      <DeleteDialog email={email} open={isAsking} onOpenChange={setIsAsking} />
    </div>
  )
}

interface DeleteDialogProps {
  email: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

function DeleteDialog({ email, open, onOpenChange }: DeleteDialogProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  const changeOpen = (next: boolean) => {
    if (isBusy) return
    setTyped('')
    setProblem('')
    onOpenChange(next)
  }

  async function remove(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (typed.trim().toLowerCase() !== email.toLowerCase()) {
      setProblem('Type your email address exactly to confirm.')
      return
    }
    setIsBusy(true)
    // Closed first: the password may be asked for in a dialog of its own.
    onOpenChange(false)
    try {
      await api.POST('/api/user/delete-account', { body: { confirmation: typed.trim() } })
      // A whole new page: nothing that was loaded for this person may stay in memory.
      window.location.assign('/auth/logout?ended=deleted')
    } catch (error) {
      setIsBusy(false)
      if (error instanceof PasswordNotConfirmed) return
      const words = error instanceof ApiError ? error.fields.confirmation : undefined
      if (words) {
        setProblem(words)
        onOpenChange(true)
      } else {
        showError(error, "We couldn't delete your account. Please try again.")
      }
    }
  }

  return (
    <Dialog open={open} onOpenChange={changeOpen}>
      <DialogContent
        title="Delete your account?"
        description="This can't be undone."
        className="sm:max-w-md"
      >
        <ul className="grid list-disc gap-2 pl-5 marker:text-muted-foreground">
          <li>You'll lose your bootcamps, recordings and coaching.</li>
          <li>
            Deleting your account doesn't refund you. Request any refund{' '}
            <Link to="/portal/billing" className="underline underline-offset-4">
              in Billing
            </Link>{' '}
            first.
          </li>
          <li>Your certificates can no longer be verified.</li>
        </ul>
        <form noValidate aria-label="Delete your account" onSubmit={remove} className="grid gap-5">
          <Field label={`Type ${email} to confirm`} error={problem}>
            <Input
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <DialogFooter>
            <Button variant="outline" onClick={() => changeOpen(false)}>
              Keep my account
            </Button>
            <Button type="submit" variant="destructive">
              Delete permanently
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

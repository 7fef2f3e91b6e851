/** Views of the list under names of one's own, kept in this browser: an address each. */
import { Bookmark, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/components/ui/dialog'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/lib/toast'

const STORED_AS = 'purchase-views'
const LONGEST = 40

interface View {
  name: string
  /** The query of the list's address, without its page. */
  search: string
}

function isView(value: unknown): value is View {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    'search' in value &&
    typeof value.name === 'string' &&
    typeof value.search === 'string'
  )
}

function readViews(): View[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView) : []
  } catch {
    return []
  }
}

/** Whether they could be kept. */
function storeViews(views: readonly View[]): boolean {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(views))
    return true
  } catch {
    return false
  }
}

function withoutPage(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('page')
  return params.toString()
}

export function SavedViews({ isFiltered }: { isFiltered: boolean }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [views, setViews] = useState(readViews)
  const [isNaming, setIsNaming] = useState(false)
  const here = withoutPage(search)
  const present = views.find((view) => view.search === here)

  const keep = (next: View[]) => {
    if (storeViews(next)) setViews(next)
    else {
      toast({
        title: 'Error',
        description: "This browser doesn't allow saving views.",
        variant: 'destructive',
      })
    }
  }
  const save = (name: string) => {
    keep([...views.filter((view) => view.name !== name), { name, search: here }])
    setIsNaming(false)
  }

  if (views.length === 0 && !isFiltered) return null
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" size="sm" className="max-w-44 md:h-10">
            <Bookmark aria-hidden />
            <span className="truncate">{present ? present.name : 'Views'}</span>
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          {views.map((view) => (
            <DropdownMenuItem
              key={view.name}
              onSelect={() => void navigate({ pathname: '/admin/purchases', search: view.search })}
            >
              {view.name}
            </DropdownMenuItem>
          ))}
          {views.length > 0 && (isFiltered || present) && <DropdownMenuSeparator />}
          {isFiltered && !present && (
            <DropdownMenuItem onSelect={() => setIsNaming(true)}>Save this view</DropdownMenuItem>
          )}
          {present && (
            <DropdownMenuItem
              onSelect={() => keep(views.filter((view) => view.name !== present.name))}
            >
              <Trash2 aria-hidden />
              Delete “{present.name}”
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {isNaming && <NameDialog onSave={save} onClose={() => setIsNaming(false)} />}
    </>
  )
}

interface NameDialogProps {
  onSave: (name: string) => void
  onClose: () => void
}

function NameDialog({ onSave, onClose }: NameDialogProps) {
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) onSave(name.trim())
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title="Save this view" description="It's kept in this browser.">
        <form noValidate aria-label="Save this view" className="grid gap-5" onSubmit={submit}>
          <Field label="Name" hint="A view with the same name is replaced.">
            <Input
              autoComplete="off"
              maxLength={LONGEST}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={!name.trim()}>
              Save view
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

/** What can be done to the bootcamp of this page, and the two addresses it has on the site. */
import { Archive, ArchiveRestore, Copy, ExternalLink, Pencil } from 'lucide-react'
import { CopyButton } from '@/components/copy-button'
import { Button } from '@/components/ui/button'
import { site } from '@/lib/site'
import { isDraft, phaseOf } from '../bootcamp-form'
import { DeskWindows } from '../desk-windows'
import { useBootcampDesk } from '../use-bootcamp-desk'
import type { AdminBootcamp } from './bootcamp-query'

export function BootcampActions({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const desk = useBootcampDesk()
  const isBusy = desk.isBusy(bootcamp.id)
  const draft = isDraft(bootcamp)
  const isOnSale = bootcamp.status === 'active' && !draft && phaseOf(bootcamp) === 'ahead'
  const checkout = `/checkout?bootcamp=${bootcamp.id}`
  const edit = () => desk.open({ kind: 'edit', bootcamp })
  return (
    <>
      {draft && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-build-soft p-4 text-build">
          <p>
            <strong className="font-semibold">Not on sale yet.</strong> Nobody can see it or buy a
            seat until you publish it.
          </p>
          <Button size="sm" onClick={edit}>
            Edit and publish
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={edit}>
          <Pencil aria-hidden />
          Edit
        </Button>
        <Button variant="outline" size="sm" busy={isBusy} onClick={() => desk.clone(bootcamp)}>
          <Copy aria-hidden />
          Clone
        </Button>
        {bootcamp.status === 'active' ? (
          <Button
            variant="outline"
            size="sm"
            disabled={isBusy}
            onClick={() => desk.askToArchive(bootcamp)}
          >
            <Archive aria-hidden />
            Archive
          </Button>
        ) : (
          <Button
            variant="outline"
            size="sm"
            disabled={isBusy}
            onClick={() => desk.unarchive(bootcamp)}
          >
            <ArchiveRestore aria-hidden />
            Unarchive
          </Button>
        )}
        {isOnSale && (
          <>
            <Button asChild variant="outline" size="sm">
              <a href={checkout} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                View on site
              </a>
            </Button>
            <CopyButton text={`${site.url}${checkout}`} label="Copy checkout link">
              Copy checkout link
            </CopyButton>
          </>
        )}
      </div>
      <DeskWindows desk={desk} />
    </>
  )
}

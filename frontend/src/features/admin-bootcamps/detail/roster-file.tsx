/** The roster as a file. Fetched, not linked to: names and addresses may cost the password once more. */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '@/api/api-error'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { saveFile } from '@/lib/save-file'
import { useNarrow } from '@/lib/use-narrow'
import { PasswordNotConfirmed, useWithPassword } from '@/session/confirm-password'

async function fetchRoster(bootcampId: number): Promise<Blob> {
  const address = `/api/admin/bootcamps/${bootcampId}/roster.csv`
  const response = await fetch(address, { credentials: 'include' })
  if (!response.ok) throw await ApiError.from(response)
  return response.blob()
}

export function RosterFile({ bootcampId }: { bootcampId: number }) {
  const [isBusy, setIsBusy] = useState(false)
  const withPassword = useWithPassword()
  const isNarrow = useNarrow()

  async function download() {
    setIsBusy(true)
    try {
      saveFile(await withPassword(() => fetchRoster(bootcampId)), `roster-${bootcampId}.csv`)
    } catch (error) {
      if (!(error instanceof PasswordNotConfirmed)) {
        showError(error, "The roster couldn't be exported. Please try again.")
      }
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button
      variant="outline"
      size="sm"
      busy={isBusy}
      busyLabel={isNarrow ? undefined : 'Exporting...'}
      icon={isNarrow}
      aria-label="Export CSV"
      onClick={() => void download()}
    >
      <Download aria-hidden />
      {!isNarrow && 'Export CSV'}
    </Button>
  )
}

/** A list as a file. Fetched, not linked to: names and addresses may cost the password once more. */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '@/api/api-error'
import { showError } from '@/api/form-failure'
import { withPassword } from '@/api/password-asked'
import { Button } from '@/components/ui/button'
import { saveFile } from '@/lib/save-file'

interface ExportButtonProps {
  /** Where the file is, with all that narrows it. */
  address: string
  fileName: string
  failed: string
  /** Where there is no room for its words. */
  isIcon?: boolean
}

export function ExportButton({ address, fileName, failed, isIcon = false }: ExportButtonProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function fetchFile() {
    const response = await withPassword(() => fetch(address, { credentials: 'include' }))
    if (!response.ok) throw await ApiError.from(response)
    return response.blob()
  }

  async function download() {
    setIsBusy(true)
    try {
      saveFile(await fetchFile(), fileName)
    } catch (error) {
      showError(error, failed)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button
      variant="outline"
      size="sm"
      busy={isBusy}
      busyLabel={isIcon ? undefined : 'Exporting...'}
      icon={isIcon}
      aria-label="Export CSV"
      onClick={() => void download()}
    >
      <Download aria-hidden />
      {!isIcon && 'Export CSV'}
    </Button>
  )
}

/** "purchases-2026-11-16.csv" */
export const datedFile = (name: string) => `${name}-${new Date().toISOString().slice(0, 10)}.csv`

/** The roster of a class as a file. */
import { ExportButton } from '@/features/admin-kit/export-button'
import { useNarrow } from '@/lib/use-narrow'

export function RosterFile({ bootcampId }: { bootcampId: number }) {
  return (
    <ExportButton
      address={`/api/admin/bootcamps/${bootcampId}/roster.csv`}
      fileName={`roster-${bootcampId}.csv`}
      failed="The roster couldn't be exported. Please try again."
      isIcon={useNarrow()}
    />
  )
}

/** The Bootcamps tab: all of them, with everything that can be done to them. */
import { BootcampPanel } from './bootcamp-panel'

const PAGE_SIZE = 20

export function BootcampsSection() {
  return <BootcampPanel pageSize={PAGE_SIZE} layout="table" />
}

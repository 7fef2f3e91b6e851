import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { SortableHeader, type SortDirection, Table, TableHead, TableRow } from './table'

function Sorted() {
  const [direction, setDirection] = useState<SortDirection | null>(null)
  return (
    <Table label="Purchases">
      <TableHead>
        <TableRow>
          <SortableHeader direction={direction} onSort={setDirection}>
            Amount
          </SortableHeader>
        </TableRow>
      </TableHead>
    </Table>
  )
}

describe('SortableHeader', () => {
  test('says how the table is sorted and turns round at each press', async () => {
    render(<Sorted />)
    const header = screen.getByRole('columnheader', { name: 'Amount' })
    const button = screen.getByRole('button', { name: 'Amount' })
    expect(header).toHaveAttribute('aria-sort', 'none')
    await userEvent.click(button)
    expect(header).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.click(button)
    expect(header).toHaveAttribute('aria-sort', 'descending')
  })
})

describe('Table', () => {
  test('has a name', () => {
    render(<Sorted />)
    expect(screen.getByRole('table', { name: 'Purchases' })).toBeVisible()
    // A landmark of the same name would say it twice.
    expect(screen.queryByRole('region')).not.toBeInTheDocument()
  })
})

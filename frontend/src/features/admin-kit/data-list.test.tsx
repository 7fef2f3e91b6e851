import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { MAIN_ID } from '@/components/skip-link'
import { renderWithApp } from '@/test/render'
import { DataList } from './data-list'
import { OPENS_ROW, turnShortcuts, useListKeys } from './list-keys'
import { SearchField } from './search-field'

const words = {
  label: 'Boats',
  one: 'boat',
  many: 'boats',
  failed: "The boats couldn't be loaded",
  pages: 'Pages of boats',
}
const onPageChange = vi.fn()
const onHelp = vi.fn()

interface Given {
  rows?: string[]
  total?: number
  totalIsExact?: boolean
  page?: number
  error?: Error
  refetch?: () => void
}

function Harbour({ rows = ['Ada', 'Bo', 'Cy'], total = rows.length, ...given }: Given) {
  useListKeys(onHelp)
  const { totalIsExact = true, page = 1, error = null, refetch = vi.fn() } = given
  return (
    <main id={MAIN_ID}>
      <SearchField label="Search boats" placeholder="" text="ada" onTextChange={vi.fn()} />
      <DataList
        words={words}
        query={{
          data: { rows, total, totalIsExact },
          error,
          isFetching: false,
          isPlaceholderData: false,
          refetch,
        }}
        page={page}
        onPageChange={onPageChange}
        idOf={(boat) => boat}
        columns={[{ name: 'Name', cell: (boat) => nameOf(boat) }]}
        card={nameOf}
        empty={<p>No boats</p>}
      />
    </main>
  )
}

/** The last one has no record to open. */
const nameOf = (boat: string) =>
  boat === 'Cy' ? (
    boat
  ) : (
    <a {...OPENS_ROW} href={`/boats/${boat}`}>
      {boat}
    </a>
  )

const open = (given: Given = {}) => renderWithApp(<Harbour {...given} />)

afterEach(() => turnShortcuts(true))

describe('the keys', () => {
  test('lead from row to row and stop at either end', async () => {
    open()
    await userEvent.keyboard('j')
    expect(screen.getByRole('link', { name: 'Ada' })).toHaveFocus()
    await userEvent.keyboard('jjj')
    expect(screen.getByRole('row', { name: 'Cy' })).toHaveFocus()
    await userEvent.keyboard('k')
    expect(screen.getByRole('link', { name: 'Bo' })).toHaveFocus()
    await userEvent.keyboard('KK')
    expect(screen.getByRole('link', { name: 'Ada' })).toHaveFocus()
  })

  test('lead to the search, where they are letters again', async () => {
    open()
    await userEvent.keyboard('/')
    const search = screen.getByRole('searchbox', { name: 'Search boats' })
    expect(search).toHaveFocus()
    await userEvent.keyboard('j?')
    expect(search).toHaveFocus()
    expect(onHelp).not.toHaveBeenCalled()
  })

  test('are left to a window that is open, and to the browser', async () => {
    open()
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'dialog')
    document.body.append(dialog)
    await userEvent.keyboard('j')
    expect(document.body).toHaveFocus()
    dialog.remove()
    await userEvent.keyboard('{Control>}j{/Control}')
    expect(document.body).toHaveFocus()
    await userEvent.keyboard('j')
    expect(screen.getByRole('link', { name: 'Ada' })).toHaveFocus()
  })

  test('can be turned off, all but the help that turns them on', async () => {
    open()
    turnShortcuts(false)
    await userEvent.keyboard('j/')
    expect(document.body).toHaveFocus()
    await userEvent.keyboard('?')
    expect(onHelp).toHaveBeenCalledOnce()
    turnShortcuts(true)
    await userEvent.keyboard('j')
    expect(screen.getByRole('link', { name: 'Ada' })).toHaveFocus()
  })
})

describe('the list', () => {
  test.each([
    [{ total: 3 }, '1–3 of 3 boats'],
    [{ rows: ['Ada'], total: 1 }, '1–1 of 1 boat'],
    [{ total: 20_043, page: 1002 }, '20,021–20,023 of 20,043 boats'],
    [
      { total: 10_000, totalIsExact: false },
      '1–3 of more than 10,000 boats. Search more narrowly to see all.',
    ],
  ])('of %o says "%s"', (given, said) => {
    open(given)
    expect(screen.getByRole('status')).toHaveTextContent(said)
  })

  test('leads back from a page that does not exist', async () => {
    open({ rows: [], total: 3, page: 9 })
    await userEvent.click(screen.getByRole('button', { name: 'First page' }))
    expect(onPageChange).toHaveBeenCalledExactlyOnceWith(1)
  })

  test('stays when a refresh fails, says so and offers another', async () => {
    const refetch = vi.fn()
    open({ error: new Error('502'), refetch })
    expect(screen.getByRole('link', { name: 'Ada' })).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent("This list couldn't be refreshed.")
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  test('says that it is empty in its own words', () => {
    open({ rows: [] })
    expect(screen.getByText('No boats')).toBeVisible()
  })
})

import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Pagination, pagesAround } from './pagination'

describe('pagesAround', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 12, [1, 2, 3, 4, 5]],
    [6, 12, [4, 5, 6, 7, 8]],
    [11, 12, [8, 9, 10, 11, 12]],
    [12, 12, [8, 9, 10, 11, 12]],
  ])('on page %i of %i offers %j', (page, pageCount, pages) => {
    expect(pagesAround(page, pageCount)).toEqual(pages)
  })
})

describe('Pagination', () => {
  test('shows at most 5 page buttons and marks the current one', () => {
    render(<Pagination page={6} pageCount={40} onPageChange={vi.fn()} />)
    const numbers = screen.getAllByRole('button', { name: /^Page \d+$/ })
    expect(numbers).toHaveLength(5)
    expect(screen.getByRole('button', { current: 'page' })).toHaveTextContent('6')
  })

  test('moves by number, to the previous and to the next page', async () => {
    const change = vi.fn()
    render(<Pagination page={2} pageCount={3} onPageChange={change} />)
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }))
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    expect(change.mock.calls).toEqual([[3], [1], [3]])
  })

  test('has no way back from the first page and none on from the last', () => {
    const { rerender } = render(<Pagination page={1} pageCount={2} onPageChange={vi.fn()} />)
    expect(screen.getByRole('button', { name: 'Previous page' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    rerender(<Pagination page={2} pageCount={2} onPageChange={vi.fn()} />)
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  test('leaves the focus where it is at either end, and a press there does nothing', async () => {
    const change = vi.fn()
    const { rerender } = render(<Pagination page={1} pageCount={2} onPageChange={change} />)
    const next = screen.getByRole('button', { name: 'Next page' })
    await userEvent.click(next)
    rerender(<Pagination page={2} pageCount={2} onPageChange={change} />)
    expect(next).toHaveFocus()
    // A disabled button takes the focus from whoever just pressed it.
    expect(next).toBeEnabled()
    await userEvent.keyboard('{Enter}')
    expect(change.mock.calls).toEqual([[2]])
  })

  test('is not there for a single page', () => {
    const { container } = render(<Pagination page={1} pageCount={1} onPageChange={vi.fn()} />)
    expect(container).toBeEmptyDOMElement()
  })
})

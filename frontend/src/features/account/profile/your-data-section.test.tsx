import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { openApp, renderWithApp } from '@/test/render'
import { answerGet, refuseGet } from '@/test/server'
import { YourDataSection } from './your-data-section'

const EXPORT = '/api/user/export'
const DELETE = '/api/user/delete-account'

beforeEach(() => {
  renderWithApp(<YourDataSection email="ada@example.test" />)
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the export', () => {
  test('is saved as a file', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved.push(file as Blob)
      return 'blob:1'
    })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    answerGet(EXPORT, { profile: { email: 'ada@example.test' } })
    await press('Export my data')
    await waitFor(() => expect(click).toHaveBeenCalledOnce())
    const [file] = saved
    expect(JSON.parse((await file?.text()) ?? '')).toEqual({
      profile: { email: 'ada@example.test' },
    })
  })

  test('says when it failed', async () => {
    refuseGet(EXPORT, 429, 'Too many requests. Please wait a moment and try again.')
    await press('Export my data')
    await waitFor(() => expect(screen.getByText(/Too many requests/)).toBeVisible())
  })
})

describe('the deletion', () => {
  async function open() {
    await press('Delete my account')
    return within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  }

  const confirm = async (text: string) => {
    await userEvent.click(screen.getByLabelText('Type ada@example.test to confirm'))
    await userEvent.paste(text)
    await press('Delete permanently')
  }

  test('says what is lost, and does nothing when the answer is no', async () => {
    const { bodies } = answerCall('post', DELETE, { message: '' })
    const dialog = await open()
    expect(dialog.getByText(/You'll lose your bootcamps, recordings and coaching/)).toBeVisible()
    expect(dialog.getByRole('link', { name: 'in Billing' })).toHaveAttribute(
      'href',
      '/portal/billing',
    )
    await press('Keep my account')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(bodies).toEqual([])
  })

  test('wants the address typed', async () => {
    const { bodies } = answerCall('post', DELETE, { message: '' })
    await open()
    await confirm('delete')
    await waitFor(() =>
      expect(screen.getByLabelText(/to confirm$/)).toHaveAccessibleDescription(
        'Type your email address exactly to confirm.',
      ),
    )
    expect(bodies).toEqual([])
  })

  test('ends in a fresh page that says so', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    const { bodies } = answerCall('post', DELETE, { message: 'Your account is deleted.' })
    await open()
    await confirm(' Ada@example.test ')
    await waitFor(() =>
      expect(assign).toHaveBeenCalledExactlyOnceWith('/auth/logout?ended=deleted'),
    )
    expect(bodies).toEqual([{ confirmation: 'Ada@example.test' }])
  })

  test('stays when the server refuses, in its words', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    refuseCall('post', DELETE, 409, 'The last active admin cannot be deleted.')
    await open()
    await confirm('ada@example.test')
    await waitFor(() =>
      expect(screen.getByText('The last active admin cannot be deleted.')).toBeVisible(),
    )
    expect(assign).not.toHaveBeenCalled()
  })
})

test('the page after it says what is gone, what stays, and until when', async () => {
  openApp('/auth/logout?ended=deleted')
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Your account is deleted.' }),
  ).toBeVisible()
  const itemsUnder = (name: string) =>
    within(screen.getByRole('heading', { name }).closest('section') ?? document.body)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  expect(itemsUnder('Removed now')).toContain('Your profile, password and sign-ins')
  expect(itemsUnder('Kept for a while')).toEqual([
    expect.stringContaining('7 to 10 years'),
    expect.stringContaining('35 days'),
  ])
  expect(screen.getByRole('link', { name: 'Back to the main site' })).toHaveAttribute('href', '/')
  expect(screen.queryByRole('link', { name: 'Sign In' })).not.toBeInTheDocument()
  await waitFor(() => expect(document.title).toBe('Account Deleted · Build Lab'))
})

import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { makeCertificate } from '@/test/billing'
import { makeUpgrade } from '@/test/checkout'
import { openApp } from '@/test/render'
import { answerGet, refuseGet } from '@/test/server'

const CHECK = '/api/certificates/ABCDEFGHJKLM'
const PAGE = '/certificates/ABCDEFGHJKLM'

const heading = (name: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1, name })).toBeVisible())

test('a genuine one says who, what and when, to anybody', async () => {
  answerGet(CHECK, makeCertificate())
  openApp(PAGE)
  await heading('This certificate is genuine')
  const sheet = screen.getByRole('article', { name: 'Certificate of completion' })
  expect(sheet).toHaveTextContent(
    /Ada Lovelacetook part in the live bootcamp Beginner Bootcamp on Mar 2, 2026 and completed it\./,
  )
  expect(document.title).toBe('Certificate · Build Lab')
  expect(within(sheet).getByText('Mar 5, 2026')).toBeVisible()
  expect(within(sheet).getByText('ABCD-EFGH-JKLM')).toBeVisible()
  expect(within(sheet).getByText(/\/certificates\/ABCDEFGHJKLM$/)).toBeVisible()
})

test('its own holder is offered the rest of the bundle, and nobody else', async () => {
  answerGet('/api/user/upgrades', [makeUpgrade()])
  answerGet(CHECK, makeCertificate({ isYours: true }))
  const { unmount } = openApp(PAGE)
  const offer = await screen.findByRole('region', { name: 'The rest of your bundle' })
  expect(offer).toHaveTextContent('Get the other two for $2,000.00')
  // Not on the printed sheet.
  expect(offer).toHaveClass('print:hidden')
  unmount()
  answerGet(CHECK, makeCertificate())
  openApp(PAGE)
  await heading('This certificate is genuine')
  expect(screen.queryByRole('region', { name: /rest of your bundle/ })).not.toBeInTheDocument()
})

describe('sharing', () => {
  const linkedIn = () => screen.queryByRole('link', { name: /^Add to LinkedIn/ })

  test('its holder adds it to LinkedIn and shares it where the browser can', async () => {
    const share = vi.fn(() => Promise.resolve())
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
    answerGet('/api/user/upgrades', [])
    answerGet(CHECK, makeCertificate({ isYours: true }))
    openApp(PAGE)
    await heading('This certificate is genuine')
    expect(linkedIn()).toHaveAttribute('href', expect.stringContaining('certId=ABCDEFGHJKLM'))
    await userEvent.click(screen.getByRole('button', { name: 'Share' }))
    expect(share).toHaveBeenCalledWith(
      expect.objectContaining({ url: expect.stringMatching(/\/certificates\/ABCDEFGHJKLM$/) }),
    )
    share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
    await userEvent.click(screen.getByRole('button', { name: 'Share' }))
    expect(screen.queryByText("Sharing didn't work")).not.toBeInTheDocument()
    share.mockRejectedValueOnce(new Error('no'))
    await userEvent.click(screen.getByRole('button', { name: 'Share' }))
    expect(await screen.findByText("Sharing didn't work")).toBeVisible()
    vi.unstubAllGlobals()
  })

  test('without a share sheet the link can be copied, and nobody else adds it to a profile', async () => {
    answerGet(CHECK, makeCertificate())
    openApp(PAGE)
    await heading('This certificate is genuine')
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Share' })).not.toBeInTheDocument()
    expect(linkedIn()).not.toBeInTheDocument()
  })
})

test('it is printed by the browser', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  answerGet(CHECK, makeCertificate())
  openApp(PAGE)
  await heading('This certificate is genuine')
  await userEvent.click(screen.getByRole('button', { name: 'Print or save as PDF' }))
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('a revoked one says so and names nobody', async () => {
  answerGet(CHECK, makeCertificate({ status: 'revoked', holderName: '' }))
  openApp(PAGE)
  await heading('This certificate is no longer valid')
  expect(screen.queryByText('Ada Lovelace')).not.toBeInTheDocument()
})

test('an unknown one was never issued', async () => {
  refuseGet(CHECK, 404, 'There is no certificate with this code.')
  openApp(PAGE)
  await heading('Certificate not found')
})

test('one that could not be checked is asked for again', async () => {
  refuseGet(CHECK, 503, 'Briefly away.')
  openApp(PAGE)
  await waitFor(() =>
    expect(screen.getByText("The certificate couldn't be verified")).toBeVisible(),
  )
  answerGet(CHECK, makeCertificate())
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await heading('This certificate is genuine')
})

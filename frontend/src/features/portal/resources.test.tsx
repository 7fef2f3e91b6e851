import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import {
  answerPortal,
  makeEnrolled,
  makeEnrollment,
  makePortalResource,
  openPortal,
  watchLeaving,
  watchTab,
} from '@/test/portal'
import { failToRefresh } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'

describe('resources', () => {
  const OPEN = '/api/user/resources/5/open'

  test('a link opens in a tab of its own that cannot reach back', async () => {
    const tab = watchTab()
    answerPortal([makeEnrollment([makeEnrolled(5)])], [makePortalResource()])
    answerCall('post', OPEN, { url: 'https://files.example.test/workbook' })
    await openPortal()
    await waitFor(() => expect(screen.getByRole('button', { name: /Workbook/ })).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: /Workbook/ }))
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith(
        'https://files.example.test/workbook',
      ),
    )
    expect(tab.opener).toBeNull()
  })

  test('a refused one closes its tab even when the page has been left', async () => {
    const tab = watchTab()
    answerPortal([makeEnrollment([makeEnrolled(5)])], [makePortalResource()])
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(
      http.post(`*${OPEN}`, async () => {
        await answered
        return HttpResponse.json({ message: 'Closed to you.', fields: {} }, { status: 403 })
      }),
    )
    const { router } = await openPortal()
    await userEvent.click(await screen.findByRole('button', { name: /Workbook/ }))
    await act(() => router.navigate('/contact'))
    await screen.findByRole('heading', { level: 1, name: 'Contact' })
    answer()
    await waitFor(() => expect(tab.close).toHaveBeenCalledOnce())
  })

  test('a refused one closes its tab again and says why', async () => {
    const tab = watchTab()
    answerPortal([makeEnrollment([makeEnrolled(5)])], [makePortalResource()])
    refuseCall('post', OPEN, 403, 'Closed to you.')
    await openPortal()
    await waitFor(() => expect(screen.getByRole('button', { name: /Workbook/ })).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: /Workbook/ }))
    await waitFor(() => expect(screen.getByText('Closed to you.')).toBeVisible())
    expect(tab.close).toHaveBeenCalledOnce()
    expect(tab.location.replace).not.toHaveBeenCalled()
  })

  test('a file is downloaded from where the page is', async () => {
    answerPortal(
      [makeEnrollment([makeEnrolled(5)])],
      [makePortalResource({ type: 'FILE', fileName: 'a.pdf', fileSize: 2048 })],
    )
    answerCall('post', OPEN, { url: 'https://bucket.example.test/a.pdf?signed' })
    const open = vi.spyOn(window, 'open')
    const assign = watchLeaving()
    await openPortal()
    await waitFor(() => expect(screen.getByRole('button', { name: /0\.00 MB/ })).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: /Workbook/ }))
    await waitFor(() =>
      expect(assign).toHaveBeenCalledExactlyOnceWith('https://bucket.example.test/a.pdf?signed'),
    )
    expect(open).not.toHaveBeenCalled()
  })

  test('stay when a refresh fails', async () => {
    answerPortal([makeEnrollment([makeEnrolled(5)])], [makePortalResource()])
    await openPortal()
    const workbook = await screen.findByRole('button', { name: /Workbook/ })
    await failToRefresh()
    expect(workbook).toBeVisible()
  })

  test('says when there are none, and when they could not be loaded', async () => {
    answerPortal([makeEnrollment([makeEnrolled(5)])])
    refuseGet('/api/user/bootcamps/1/resources', 503, 'Briefly away.')
    await openPortal()
    await waitFor(() => expect(screen.getByText("The resources couldn't be loaded")).toBeVisible())
    answerGet('/api/user/bootcamps/1/resources', [])
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.getByText(/^No resources yet\./)).toBeVisible())
  })
})

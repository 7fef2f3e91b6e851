import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeResource } from '@/test/admin-desk'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet } from '@/test/server'
import { type SentFile, takeUploads } from '@/test/uploads'
import { ResourcesCard } from './resources-card'

const RESOURCES = '/api/admin/bootcamps/7/resources'
const UPLOAD = '/api/objects/upload'
const STORED = 'https://files.example.test/bucket/resources/k.pdf'
const SIGNED = {
  uploadURL: `${STORED}?X-Amz-Expires=300&X-Amz-Signature=abc`,
  headers: { 'Content-Type': 'application/pdf', 'If-None-Match': '*' },
  expiresAt: '2026-01-01T00:05:00Z',
}
const MB = 1024 * 1024
const file = new File(['x'.repeat(2 * MB)], 'slides.pdf', { type: 'application/x-other' })
const added = makeResource({
  id: 9,
  type: 'FILE',
  title: 'Slides',
  url: STORED,
  fileName: 'slides.pdf',
  fileSize: 2 * MB,
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const dialog = () => within(screen.getByRole('dialog', { name: 'Add Resource' }))
const button = (name: string) => screen.getByRole('button', { name })
const bar = () => screen.getByRole('progressbar', { name: 'Uploading' })

/** What went wrong is told a moment before the button is one to press again. */
async function submit() {
  const add = await dialog().findByRole('button', { name: 'Add Resource' })
  await waitFor(() => expect(add).toBeEnabled())
  await userEvent.click(add)
}

async function fillIn() {
  answerGet(RESOURCES, [])
  renderWithApp(<ResourcesCard bootcampId={7} />)
  await screen.findByText('No resources added yet')
  await userEvent.click(button('Add Resource'))
  await userEvent.click(await screen.findByRole('radio', { name: 'File' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Slides' } })
  fireEvent.change(screen.getByLabelText('File', { selector: 'input[type=file]' }), {
    target: { files: [file] },
  })
}

/** The next file that has left for the storage. */
async function leaving(sent: SentFile[], count = 1): Promise<SentFile> {
  await waitFor(() => expect(sent).toHaveLength(count))
  return sent[count - 1] as SentFile
}

describe('an upload', () => {
  test('goes to the signed address, shows how far it is, and becomes a resource', async () => {
    const sent = takeUploads()
    const asked = answerCall('post', UPLOAD, SIGNED)
    const { bodies } = answerCall('post', RESOURCES, added)
    await fillIn()
    expect(dialog().getByText('slides.pdf')).toBeVisible()
    expect(dialog().getByText('2.00 MB · select another')).toBeVisible()
    await submit()
    const request = await leaving(sent)
    expect(asked.bodies).toEqual([
      { fileName: 'slides.pdf', contentType: 'application/x-other', fileSize: 2 * MB },
    ])
    expect([request.method, request.url]).toEqual(['PUT', SIGNED.uploadURL])
    expect(request.headers).toEqual(SIGNED.headers)
    expect(request.body).toBe(file)
    expect(bar()).toHaveAttribute('aria-valuenow', '0')

    act(() => request.progress(1.5 * MB))
    expect(bar()).toHaveAttribute('aria-valuenow', '75')
    expect(screen.getByText('75%')).toBeVisible()
    expect(screen.getByText('1.50 MB of 2.00 MB')).toBeVisible()
    expect(screen.getByText('75% uploaded')).toBeInTheDocument()
    expect(bodies).toEqual([])

    act(() => request.answer(200))
    await waitFor(() => expect(screen.getByText('Resource added')).toBeVisible())
    expect(bodies).toEqual([
      {
        type: 'FILE',
        title: 'Slides',
        description: '',
        url: STORED,
        fileName: 'slides.pdf',
        fileSize: 2 * MB,
      },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByText('slides.pdf')).toBeVisible()
  })

  test('is canceled by its button, without a complaint, and can be started again', async () => {
    const sent = takeUploads()
    answerCall('post', UPLOAD, SIGNED)
    const { bodies } = answerCall('post', RESOURCES, added)
    await fillIn()
    await submit()
    const request = await leaving(sent)
    await userEvent.click(button('Cancel upload'))
    expect(request.isAborted).toBe(true)
    await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument())
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(dialog().getByText('slides.pdf')).toBeVisible()
    await waitFor(() =>
      expect(screen.getByLabelText('File', { selector: 'input[type=file]' })).toHaveFocus(),
    )
    await submit()
    const again = await leaving(sent, 2)
    act(() => again.answer(200))
    await waitFor(() => expect(bodies).toHaveLength(1))
  })

  test('keeps what was typed as it is while it lasts', async () => {
    const sent = takeUploads()
    answerCall('post', UPLOAD, SIGNED)
    await fillIn()
    await submit()
    await leaving(sent)
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveAttribute('readonly')
    expect(screen.getByRole('radio', { name: 'Link' })).toBeDisabled()
  })

  test.each(['Cancel', 'Close'])('is not left by %s without asking', async (name) => {
    const sent = takeUploads()
    answerCall('post', UPLOAD, SIGNED)
    await fillIn()
    await submit()
    const request = await leaving(sent)
    await userEvent.click(dialog().getByRole('button', { name }))
    const asking = await screen.findByRole('alertdialog', { name: 'Stop the upload?' })
    await userEvent.click(within(asking).getByRole('button', { name: 'Keep uploading' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(request.isAborted).toBe(false)

    await userEvent.click(dialog().getByRole('button', { name }))
    await userEvent.click(await screen.findByRole('button', { name: 'Stop upload' }))
    expect(request.isAborted).toBe(true)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  test('is not left by closing the tab without asking', async () => {
    const sent = takeUploads()
    answerCall('post', UPLOAD, SIGNED)
    answerCall('post', RESOURCES, added)
    const leavesFreely = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    await fillIn()
    expect(leavesFreely()).toBe(true)
    await submit()
    const request = await leaving(sent)
    await waitFor(() => expect(leavesFreely()).toBe(false))
    act(() => request.answer(200))
    await waitFor(() => expect(leavesFreely()).toBe(true))
  })
})

describe('when an upload fails', () => {
  const problem = async (words: string) => {
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(`Upload failed${words}`),
    )
    expect(screen.queryByText('Error creating resource')).not.toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Slides')
  }

  test('says that there is no address', async () => {
    const sent = takeUploads()
    breakCall('post', UPLOAD)
    await fillIn()
    await submit()
    await problem('Failed to get upload URL')
    expect(sent).toEqual([])
  })

  test("passes on the server's own words", async () => {
    takeUploads()
    refuseCall('post', UPLOAD, 422, 'Files may be at most 1 MB', {
      fileSize: 'Files may be at most 1 MB',
    })
    await fillIn()
    await submit()
    await problem('Files may be at most 1 MB')
  })

  test.each([
    ['is refused', (request: SentFile) => request.answer(403)],
    ['meets a broken storage', (request: SentFile) => request.answer(500)],
    ['loses the network', (request: SentFile) => request.breakOff()],
  ])('says so when it %s, and tries again with a new address', async (_, fail) => {
    const sent = takeUploads()
    const asked = answerCall('post', UPLOAD, SIGNED)
    const { bodies } = answerCall('post', RESOURCES, added)
    await fillIn()
    await submit()
    const request = await leaving(sent)
    act(() => fail(request))
    await problem('Failed to upload file')
    expect(bodies).toEqual([])

    await userEvent.click(button('Retry'))
    const again = await leaving(sent, 2)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(asked.bodies).toHaveLength(2)
    act(() => again.answer(200))
    await waitFor(() => expect(bodies).toHaveLength(1))
  })

  test('does not send the file again when only the resource failed', async () => {
    const sent = takeUploads()
    answerCall('post', UPLOAD, SIGNED)
    breakCall('post', RESOURCES)
    await fillIn()
    await submit()
    const request = await leaving(sent)
    act(() => request.answer(200))
    await waitFor(() => expect(screen.getByText('Error creating resource')).toBeVisible())
    const { bodies } = answerCall('post', RESOURCES, added)
    await submit()
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(sent).toHaveLength(1)
  })

  test('sends the file again when it was refused for what it is', async () => {
    const sent = takeUploads()
    answerCall('post', UPLOAD, SIGNED)
    refuseCall('post', RESOURCES, 422, 'This does not look like a .pdf file')
    await fillIn()
    await submit()
    const request = await leaving(sent)
    act(() => request.answer(200))
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('This does not look like a .pdf file'),
    )
    await userEvent.click(button('Retry'))
    await leaving(sent, 2)
  })
})

describe('viewing a stored file', () => {
  const LINK = '/api/admin/bootcamps/resources/9/link'

  test('asks for a link at the click, each time', async () => {
    const followed: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      followed.push(this.href)
    })
    answerGet(RESOURCES, [added])
    const asked = answerGet(LINK, { url: `${STORED}?X-Amz-Expires=60` })
    renderWithApp(<ResourcesCard bootcampId={7} />)
    await screen.findByText('slides.pdf')
    expect(asked.times).toBe(0)
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
    await userEvent.click(button('View Slides'))
    await waitFor(() => expect(followed).toEqual([`${STORED}?X-Amz-Expires=60`]))
    await userEvent.click(button('View Slides'))
    await waitFor(() => expect(asked.times).toBe(2))
  })

  test('says why it cannot be opened', async () => {
    answerGet(RESOURCES, [added])
    refuseGet(LINK, 404, 'The file is no longer there.')
    renderWithApp(<ResourcesCard bootcampId={7} />)
    await screen.findByText('slides.pdf')
    await userEvent.click(button('View Slides'))
    await waitFor(() => expect(screen.getByText('Error opening file')).toBeVisible())
    expect(screen.getByText('The file is no longer there.')).toBeVisible()
  })
})

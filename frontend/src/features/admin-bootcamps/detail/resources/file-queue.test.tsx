import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeResource } from '@/test/admin-desk'
import { answerCall } from '@/test/calls'
import { renderWithApp } from '@/test/render'
import { answerGet, server } from '@/test/server'
import { type SentFile, takeUploads } from '@/test/uploads'
import { ResourcesCard } from './resources-card'

const RESOURCES = '/api/admin/bootcamps/7/resources'
const SIGNED = {
  uploadURL: 'https://files.example.test/bucket/k.pdf?X-Amz-Signature=abc',
  headers: { 'Content-Type': 'application/pdf' },
  expiresAt: '2026-01-01T00:05:00Z',
}
const fileOf = (name: string, size = 1024) =>
  new File(['x'.repeat(size)], name, { type: 'application/pdf' })
const slides = fileOf('week-1_slides.pdf')
const notes = fileOf('notes.pdf')
const plan = fileOf('plan.pdf')

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Adds what is sent, and refuses the titles it is told to. */
function takeResources(refused: Record<string, string> = {}) {
  const titles: string[] = []
  server.use(
    http.post(`*${RESOURCES}`, async ({ request }) => {
      const { title, fileName } = (await request.json()) as { title: string; fileName: string }
      titles.push(title)
      const message = refused[title]
      if (message)
        return HttpResponse.json({ code: 'invalid', message, fields: {} }, { status: 422 })
      return HttpResponse.json(makeResource({ id: 50 + titles.length, title, fileName }))
    }),
  )
  return titles
}

async function choose(files: File[]) {
  answerGet(RESOURCES, [])
  answerCall('post', '/api/objects/upload', SIGNED)
  const page = renderWithApp(<ResourcesCard bootcampId={7} />)
  await screen.findByText('No resources added yet')
  await userEvent.click(screen.getByRole('button', { name: 'Add Resource' }))
  await screen.findByRole('dialog', { name: 'Add Resource' })
  fireEvent.change(screen.getByLabelText('File', { selector: 'input[type=file]' }), {
    target: { files },
  })
  return page
}

const rows = () => within(screen.getByRole('list', { name: 'Files' })).getAllByRole('listitem')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function leaving(sent: SentFile[], count: number): Promise<SentFile> {
  await waitFor(() => expect(sent).toHaveLength(count))
  return sent[count - 1] as SentFile
}

async function answer(sent: SentFile[], count: number, status: number) {
  const request = await leaving(sent, count)
  act(() => request.answer(status))
}

describe('several files chosen at once', () => {
  test('are sent one after another, each with its own progress, and become resources', async () => {
    const sent = takeUploads()
    const titles = takeResources()
    await choose([slides, notes])
    expect(screen.getByRole('button', { name: 'Add 2 files' })).toHaveFocus()
    await press('Add 2 files')

    const first = await leaving(sent, 1)
    expect(first.body).toBe(slides)
    act(() => first.progress(512))
    const bar = screen.getByRole('progressbar', { name: 'Uploading week-1_slides.pdf' })
    expect(bar).toHaveAttribute('aria-valuenow', '50')
    expect(screen.getAllByRole('progressbar')).toHaveLength(1)
    act(() => first.answer(200))

    const second = await leaving(sent, 2)
    expect(second.body).toBe(notes)
    expect(titles).toEqual(['week 1 slides'])
    expect(screen.getByRole('progressbar', { name: 'Uploading notes.pdf' })).toBeVisible()
    expect(rows()[0]).toHaveTextContent('Added')
    act(() => second.answer(200))

    expect(await screen.findByText('Resources added')).toBeVisible()
    expect(titles).toEqual(['week 1 slides', 'notes'])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Edit week 1 slides' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Edit notes' })).toBeVisible()
    // The next time it begins afresh.
    await press('Add Resource')
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('')
  })

  test('that fail say so one by one, hold nobody up, and alone are tried again', async () => {
    const sent = takeUploads()
    const titles = takeResources()
    await choose([slides, notes, plan])
    await press('Add 3 files')
    await answer(sent, 1, 403)
    await answer(sent, 2, 200)
    await leaving(sent, 3)
    await press('Cancel upload: plan.pdf')
    await screen.findByRole('button', { name: 'Retry 2 files' })
    expect(titles).toEqual(['notes'])
    const [one, two, three] = rows()
    expect(one).toHaveTextContent('Failed to upload file')
    expect(two).toHaveTextContent('Added')
    expect(three).toHaveTextContent('Canceled')
    expect(screen.getByText('1 of 3 files added')).toBeInTheDocument()

    await press('Retry 2 files')
    const again = await leaving(sent, 4)
    expect(again.body).toBe(slides)
    act(() => again.answer(200))
    await answer(sent, 5, 200)
    expect(await screen.findByText('Resources added')).toBeVisible()
    expect(titles).toEqual(['notes', 'week 1 slides', 'plan'])
  })

  test('pass on what the server says of each', async () => {
    const sent = takeUploads()
    takeResources({ notes: "This doesn't look like a .pdf file" })
    await choose([notes, plan])
    await press('Add 2 files')
    await answer(sent, 1, 200)
    await answer(sent, 2, 200)
    await screen.findByRole('button', { name: 'Retry 1 file' })
    expect(rows()[0]).toHaveTextContent("This doesn't look like a .pdf file")
    expect(rows()[1]).toHaveTextContent('Added')
  })

  test('that cannot be taken are said at once, and the others go on', async () => {
    const sent = takeUploads()
    const titles = takeResources()
    await choose([fileOf('setup.exe'), fileOf('empty.pdf', 0), plan])
    expect(rows()[0]).toHaveTextContent("This file type isn't accepted")
    expect(rows()[1]).toHaveTextContent('The file is empty')
    await press('Add 1 file')
    await answer(sent, 1, 200)
    await waitFor(() => expect(rows()[2]).toHaveTextContent('Added'))
    expect(titles).toEqual(['plan'])
    expect(sent).toHaveLength(1)
    // The list stays, for the two that were left out; there is nothing to try again.
    expect(screen.queryByRole('button', { name: /^(Add|Retry) \d/ })).not.toBeInTheDocument()
  })

  test('are not left without asking, and nothing more is begun after that', async () => {
    const sent = takeUploads()
    const titles = takeResources()
    await choose([slides, notes])
    await press('Add 2 files')
    const request = await leaving(sent, 1)
    await press('Cancel')
    await screen.findByRole('alertdialog', { name: 'Stop the upload?' })
    await press('Stop upload')
    expect(request.isAborted).toBe(true)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent).toHaveLength(1)
    expect(titles).toEqual([])
  })

  test('end with the page they were chosen on', async () => {
    const sent = takeUploads()
    const titles = takeResources()
    const { unmount } = await choose([slides, notes])
    await press('Add 2 files')
    const request = await leaving(sent, 1)
    unmount()
    expect(request.isAborted).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sent).toHaveLength(1)
    expect(titles).toEqual([])
  })
})

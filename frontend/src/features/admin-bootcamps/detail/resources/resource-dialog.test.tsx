import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { makeResource } from '@/test/admin-desk'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { renderWithApp } from '@/test/render'
import { answerGet } from '@/test/server'
import { ResourcesCard } from './resources-card'

const RESOURCES = '/api/admin/bootcamps/7/resources'
const UPLOAD = '/api/objects/upload'
const URL_REQUIRED = 'URL is required for YouTube videos and external links'
const NO_STORAGE = 'File uploads are not set up on this site. Add a link instead.'
const added = makeResource({ id: 9, title: 'Added' })

const field = (name: string) => screen.getByRole('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const choose = (kind: string) => userEvent.click(screen.getByRole('radio', { name: kind }))
const submit = async () =>
  userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Add Resource' }),
  )
const give = (file: File) =>
  fireEvent.change(screen.getByLabelText('File', { selector: 'input[type=file]' }), {
    target: { files: [file] },
  })
const fileOf = (size: number, name: string) => new File(['x'.repeat(size)], name)

async function open() {
  answerGet(RESOURCES, [makeResource()])
  renderWithApp(<ResourcesCard bootcampId={7} />)
  await screen.findByText('Reading list')
  await userEvent.click(screen.getByRole('button', { name: 'Add Resource' }))
  await screen.findByRole('dialog', { name: 'Add Resource' })
}

describe('adding a resource', () => {
  test.each([
    ['YouTube', 'YOUTUBE', 'https://www.youtube.com/watch?v=abc'],
    ['Link', 'LINK', 'https://example.test/page'],
    ['Document', 'DOCUMENT', 'https://example.test/notes.pdf'],
  ])('sends a %s, and the list ends with it', async (label, kind, url) => {
    const { bodies } = answerCall('post', RESOURCES, added)
    await open()
    await choose(label)
    type('Title', '  Added ')
    type('Description', 'For the first evening.')
    type('URL', ` ${url} `)
    await submit()
    expect(await screen.findByText('Resource added')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(bodies).toEqual([
      { type: kind, title: 'Added', description: 'For the first evening.', url },
    ])
    const list = within(screen.getByRole('list', { name: 'Resources in order' }))
    const shown = list.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent)
    expect(shown).toEqual(['Reading list', 'Added'])
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Resource' })).toHaveFocus())
  })

  test('starts empty each time', async () => {
    await open()
    type('Title', 'Half')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.click(screen.getByRole('button', { name: 'Add Resource' }))
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('')
    expect(screen.getByRole('radio', { name: 'File' })).toBeChecked()
  })

  test('changes the kind with the arrow keys', async () => {
    await open()
    screen.getByRole('radio', { name: 'File' }).focus()
    // Held down: the next one is chosen a moment after the press.
    await userEvent.keyboard('{ArrowDown>}')
    await waitFor(() => expect(screen.getByRole('radio', { name: 'YouTube' })).toBeChecked())
  })
})

describe('what a resource must have', () => {
  test.each(['YouTube', 'Link'])('a %s needs a title and an address', async (kind) => {
    const { bodies } = answerCall('post', RESOURCES, added)
    await open()
    await choose(kind)
    await submit()
    expect(await screen.findByText(URL_REQUIRED)).toBeVisible()
    expect(field('URL')).toHaveAccessibleDescription(URL_REQUIRED)
    expect(field('Title')).toHaveAccessibleDescription('Required')
    expect(field('Title')).toHaveFocus()
    expect(bodies).toEqual([])
  })

  test('a document needs an address', async () => {
    await open()
    await choose('Document')
    type('Title', 'Notes')
    await submit()
    await waitFor(() => expect(field('URL')).toHaveAccessibleDescription('Required'))
  })

  test.each([
    ['Title', 255],
    ['Description', 1000],
  ])('%s holds at most %i characters', async (name, most) => {
    const { bodies } = answerCall('post', RESOURCES, added)
    await open()
    await choose('Link')
    type('Title', 'Notes')
    type('URL', 'https://example.test/')
    type(name, 'x'.repeat(most + 1))
    await submit()
    expect(
      await screen.findByText(`String must contain at most ${most} character(s)`),
    ).toBeVisible()
    expect(bodies).toEqual([])
    type(name, 'x'.repeat(most))
    await submit()
    await waitFor(() => expect(bodies).toHaveLength(1))
  })

  test.each([
    ['Link', 'not an address', 'Invalid url'],
    ['Link', 'https://', 'Invalid url'],
    ['Link', 'http://example.test/', 'Use an address that starts with https://'],
    ['Link', 'javascript:alert(1)', 'Use an address that starts with https://'],
    ['YouTube', 'https://youtube.example.test/', 'Use an address on YouTube'],
  ])('a %s at "%s" is refused: %s', async (kind, url, words) => {
    const { bodies } = answerCall('post', RESOURCES, added)
    await open()
    await choose(kind)
    type('Title', 'Notes')
    type('URL', url)
    await submit()
    await waitFor(() => expect(field('URL')).toHaveAccessibleDescription(words))
    expect(bodies).toEqual([])
  })

  test('what was wrong with one kind is not held against another', async () => {
    await open()
    await choose('YouTube')
    await submit()
    expect(await screen.findByText(URL_REQUIRED)).toBeVisible()
    await choose('Document')
    expect(screen.queryByText(URL_REQUIRED)).not.toBeInTheDocument()
  })

  test.each([
    ['none', null, 'Choose a file'],
    ['notes.exe', fileOf(3, 'notes.exe'), "This file type isn't accepted"],
    ['pdf', fileOf(3, 'pdf'), "This file type isn't accepted"],
    ['empty.pdf', fileOf(0, 'empty.pdf'), 'The file is empty'],
  ])('the file "%s" is refused', async (_, file, words) => {
    const { bodies } = answerCall('post', RESOURCES, added)
    await open()
    await choose('File')
    type('Title', 'Notes')
    if (file) give(file)
    await submit()
    expect(await screen.findByText(words)).toBeVisible()
    expect(bodies).toEqual([])
  })

  test('files of every accepted kind are offered to the server', async () => {
    const names = 'pdf doc docx ppt pptx xls xlsx txt rtf zip rar png jpg jpeg gif mp4 mp3 wav'
      .split(' ')
      .map((extension) => `Notes.${extension.toUpperCase()}`)
    const { bodies } = refuseCall('post', UPLOAD, 409, NO_STORAGE)
    await open()
    await choose('File')
    type('Title', 'Notes')
    for (const [index, name] of names.entries()) {
      give(fileOf(3, name))
      await submit()
      await waitFor(() => expect(bodies).toHaveLength(index + 1))
      await screen.findByRole('alert')
    }
    expect(bodies).toEqual(names.map((fileName) => ({ fileName, contentType: '', fileSize: 3 })))
  })
})

describe('when adding fails', () => {
  async function fillIn() {
    await choose('Link')
    type('Title', 'Notes')
    type('URL', 'https://example.test/')
  }

  test('says so and keeps what was typed', async () => {
    breakCall('post', RESOURCES)
    await open()
    await fillIn()
    await submit()
    await screen.findByText('Error creating resource')
    expect(screen.getByText('Something went wrong')).toBeInTheDocument()
    expect(field('Title')).toHaveValue('Notes')
    expect(field('URL')).toHaveValue('https://example.test/')
  })

  test("puts the server's words beside the field they are about", async () => {
    refuseCall('post', RESOURCES, 422, 'Please look again.', { url: 'Invalid url' })
    await open()
    await fillIn()
    await submit()
    await screen.findByText('Please look again.')
    expect(field('URL')).toHaveAccessibleDescription('Invalid url')
    expect(field('URL')).toHaveFocus()
  })

  test('shows why a file is not taken until something else is tried', async () => {
    refuseCall('post', UPLOAD, 409, NO_STORAGE)
    await open()
    await choose('File')
    type('Title', 'Slides')
    give(fileOf(3, 'slides.pdf'))
    await submit()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(`Upload failed${NO_STORAGE}`)
    await choose('Link')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(field('Title')).toHaveValue('Slides')
  })
})

describe('editing a resource', () => {
  const PATCHED = '/api/admin/bootcamps/resources/4'
  async function openEdit(resource: Parameters<typeof makeResource>[0]) {
    answerGet(RESOURCES, [makeResource({ id: 4, title: 'Reding list', ...resource })])
    renderWithApp(<ResourcesCard bootcampId={7} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Reding list' }))
    return screen.findByRole('dialog', { name: 'Edit Resource' })
  }
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))

  test('corrects title and address in place', async () => {
    const changed = makeResource({ id: 4, title: 'Reading list' })
    const { bodies } = answerCall('patch', PATCHED, changed)
    const dialog = await openEdit({ type: 'LINK', url: 'https://example.test/old', fileName: '' })
    expect(within(dialog).queryByRole('radio')).not.toBeInTheDocument()
    expect(field('URL')).toHaveValue('https://example.test/old')
    type('Title', 'Reading list')
    type('URL', 'https://example.test/new')
    await save()
    expect(await screen.findByText('Resource updated')).toBeVisible()
    expect(bodies).toEqual([
      expect.objectContaining({ title: 'Reading list', url: 'https://example.test/new' }),
    ])
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Edit Reading list' })).toBeVisible(),
    )
  })

  test('leaves the file as it is unless another is given', async () => {
    const { bodies } = answerCall('patch', PATCHED, makeResource({ id: 4, title: 'Slides' }))
    await openEdit({ type: 'FILE', url: 'https://bucket.test/1', fileName: 'slides.pdf' })
    expect(screen.getByText(/Now: slides.pdf/)).toBeVisible()
    type('Title', 'Slides')
    await save()
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(Object.keys(bodies[0] as object).sort()).toEqual(['description', 'title'])
  })

  test('says what the server refused, and keeps what was typed', async () => {
    refuseCall('patch', PATCHED, 422, 'Please look again.', { url: 'Invalid url' })
    await openEdit({ type: 'LINK', url: 'https://example.test/old', fileName: '' })
    type('Title', 'Better')
    await save()
    await screen.findByText('Error updating resource')
    expect(field('Title')).toHaveValue('Better')
    expect(field('URL')).toHaveAccessibleDescription('Invalid url')
  })
})

test('a file gives its name to an empty title, and never to a typed one', async () => {
  await open()
  await choose('File')
  give(fileOf(3, 'week-1_slides.pdf'))
  expect(field('Title')).toHaveValue('week 1 slides')
  give(fileOf(3, 'other.pdf'))
  expect(field('Title')).toHaveValue('week 1 slides')
})

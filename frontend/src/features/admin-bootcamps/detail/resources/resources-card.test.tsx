import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { makeResource } from '@/test/admin-desk'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { ResourcesCard } from './resources-card'

const RESOURCES = '/api/admin/bootcamps/7/resources'
const ORDER = `${RESOURCES}/order`
const first = makeResource({ id: 1, title: 'First' })
const second = makeResource({ id: 2, title: 'Second' })
const third = makeResource({ id: 3, title: 'Third' })
const three = [first, second, third]

const findList = () => screen.findByRole('list', { name: 'Resources in order' })
const rows = () =>
  within(screen.getByRole('list', { name: 'Resources in order' })).getAllByRole('listitem')
const titles = () => rows().map((row) => row.querySelector('p')?.textContent)
const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => userEvent.click(button(name))

async function open(resources = three) {
  answerGet(RESOURCES, resources)
  renderWithApp(<ResourcesCard bootcampId={7} />)
  if (resources.length > 0) await findList()
  else await screen.findByText('No resources added yet')
}

describe('the list', () => {
  test('shows each kind with what there is to know of it', async () => {
    await open([
      makeResource({ id: 1, type: 'YOUTUBE', title: 'Intro', url: 'https://youtu.be/abc' }),
      makeResource({ id: 2, type: 'LINK', title: 'Site', description: '' }),
      makeResource({ id: 3, type: 'DOCUMENT', title: 'Notes' }),
      makeResource({
        id: 4,
        type: 'FILE',
        title: 'Slides',
        description: '',
        fileName: 'slides.pdf',
        fileSize: 1_572_864,
      }),
    ])
    expect(rows().map((row) => row.textContent)).toEqual([
      'IntroYouTubeWhat to read before the first evening.View',
      'SiteLinkView',
      'NotesDocumentWhat to read before the first evening.View',
      'SlidesFileslides.pdf1.50 MBView',
    ])
    const pictures = rows().map((row) => row.querySelectorAll('svg')[1]?.getAttribute('class'))
    expect(new Set(pictures).size).toBe(4)
    const view = screen.getByRole('link', { name: 'View Intro' })
    expect(view).toHaveAttribute('href', 'https://youtu.be/abc')
    expect(view).toHaveAttribute('rel', 'noreferrer')
    expect(view).toHaveAttribute('target', '_blank')
  })

  test('is empty at first', async () => {
    await open([])
    expect(screen.getByText('No resources added yet')).toBeVisible()
    expect(button('Add Resource')).toBeVisible()
  })

  test('can be asked for again after a failure', async () => {
    refuseGet(RESOURCES, 503, 'We are briefly away.')
    renderWithApp(<ResourcesCard bootcampId={7} />)
    expect(await screen.findByText("Resources couldn't be loaded")).toBeVisible()
    expect(screen.getByText('We are briefly away.')).toBeVisible()
    answerGet(RESOURCES, three)
    await press('Retry')
    expect(await findList()).toBeVisible()
  })
})

describe('the order, by keyboard', () => {
  test('moves a row down, says where it is now and keeps the focus on it', async () => {
    const { bodies } = answerCall('put', ORDER, [])
    await open()
    button('Move First down').focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(titles()).toEqual(['Second', 'First', 'Third']))
    expect(screen.getByText('First is now 2 of 3.')).toBeInTheDocument()
    expect(button('Move First down')).toHaveFocus()
    await waitFor(() => expect(bodies).toEqual([{ ids: [2, 1, 3] }]))
  })

  test('moves a row up', async () => {
    const { bodies } = answerCall('put', ORDER, [])
    await open()
    await press('Move Third up')
    await waitFor(() => expect(bodies).toEqual([{ ids: [1, 3, 2] }]))
    expect(titles()).toEqual(['First', 'Third', 'Second'])
  })

  test('has nowhere to go at either end', async () => {
    const { bodies } = answerCall('put', ORDER, [])
    await open()
    expect(button('Move First up')).toHaveAttribute('aria-disabled', 'true')
    expect(button('Move Third down')).toHaveAttribute('aria-disabled', 'true')
    await press('Move First up')
    await press('Move Third down')
    expect(titles()).toEqual(['First', 'Second', 'Third'])
    expect(bodies).toEqual([])
  })

  test('loses no press, however quick', async () => {
    const { bodies } = answerCall('put', ORDER, [])
    await open()
    fireEvent.click(button('Move First down'))
    fireEvent.click(button('Move First down'))
    expect(titles()).toEqual(['Second', 'Third', 'First'])
    await waitFor(() => expect(bodies.at(-1)).toEqual({ ids: [2, 3, 1] }))
  })

  test('sends quick moves one after another, and only the last of those that waited', async () => {
    const sent: unknown[] = []
    const answers: (() => void)[] = []
    server.use(
      http.put(`*${ORDER}`, async ({ request }) => {
        sent.push(await request.json())
        await new Promise<void>((resolve) => answers.push(resolve))
        return HttpResponse.json([])
      }),
    )
    await open()
    await press('Move First down')
    await waitFor(() => expect(sent).toEqual([{ ids: [2, 1, 3] }]))
    await press('Move First down')
    await waitFor(() => expect(titles()).toEqual(['Second', 'Third', 'First']))
    await press('Move Third up')
    await waitFor(() => expect(titles()).toEqual(['Third', 'Second', 'First']))
    expect(sent).toHaveLength(1)
    answers[0]?.()
    await waitFor(() => expect(sent).toEqual([{ ids: [2, 1, 3] }, { ids: [3, 2, 1] }]))
    answers[1]?.()
  })

  test.each([
    [
      'the words of the server',
      { message: 'The resources have changed.', fields: {} },
      'The resources have changed.',
    ],
    ['words of its own', {}, 'Something went wrong'],
  ])('goes back to the true order after a failure, with %s', async (_, body, words) => {
    answerCall('put', ORDER, body, { status: 409 })
    await open()
    answerGet(RESOURCES, [third, first])
    await press('Move First down')
    expect(await screen.findByText('Error ordering resources')).toBeVisible()
    expect(screen.getByText(words)).toBeVisible()
    await waitFor(() => expect(titles()).toEqual(['Third', 'First']))
  })
})

describe('the order, by dragging', () => {
  const ROW = 100
  const GAP = 8

  /** happy-dom lays nothing out, so the rows are given places: 100 px each, 8 px apart. */
  function layOut() {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: HTMLElement,
    ) {
      const index = [...(this.parentElement?.children ?? [])].indexOf(this)
      return new DOMRect(0, index * (ROW + GAP), 300, ROW)
    })
  }

  function grip(place: number): Element {
    const found = rows()[place - 1]?.querySelector('.cursor-grab')
    if (!found) throw new Error('There is nothing to drag it by')
    return found
  }
  const pickUp = (place: number, clientY: number, button = 0) =>
    fireEvent.pointerDown(grip(place), { clientY, button, pointerId: 1 })
  const moveTo = (clientY: number) => fireEvent.pointerMove(window, { clientY, pointerId: 1 })
  const letGo = (clientY: number) => fireEvent.pointerUp(window, { clientY, pointerId: 1 })
  const shifts = () => rows().map((row) => row.style.translate)

  test('makes room on the way and saves where the row is dropped', async () => {
    const { bodies } = answerCall('put', ORDER, [])
    await open()
    layOut()
    pickUp(1, 50)
    moveTo(170)
    expect(shifts()).toEqual(['0 120px', '0 -108px', '0 0px'])
    moveTo(280)
    expect(shifts()).toEqual(['0 230px', '0 -108px', '0 -108px'])
    letGo(280)
    await waitFor(() => expect(titles()).toEqual(['Second', 'Third', 'First']))
    expect(shifts()).toEqual(['', '', ''])
    expect(screen.getByText('First is now 3 of 3.')).toBeInTheDocument()
    await waitFor(() => expect(bodies).toEqual([{ ids: [2, 3, 1] }]))
  })

  test('carries a row upwards too', async () => {
    const { bodies } = answerCall('put', ORDER, [])
    await open()
    layOut()
    pickUp(3, 266)
    moveTo(150)
    expect(shifts()).toEqual(['0 0px', '0 108px', '0 -116px'])
    letGo(150)
    await waitFor(() => expect(bodies).toEqual([{ ids: [1, 3, 2] }]))
  })

  test.each([
    ['it is dropped where it was', () => letGo(90)],
    ['Escape is pressed', () => fireEvent.keyDown(window, { key: 'Escape' })],
    ['the finger is taken over', () => fireEvent.pointerCancel(window, { pointerId: 1 })],
  ])('changes nothing when %s', async (_, end) => {
    const { bodies } = answerCall('put', ORDER, [])
    await open()
    layOut()
    pickUp(1, 50)
    moveTo(90)
    end()
    expect(shifts()).toEqual(['', '', ''])
    moveTo(280)
    letGo(280)
    expect(titles()).toEqual(['First', 'Second', 'Third'])
    expect(bodies).toEqual([])
  })

  test('takes no notice of another finger, nor of the other mouse button', async () => {
    await open()
    layOut()
    pickUp(1, 50, 2)
    expect(shifts()).toEqual(['', '', ''])
    pickUp(1, 50)
    fireEvent.pointerMove(window, { clientY: 280, pointerId: 2 })
    expect(shifts()).toEqual(['0 0px', '0 0px', '0 0px'])
    fireEvent.pointerUp(window, { clientY: 280, pointerId: 2 })
    expect(titles()).toEqual(['First', 'Second', 'Third'])
    letGo(50)
  })
})

describe('deleting', () => {
  const ONE = '/api/admin/bootcamps/resources/2'
  const RESTORE = `${ONE}/restore`
  const GONE = { message: 'Resource deleted.' }

  test('takes it away at once, and says what that means', async () => {
    const { bodies } = answerCall('delete', ONE, GONE)
    await open()
    await press('Delete Second')
    expect(await screen.findByText('Resource deleted')).toBeVisible()
    expect(screen.getByText('Students no longer see “Second”.')).toBeVisible()
    await waitFor(() => expect(titles()).toEqual(['First', 'Third']))
    expect(bodies).toEqual([null])
    await waitFor(() => expect(button('Add Resource')).toHaveFocus())
  })

  test('is undone where it stood', async () => {
    answerCall('delete', ONE, GONE)
    const restored = answerCall('post', RESTORE, second)
    await open()
    await press('Delete Second')
    await waitFor(() => expect(titles()).toEqual(['First', 'Third']))
    await press('Undo')
    expect(await screen.findByText('Resource restored')).toBeVisible()
    expect(restored.bodies).toEqual([null])
    // The list is read again: the mock server never forgot it.
    await waitFor(() => expect(titles()).toEqual(['First', 'Second', 'Third']))
  })

  test('says when it is too late to undo it', async () => {
    answerCall('delete', ONE, GONE)
    refuseCall('post', RESTORE, 404, "This resource can't be restored anymore.")
    await open()
    await press('Delete Second')
    await waitFor(() => expect(titles()).toEqual(['First', 'Third']))
    answerGet(RESOURCES, [first, third])
    await press('Undo')
    expect(await screen.findByText('Error restoring resource')).toBeVisible()
    expect(screen.getByText("This resource can't be restored anymore.")).toBeVisible()
    expect(titles()).toEqual(['First', 'Third'])
  })

  test('says that it failed, and keeps it', async () => {
    breakCall('delete', ONE)
    await open()
    await press('Delete Second')
    expect(await screen.findByText('Error deleting resource')).toBeVisible()
    expect(screen.getByText('Something went wrong')).toBeVisible()
    expect(titles()).toEqual(['First', 'Second', 'Third'])
  })

  test('passes on the words of the server', async () => {
    refuseCall('delete', ONE, 404, 'Resource not found')
    await open()
    answerGet(RESOURCES, [first, third])
    await press('Delete Second')
    expect(await screen.findByText('Resource not found')).toBeVisible()
    await waitFor(() => expect(titles()).toEqual(['First', 'Third']))
  })
})

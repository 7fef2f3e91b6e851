import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeBundle } from '@/test/catalogue'
import { renderWithApp } from '@/test/render'
import { answerGet } from '@/test/server'
import { bundleValue } from './code-form'
import { ScopePicker } from './scope-picker'

type Scopes = Parameters<typeof ScopePicker>[0]['scopes']

const BUNDLE = 'Complete Bundle (bundle)'
const COHORT = /^Beginner Bootcamp/
const onChange = vi.fn<(scopes: Scopes) => void>()

function Picker({ first = [] }: { first?: Scopes }) {
  const [scopes, setScopes] = useState(first)
  const change = (next: Scopes) => {
    onChange(next)
    setScopes(next)
  }
  return <ScopePicker scopes={scopes} onChange={change} error={undefined} />
}

async function choose(name: string | RegExp) {
  await userEvent.click(screen.getByRole('button', { name: 'For' }))
  await userEvent.click(await screen.findByRole('option', { name }))
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
}

const chosen = () =>
  within(screen.getByRole('list', { name: 'What the code is for' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

beforeEach(() => {
  onChange.mockReset()
  answerGet('/api/admin/bundles', [makeBundle()])
  answerGet('/api/admin/bootcamps/options', [
    {
      id: 4,
      name: 'Beginner Bootcamp',
      startDate: '2099-10-08T22:00:00Z',
      timezone: 'America/New_York',
      availableSeats: 20,
    },
  ])
})

test('without any the code is for everything', () => {
  renderWithApp(<Picker />)
  expect(screen.getByText('Everything')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'What the code is for' })).toBeNull()
})

test('picks bundles and bootcamps one after the other, each once', async () => {
  renderWithApp(<Picker />)
  await choose(BUNDLE)
  expect(onChange).toHaveBeenLastCalledWith([
    { value: bundleValue(makeBundle().id), label: BUNDLE },
  ])
  await choose(COHORT)
  expect(chosen()).toEqual([BUNDLE, expect.stringMatching(COHORT)])
  expect(screen.getByText('2 chosen')).toBeVisible()
  expect(onChange.mock.lastCall?.[0][1]).toMatchObject({ value: '4' })
  await choose(BUNDLE)
  expect(chosen()).toHaveLength(2)
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('takes one out again, and with the last it is for everything', async () => {
  const first = [
    { value: bundleValue(makeBundle().id), label: BUNDLE },
    { value: '4', label: 'Beginner Bootcamp, Oct 8' },
  ]
  renderWithApp(<Picker first={first} />)
  await userEvent.click(screen.getByRole('button', { name: `Remove ${BUNDLE}` }))
  expect(chosen()).toEqual(['Beginner Bootcamp, Oct 8'])
  expect(onChange).toHaveBeenLastCalledWith(first.slice(1))
  await userEvent.click(screen.getByRole('button', { name: /^Remove Beginner/ }))
  expect(onChange).toHaveBeenLastCalledWith([])
  expect(screen.getByText('Everything')).toBeVisible()
})

test('says beside it what is wrong', () => {
  renderWithApp(<ScopePicker scopes={[]} onChange={onChange} error="Choose a bootcamp" />)
  expect(screen.getByText('Choose a bootcamp')).toBeVisible()
})

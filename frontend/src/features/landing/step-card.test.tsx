import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as dates from '@/lib/dates'
import type { Step } from '@/lib/offer'
import { makeBootcamp } from '@/test/catalogue'
import { renderWithApp } from '@/test/render'
import type { Bootcamp } from './catalogue'
import { StepCard } from './step-card'

const full = { availableSeats: 0, waitingList: true }
const now = Date.parse('2026-05-01T12:00:00Z')
const show = (step: Step, bootcamps?: Bootcamp[]) =>
  renderWithApp(<StepCard step={step} bootcamps={bootcamps} now={now} />)
const link = (name: string | RegExp) => screen.getByRole('link', { name })

afterEach(() => vi.useRealTimers())
const setClock = (at: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) })

describe('a step whose bootcamps are unknown', () => {
  test.each([
    [1, 'Beginner Bootcamp', '$995', 'Thu Oct 9 (6–9 PM) or Sat Oct 11 (9 AM–12 PM)', 'Build'],
    [2, 'Advanced Bootcamp', '$1,495', 'Wed Nov 19 (6–9 PM)', 'Launch'],
    [3, 'AI Marketing Bootcamp', '$1,495', 'Fri Dec 5 (9 AM–12 PM)', 'Market'],
  ] as const)('%i is told from memory', (step, name, price, dates, verb) => {
    setClock('2025-10-01T12:00:00Z')
    const { container } = show(step)
    expect(screen.getByRole('heading', { name })).toBeVisible()
    expect(screen.getByText(price)).toBeVisible()
    expect(container).toHaveTextContent(dates)
    expect(link(`Choose ${verb}`)).toHaveAttribute('href', '/checkout')
  })

  test.each([
    ['2025-10-10T12:00:00Z', 1, 'DateSat Oct 11 (9 AM–12 PM)'],
    ['2025-10-12T12:00:00Z', 1, 'DateNew dates coming soon'],
    ['2025-10-12T12:00:00Z', 2, 'DateWed Nov 19 (6–9 PM)'],
    ['2026-01-01T12:00:00Z', 3, 'DateNew dates coming soon'],
  ] as const)('on %s step %i offers no date that is past', (at, step, words) => {
    setClock(at)
    const { container } = show(step)
    expect(container).toHaveTextContent(words)
    expect(container).not.toHaveTextContent('Thu Oct 9')
  })
})

describe('a step with bootcamps', () => {
  const thursday = makeBootcamp({ id: 11 })
  const saturday = makeBootcamp({
    id: 12,
    startDate: '2099-10-10T13:00:00Z',
    endDate: '2099-10-10T16:00:00Z',
  })

  test.each([
    ['America/Los_Angeles', '3:00 – 6:00 PM your time'],
    ['Europe/London', '11:00 PM – 2:00 AM +1 day your time'],
    ['Asia/Kolkata', 'Fri, Oct 9 at 3:30 – 6:30 AM your time'],
  ])('to a visitor in %s the hours are %s', (zone, words) => {
    vi.spyOn(dates, 'viewerZone').mockReturnValue(zone)
    const { container } = show(1, [thursday])
    expect(container).toHaveTextContent(
      `Thu, Oct 8 at 6:00 PM – 9:00 PM EDT, reserve this date${words}`,
    )
  })

  test('shows the next date, the price, and leads to it', () => {
    show(1, [makeBootcamp({ id: 11, name: 'First Steps', price: '1050.00' })])
    expect(screen.getByRole('heading', { name: 'First Steps' })).toBeVisible()
    expect(screen.getByText('From an idea to something that works')).toBeVisible()
    expect(screen.getByText('$1,050')).toBeVisible()
    expect(screen.getByText('Oct 8 at 6:00 PM – 9:00 PM EDT')).toBeVisible()
    expect(link('Choose Build')).toHaveAttribute('href', '/checkout?bootcamp=11')
    expect(screen.queryByText(/left|Sold out/)).not.toBeInTheDocument()
  })

  test('says of seats that somebody is paying for that they are on hold', () => {
    show(1, [makeBootcamp({ availableSeats: 0, heldSeats: 1 })])
    expect(screen.getByText('On hold')).toBeVisible()
    expect(screen.queryByText('Sold out')).not.toBeInTheDocument()
  })

  test('gives each of several dates a line and a link of its own', () => {
    show(1, [saturday, thursday])
    expect(link(/^Thu, Oct 8 at 6:00\sPM\s– 9:00\sPM\sEDT/)).toHaveAttribute(
      'href',
      '/checkout?bootcamp=11',
    )
    expect(link(/^Sat, Oct 10 at 9:00\sAM\s– 12:00\sPM\sEDT/)).toHaveAttribute(
      'href',
      '/checkout?bootcamp=12',
    )
    expect(link('Choose Build')).toHaveAttribute('href', '/checkout?bootcamp=11')
    expect(screen.getByText('Next: Thu, Oct 8')).toBeVisible()
  })

  test('names the date that its button takes, wherever that is not plain', () => {
    const { unmount } = show(1, [thursday])
    expect(screen.queryByText(/^Next: /)).not.toBeInTheDocument()
    unmount()
    show(1, [{ ...thursday, availableSeats: 0 }, saturday])
    expect(screen.getByText('Next: Sat, Oct 10')).toBeVisible()
  })

  test('says how many dates there are besides', () => {
    show(1, [thursday, saturday, makeBootcamp({ id: 13 }), makeBootcamp({ id: 14 })])
    expect(link('2 more dates')).toHaveAttribute('href', '/checkout')
  })

  test('tells the truth about seats, from five downwards', () => {
    show(1, [
      makeBootcamp({ id: 11, availableSeats: 6 }),
      makeBootcamp({ id: 12, availableSeats: 5, startDate: '2099-10-10T13:00:00Z' }),
    ])
    expect(screen.getByText('5 left')).toBeVisible()
    expect(screen.queryByText('6 left')).not.toBeInTheDocument()
  })

  test('passes over a sold-out date', () => {
    show(1, [makeBootcamp({ id: 11, availableSeats: 0 }), saturday])
    expect(screen.getByText('Sold out')).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Oct 8/ })).not.toBeInTheDocument()
    expect(link('Choose Build')).toHaveAttribute('href', '/checkout?bootcamp=12')
  })

  test('leads to the waiting list when everything is sold out, once', () => {
    show(1, [makeBootcamp({ id: 11, availableSeats: 0 }), { ...saturday, ...full }])
    expect(screen.queryByRole('link', { name: 'Choose Build' })).not.toBeInTheDocument()
    expect(link(/^Notify me if a seat opens up/)).toHaveAttribute('href', '/waiting?bootcamp=11')
  })

  test('leads from a sold-out date to its waiting list while another is open', () => {
    show(1, [makeBootcamp({ id: 11, availableSeats: 0 }), saturday])
    expect(link('Notify me if a seat opens up on Oct 8')).toHaveAttribute(
      'href',
      '/waiting?bootcamp=11',
    )
  })

  test('leads nowhere from a sold-out date without a list', () => {
    show(1, [makeBootcamp({ id: 11, availableSeats: 0, waitingList: false }), saturday])
    expect(screen.queryByRole('link', { name: /^Notify me/ })).not.toBeInTheDocument()
  })

  test('promises news of the next date where the only one is full and has no list', () => {
    show(1, [makeBootcamp({ id: 11, availableSeats: 0, waitingList: false })])
    expect(link('Notify me of the next date')).toHaveAttribute('href', '/waiting?course=Build')
  })

  test('does not offer what has started', () => {
    show(1, [makeBootcamp({ id: 11, startDate: '2026-05-01T11:00:00Z' })])
    expect(screen.getByText('Next date to be announced')).toBeVisible()
    expect(screen.getByText('$995')).toBeVisible()
    expect(link('Notify me of the next date')).toHaveAttribute('href', '/waiting?course=Build')
  })

  test('names the price of a date that costs something else', () => {
    show(1, [thursday, { ...saturday, price: '1200.00' }])
    expect(screen.getByText('$995')).toBeVisible()
    expect(screen.getByText('$1,200')).toBeVisible()
  })
})

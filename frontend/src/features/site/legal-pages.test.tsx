import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { TERMS_VERSION } from '@/lib/legal'
import { makeUser } from '@/test/makers'
import { renderWithApp } from '@/test/render'
import { refuseGet, signIn } from '@/test/server'
import { LastUpdated } from './last-updated'
import { PrivacyPage } from './privacy-page'
import { TermsPage } from './terms-page'

const pages = { 'Privacy Policy': PrivacyPage, 'Terms of Service': TermsPage }
const eachPage = Object.entries(pages)

/** What a section says, read from its heading to the next. */
function sectionText(title: RegExp): string {
  const heading = screen.getByRole('heading', { level: 2, name: title })
  return heading.closest('section')?.textContent ?? ''
}

describe('the terms', () => {
  test.each<[string, RegExp, string]>([
    ['who runs the site', /Who these terms/, 'Build Lab LLC, 100 Example Street, Springfield, USA'],
    ['the minimum age', /Minimum age/, 'you must be at least 18 years old'],
    ['US dollars', /Prices/, 'All prices are in US dollars.'],
    [
      'that refunds follow one rule',
      /Refunds/,
      'a refund if either of these two guarantees applies',
    ],
    [
      'the first-session guarantee',
      /Refunds/,
      "Ask before your first session ends and you'll get 100% of what you paid back.",
    ],
    ['the 30-day money-back guarantee', /Refunds/, '30-day money-back guarantee.'],
    [
      'its limit of 25%',
      /Refunds/,
      'Ask within 30 days, having completed less than 25% of the content',
    ],
    [
      'when the 30 days start and that they outlast the first session',
      /Refunds/,
      'The 30 days start on the day you buy and never end before your first session does.',
    ],
    [
      'that what was used does not count against it',
      /Refunds/,
      'don’t count as completed content, and they don’t reduce your refund',
    ],
    [
      'what is not refunded',
      /Refunds/,
      'no refund for a completed program or once a certification has been issued',
    ],
    ['that bundles follow the same rule', /Refunds/, 'Bundles follow the same rule.'],
    ['how fast money comes back', /Refunds/, 'within 5–10 business days'],
    [
      'the cap on liability',
      /liability/,
      'our total liability to you is capped at the amount you paid us in the previous 12 months',
    ],
    ['that sessions are recorded', /recordings/, 'Recordings show participants'],
    ['how fast we answer', /Questions/, 'answered within 24 hours on business days'],
    ['the support hours', /Questions/, 'Monday–Friday, 9:00 AM–6:00 PM EST, limited on weekends'],
    ['the address to write to', /Questions/, 'support@example.com'],
  ])('state %s', (_, section, phrase) => {
    renderWithApp(<TermsPage />)
    expect(sectionText(section)).toContain(phrase)
  })

  test('show the version that the checkout stores', () => {
    renderWithApp(<TermsPage />)
    expect(TERMS_VERSION).toMatch(/^\d{4}-\d{2}$/)
    expect(screen.getByText(`Version ${TERMS_VERSION}`)).toBeVisible()
  })
})

describe('the privacy policy', () => {
  test.each<[string, RegExp, string]>([
    ['who is responsible', /Who is responsible/, 'Build Lab LLC, 100 Example Street'],
    ['that it is not for under 13', /Age/, 'The service is not for children under 13'],
    ['that accounts and purchases are for 18', /Age/, 'for adults of at least 18'],
    ['that recordings show participants', /Recordings/, 'recordings show participants'],
    [
      'that texts need their own consent',
      /Text messages/,
      'Text messages need a consent of their own',
    ],
    ['that texts are no condition', /Text messages/, 'never a condition of buying'],
    ['how to stop texts', /Text messages/, 'Reply STOP to any text to opt out, or HELP for help.'],
    ['that cookies are necessary ones', /Cookies/, 'We use only necessary cookies'],
    ['that there are no trackers', /Cookies/, 'there are no trackers'],
    ['that openings are counted', /Cookies/, 'a number for the day, with nothing about you'],
    ['where the payment provider sets cookies', /Cookies/, 'Set on the checkout page only.'],
    ['the processor of payments', /Who else/, 'card payments'],
    ['the processor of meetings', /Who else/, 'video meetings'],
    ['the processor of sign-in', /Who else/, 'sign-in'],
    ['the processor of mail', /Who else/, 'sending email'],
    ['the processor of texts', /Who else/, 'sending text messages'],
    ['the processor of hosting', /Who else/, 'hosting'],
    ['the processor of files', /Who else/, 'storage of files'],
    ['the right to a copy', /Export/, 'get a copy'],
    ['the right to deletion', /Export/, 'have your account and your data deleted'],
    ['how fast we answer', /Changes and contact/, 'answered within 24 hours on business days'],
  ])('states %s', (_, section, phrase) => {
    renderWithApp(<PrivacyPage />)
    expect(sectionText(section)).toContain(phrase)
  })

  test.each([
    ['Sign-in sessions', '30 days'],
    ['Purchases that were never paid', '30 days'],
    ['Purchases and refunds', '7 to 10 years, as tax law requires'],
    ['Messages you send us', '12 months'],
    [
      'Messages our team sends you',
      'Their text for 12 months, then only that and when they were sent',
    ],
    ['Text of automatic emails', '30 days after sending'],
    ['Notices from the payment provider', '90 days'],
    ['Log of security and admin actions', '24 months'],
    ['Backups', '35 days'],
  ])('says how long is kept: %s', (what, howLong) => {
    renderWithApp(<PrivacyPage />)
    const row = screen.getByRole('row', { name: `${what} ${howLong}` })
    expect(within(row).getByRole('rowheader', { name: what })).toBeVisible()
  })
})

describe.each(eachPage)('%s', (heading, Page) => {
  test('has a table of contents that leads to every section, in order', () => {
    renderWithApp(<Page />)
    const contents = screen.getByRole('navigation', { name: 'On this page' })
    const links = within(contents).getAllByRole('link')
    const numbered = screen
      .getAllByRole('heading', { level: 2 })
      .filter(({ textContent }) => /^\d+\. /.test(textContent))
    expect(links.length).toBeGreaterThan(9)
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      numbered.map(({ id }) => `#${id}`),
    )
    expect(
      links.map(({ textContent }, index) => textContent?.replace(/^\d+/, `${index + 1}. `)),
    ).toEqual(numbered.map(({ textContent }) => textContent))
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('says nothing of simulation', () => {
    renderWithApp(<Page />)
    expect(document.body.textContent).not.toMatch(/simulat/i)
  })

  test('leads a visitor back to the main site and offers no logout', () => {
    renderWithApp(<Page />)
    expect(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to the main site' })).toHaveAttribute('href', '/')
    expect(screen.queryByRole('link', { name: 'Logout' })).not.toBeInTheDocument()
  })

  test('leads someone signed in back to home and lets the browser log them out', async () => {
    signIn(makeUser())
    renderWithApp(<Page />)
    expect(await screen.findByRole('link', { name: 'Back to home' })).toHaveAttribute(
      'href',
      '/home',
    )
    const logout = screen.getByRole('link', { name: 'Logout' })
    expect(logout).toHaveAttribute('href', '/api/logout')
    expect(screen.queryByRole('link', { name: 'Back to the main site' })).not.toBeInTheDocument()
    // The router must leave the press to the browser. Stopped here, where it would navigate.
    const press = vi.fn((event: MouseEvent) => {
      const wasTaken = event.defaultPrevented
      event.preventDefault()
      return wasTaken
    })
    document.addEventListener('click', press, { once: true })
    await userEvent.click(logout)
    expect(press).toHaveReturnedWith(false)
  })

  test('can be read when nobody can say who is here', async () => {
    signIn(makeUser())
    refuseGet('/api/auth/user', 503, "We're briefly unavailable.")
    renderWithApp(<Page />)
    expect(await screen.findByRole('link', { name: 'Back to the main site' })).toBeVisible()
  })
})

describe('back to top', () => {
  const scrolled = (to: number) => {
    Object.defineProperty(window, 'scrollY', { value: to, configurable: true })
    fireEvent.scroll(window)
  }
  const button = () => screen.queryByRole('button', { name: 'Back to top' })

  beforeEach(() => {
    scrolled(0)
  })

  test('appears once the top is out of sight and goes again', () => {
    renderWithApp(<TermsPage />)
    expect(button()).not.toBeInTheDocument()
    scrolled(600)
    expect(button()).not.toBeInTheDocument()
    scrolled(601)
    expect(button()).toBeVisible()
    scrolled(0)
    expect(button()).not.toBeInTheDocument()
  })

  test.each([
    ['smoothly', false, 'smooth'],
    ['at once for those who asked for less motion', true, 'auto'],
  ])('scrolls up %s and takes the keyboard along', async (_, calm, behavior) => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: calm && query === '(prefers-reduced-motion: reduce)',
          addEventListener: () => {},
          removeEventListener: () => {},
        }) as unknown as MediaQueryList,
    )
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    renderWithApp(<PrivacyPage />)
    scrolled(2000)
    await userEvent.click(screen.getByRole('button', { name: 'Back to top' }))
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior })
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })
})

describe('the date of the privacy policy', () => {
  test('is today, on the calendar of whoever reads it', () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 30, 23, 59), toFake: ['Date'] })
    renderWithApp(<PrivacyPage />)
    const date = screen.getByText('November 30, 2026')
    expect(date).toHaveAttribute('datetime', '2026-11-30')
    expect(date.parentElement).toHaveTextContent('Last updated: November 30, 2026')
  })

  test('is the fixed one when the operator has set it', async () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 30), toFake: ['Date'] })
    renderWithApp(<LastUpdated fixedOn="2026-03-01" />)
    await waitFor(() => expect(screen.getByText('March 1, 2026')).toBeVisible())
  })

  test('is left to the browser in a prerendered page, unless it is fixed', () => {
    expect(renderToString(<LastUpdated fixedOn="" />)).not.toMatch(/Last updated/)
    expect(renderToString(<LastUpdated fixedOn="2026-03-01" />)).toContain('March 1, 2026')
  })
})

/** The title and description of every page, used while navigating and when pages are prerendered. */
import { site } from './site'

export interface Page {
  title: string
  description: string
  /** Written as finished HTML, and listed for search engines. The others are kept out of them. */
  isPublic?: true
}

const pages: Record<string, Page> = {
  '/': {
    title: 'Your software idea, live and selling in 90 days',
    description:
      'Small live online bootcamps for busy entrepreneurs: build, launch and market your own AI-powered software.',
    isPublic: true,
  },
  '/home': { title: 'Home', description: 'Your bootcamps and what to do next.' },
  '/portal': { title: 'My Bootcamps', description: 'Your sessions, recordings and resources.' },
  '/coach': { title: 'Coaching', description: 'Your sessions, hours and calendar.' },
  '/coach/rooms/:id': { title: 'Room', description: 'Who is in the class right now.' },
  '/join': { title: 'Join Your Session', description: 'Join your live session.' },
  '/seat': { title: 'Change Your Seat', description: 'Move your seat, or hand it over.' },
  '/seat-offer': { title: 'A Seat for You', description: 'Accept a seat that was offered to you.' },
  '/waiting': { title: 'Waiting List', description: 'Hear from us when a seat opens up.' },
  '/waiting/:token': {
    title: 'Your Place in Line',
    description: 'Your place on the waiting list, and how to leave it.',
  },
  '/free-seat': { title: 'Confirm Your Seat', description: 'Confirm your free seat.' },
  '/class-choice': {
    title: 'Your Class Has Changed',
    description: 'Choose another date, a refund or a credit.',
  },
  '/feedback': { title: 'Your Feedback', description: 'Tell us how the class was.' },
  '/offer': { title: 'A Seat Is Held for You', description: 'Take the seat, or pass it on.' },
  '/portal/billing': {
    title: 'Billing',
    description: 'Your purchases, receipts and refunds.',
  },
  '/portal/billing/:id': { title: 'Receipt', description: 'A receipt to print or save.' },
  '/certificates/:code': {
    title: 'Certificate',
    description: 'Verify a certificate of completion.',
  },
  '/checkout': {
    title: 'Choose Your Bootcamp',
    description: 'Pick one bootcamp or the complete bundle and reserve your seat.',
  },
  '/confirmation': { title: 'Confirmation', description: 'The result of your payment.' },
  '/wrong-address': {
    title: 'Correct Your Address',
    description: 'Correct the name or email of your purchase.',
  },
  '/auth/login': { title: 'Sign In', description: 'Sign in to reach your bootcamps.' },
  '/auth/register': { title: 'Create Account', description: 'Create your free account.' },
  '/auth/forgot-password': {
    title: 'Forgot Password',
    description: 'Get a link to choose a new password.',
  },
  '/auth/find-purchase': {
    title: 'Find My Purchase',
    description: 'Get your receipts, class dates and links by email.',
  },
  '/auth/reset-password': {
    title: 'Choose a New Password',
    description: 'Choose a new password for your account.',
  },
  '/auth/verify-email': {
    title: 'Confirm Your Email',
    description: 'Confirm that your email address is yours.',
  },
  '/auth/logout': { title: 'Log Out', description: 'Sign out of your account.' },
  '/profile': { title: 'Profile', description: 'Your details and how you sign in.' },
  '/unsubscribe': { title: 'Unsubscribe', description: 'Choose which emails you get from us.' },
  '/privacy-policy': {
    title: 'Privacy Policy',
    description: 'What we collect, why we need it and the choices you have.',
    isPublic: true,
  },
  '/terms-of-service': {
    title: 'Terms of Service',
    description: 'The rules of buying and attending a bootcamp, refunds included.',
    isPublic: true,
  },
  '/contact': {
    title: 'Contact',
    description: 'Contact us: we reply within 24 hours on business days.',
    isPublic: true,
  },
  '/admin': { title: 'Admin Dashboard', description: 'Manage the bootcamps platform.' },
}

if (import.meta.env.DEV) {
  pages['/kit'] = { title: 'Component kit', description: 'Every component in every state.' }
}

export const publicPaths: readonly string[] = Object.keys(pages).filter(
  (path) => pages[path]?.isPublic,
)

const notFound: Page = { title: 'Page Not Found', description: "There's no page at this address." }

/** Addresses that name one of many things, and the page they lead to. */
const patterns: readonly [RegExp, string][] = [
  [/^\/admin\/.*$/, '/admin'],
  [/^\/join\/[^/]+$/, '/join'],
  [/^\/(?:seat|portal\/seats)\/[^/]+(?:\/pay\/[^/]+)?$/, '/seat'],
  [/^\/seat-offer\/[^/]+$/, '/seat-offer'],
  [/^\/waiting\/[^/]+$/, '/waiting/:token'],
  [/^\/offer\/[^/]+$/, '/offer'],
  [/^\/free-seat\/[^/]+$/, '/free-seat'],
  [/^\/class-choice\/[^/]+$/, '/class-choice'],
  [/^\/feedback\/[^/]+$/, '/feedback'],
  [/^\/portal\/billing\/[^/]+$/, '/portal/billing/:id'],
  [/^\/certificates\/[^/]+$/, '/certificates/:code'],
]

const withoutSlash = (pathname: string) => pathname.replace(/\/+$/, '') || '/'

/** Several addresses of one place: a drawer over a list, and views behind tabs, leave the rest where it is. */
export function placeOf(pathname: string): string {
  return withoutSlash(pathname).replace(
    /^(\/admin\/(?:purchases|communications|bootcamps\/[^/]+))\/[^/]+$/,
    '$1',
  )
}

/** Trailing slashes do not make another page; places beneath /admin give themselves a title. */
export function pageAt(pathname: string): Page {
  const path = withoutSlash(pathname)
  const known = patterns.find(([pattern]) => pattern.test(path))?.[1] ?? path
  return pages[known] ?? notFound
}

export function documentTitle(page: Page): string {
  return `${page.title} · ${site.name}`
}

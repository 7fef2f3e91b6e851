/** Where one stands after signing in: the few ways on. */
import {
  ArrowRight,
  CalendarClock,
  GraduationCap,
  type LucideIcon,
  MailWarning,
  ShieldCheck,
  Ticket,
} from 'lucide-react'
import { Link } from 'react-router'
import type { SessionUser } from '@/api/types'
import { cn } from '@/lib/cn'
import { type Home, homeOf } from '@/session/home'
import { useSession } from '@/session/session'
import { SignedInShell } from '@/session/signed-in-shell'
import { ResendVerification } from './verification-email'

interface Way {
  to: string
  icon: LucideIcon
  title: string
  text: string
  tone: string
}

const ways: readonly Way[] = [
  {
    to: '/portal',
    icon: GraduationCap,
    title: 'My Bootcamps',
    text: 'Your live sessions, recordings, resources and coaching.',
    tone: 'bg-accent text-accent-foreground',
  },
  {
    to: '/checkout',
    icon: Ticket,
    title: 'Enroll in Bootcamps',
    text: 'Pick your next step, or the complete bundle.',
    tone: 'bg-launch-soft text-launch',
  },
]

const adminWay: Way = {
  to: '/admin',
  icon: ShieldCheck,
  title: 'Admin Panel',
  text: 'The catalog, people, purchases and messages.',
  tone: 'bg-build-soft text-build',
}

/** Nothing for sale: they came to work. */
const coachWays: readonly Way[] = [
  {
    to: '/coach',
    icon: CalendarClock,
    title: 'Coaching',
    text: 'Your sessions, hours and notes.',
    tone: 'bg-accent text-accent-foreground',
  },
  ...ways.filter(({ to }) => to === '/portal'),
]

const waysFrom: Record<Home, readonly Way[]> = {
  '/portal': ways,
  '/coach': coachWays,
  '/admin': [...ways, adminWay],
}

export function HomePage() {
  const { user } = useSession()
  if (!user) return null
  const firstName = (user.impersonatedUser ?? user).firstName
  const shown = waysFrom[homeOf(user)]
  return (
    <SignedInShell withProfile>
      <div className="shell grid gap-10 py-12 lg:py-20">
        <div className="grid gap-3">
          <h1 className="text-title font-extrabold wrap-anywhere">
            {firstName ? `Welcome back, ${firstName}` : 'Welcome back'}
          </h1>
          <p className="text-lead text-muted-foreground">Where would you like to go?</p>
        </div>
        {!user.emailVerified && !user.isImpersonating && <UnverifiedHint user={user} />}
        <ul className={cn('grid gap-5 md:grid-cols-2', shown.length === 3 && 'lg:grid-cols-3')}>
          {shown.map((way) => (
            <WayCard key={way.to} way={way} />
          ))}
        </ul>
      </div>
    </SignedInShell>
  )
}

function WayCard({ way: { to, icon: Icon, title, text, tone } }: { way: Way }) {
  return (
    <li className="group relative grid content-start gap-6 rounded-2xl border bg-surface p-7 shadow-card transition-[border-color,box-shadow,translate] duration-300 ease-out hover:-translate-y-0.5 hover:border-border-strong hover:shadow-lift">
      <span className={cn('grid size-14 place-items-center rounded-xl', tone)}>
        <Icon aria-hidden className="size-7" />
      </span>
      <div className="grid gap-1.5">
        <h2 className="text-2xl font-bold tracking-tight">
          {/* The whole card is the target; only its name is read out. */}
          <Link
            to={to}
            className="rounded-sm after:absolute after:inset-0 after:rounded-2xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring"
          >
            {title}
          </Link>
        </h2>
        <p className="text-muted-foreground">{text}</p>
      </div>
      <ArrowRight
        aria-hidden
        className="size-6 text-primary transition-[translate] duration-300 ease-out group-hover:translate-x-1"
      />
    </li>
  )
}

function UnverifiedHint({ user }: { user: SessionUser }) {
  return (
    <section
      aria-label="Confirm your email address"
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-xl bg-build-soft p-5"
    >
      <MailWarning aria-hidden className="size-6 shrink-0 text-build" />
      <p className="min-w-60 flex-1">
        Please confirm your email address. We sent an email with a link to{' '}
        <strong className="font-semibold wrap-anywhere">{user.email}</strong>.
      </p>
      <ResendVerification to={user.email} />
    </section>
  )
}

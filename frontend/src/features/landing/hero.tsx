/** The first screen: what one gets, and the way to it. */
import { ArrowRight, Check } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { firstSeries, hoursLive, NO_DATES_YET, nextOpen } from '@/lib/offer'
import wide640 from './art/hero-640.avif'
import wide960 from './art/hero-960.avif'
import wideWebp from './art/hero-960.webp'
import wide1440 from './art/hero-1440.avif'
import phone480 from './art/hero-phone-480.avif'
import phone720 from './art/hero-phone-720.avif'
import phoneWebp from './art/hero-phone-720.webp'
import phone960 from './art/hero-phone-960.avif'
import { useCatalogue } from './catalogue'
import { glideToTarget } from './glide'
import { REGISTER_ID } from './landing-bar'
import { nextStartWords } from './own-times'
import { useCheckoutPath } from './use-checkout-path'
import { useOwnZone } from './use-own-zone'

const GUARANTEE = "100% refund if session one isn't for you"

export function Hero() {
  const checkoutPath = useCheckoutPath()
  return (
    <section className="relative isolate">
      {/* Faded in from the top, so that the bar does not cut the glow. */}
      <div
        aria-hidden
        className="pointer-events-none absolute inset-x-0 top-0 -z-10 h-184 mask-[linear-gradient(transparent,black_40%)] bg-[radial-gradient(55%_58%_at_78%_42%,var(--accent-soft),transparent_72%)]"
      />
      <div className="shell grid items-center gap-x-14 gap-y-12 pt-8 pb-20 sm:pt-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.12fr)] lg:pb-28">
        <div className="grid justify-items-start">
          <NextStart />
          <h1 className="mt-6 text-display font-extrabold">
            Your software idea, live and selling in 90&nbsp;days.
          </h1>
          <p className="mt-6 max-w-136 text-lead text-muted-foreground">
            Three live workshops for entrepreneurs who are short on time, not on ideas. Build it,
            launch it and market it with AI and no&#8209;code tools, in a small group, with an
            instructor who looks at your screen with you.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-x-2 gap-y-3">
            <Button asChild size="lg">
              <Link to={checkoutPath()} suppressHydrationWarning>
                Reserve My Spot Now
                <ArrowRight aria-hidden />
              </Link>
            </Button>
            <Button
              asChild
              size="lg"
              variant="ghost"
              className="max-sm:px-0 max-sm:underline max-sm:underline-offset-4 sm:px-5"
            >
              <a href={`#${REGISTER_ID}`} data-glide onClick={glideToTarget}>
                See the three steps
              </a>
            </Button>
          </div>
          <Promises />
        </div>
        <Art />
      </div>
    </section>
  )
}

/** When the next bootcamp with a free seat starts; until that is known, when it all began. */
function NextStart() {
  const { bootcamps, asOf } = useCatalogue()
  const next = bootcamps && nextOpen(bootcamps, asOf)
  return (
    <Badge tone="outline" className="gap-2 px-3 py-1 text-sm">
      <span aria-hidden className="size-2 rounded-full bg-market" />
      {next ? (
        <NextStartWords at={next.startDate} zone={next.timezone} />
      ) : bootcamps ? (
        NO_DATES_YET
      ) : (
        firstSeries()
      )}
    </Badge>
  )
}

/** Said twice, for a phone and for a desk. The server leaves the reader's clock to the browser. */
function NextStartWords({ at, zone }: { at: string; zone: string }) {
  const { wide, narrow } = nextStartWords({ at, zone }, useOwnZone())
  const told = { 'data-next-start': at, 'data-zone': zone, suppressHydrationWarning: true }
  return (
    <>
      <span {...told} data-width="narrow" className="sm:hidden">
        {narrow}
      </span>
      <span {...told} className="max-sm:hidden">
        {wide}
      </span>
    </>
  )
}

/** Drawn twice: what can be read on a desk is too small for a phone. */
function Art() {
  return (
    <div className="relative mx-1 sm:mx-3 lg:mx-0 xl:-mr-16 2xl:-mr-24">
      <div
        aria-hidden
        className="absolute -inset-x-3 -inset-y-3 -z-10 rotate-2 rounded-[2rem] bg-accent sm:-inset-4 sm:rounded-[2.5rem]"
      />
      <picture>
        <source
          media="(min-width: 40rem)"
          type="image/avif"
          srcSet={`${wide640} 640w, ${wide960} 960w, ${wide1440} 1440w`}
          sizes="(min-width: 80rem) 660px, (min-width: 64rem) 50vw, calc(100vw - 5rem)"
          width={1440}
          height={1160}
        />
        <source media="(min-width: 40rem)" srcSet={wideWebp} width={1440} height={1160} />
        <source
          type="image/avif"
          srcSet={`${phone480} 480w, ${phone720} 720w, ${phone960} 960w`}
          sizes="calc(100vw - 3rem)"
          width={960}
          height={720}
        />
        <img
          src={phoneWebp}
          alt="A live workshop on screen: an idea becomes a reservation assistant and takes its first booking, while the instructor and three founders look on."
          width={960}
          height={720}
          fetchPriority="high"
          decoding="async"
          className="h-auto w-full rounded-[1.25rem] bg-inverse shadow-lift sm:rounded-[1.75rem]"
        />
      </picture>
    </div>
  )
}

/** Of all that is on sale; what differs from one to the next is promised of none. */
function Promises() {
  const { bootcamps } = useCatalogue()
  const hours = commonTo(bootcamps?.map(hoursLive)) ?? '3 hours live'
  const seats = commonTo(bootcamps?.map(({ maxSeats }) => maxSeats)) ?? 20
  const promises = [
    hours === MIXED ? 'Live workshops' : `${hours} per workshop`,
    seats === MIXED ? 'Small groups' : `${seats} seats per bootcamp`,
    GUARANTEE,
  ]
  return (
    <ul className="mt-8 flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted-foreground">
      {promises.map((promise) => (
        <li key={promise} className="flex items-center gap-2">
          <Check aria-hidden className="size-4 shrink-0 text-primary" />
          {promise}
        </li>
      ))}
    </ul>
  )
}

const MIXED = 'mixed'

/** What they all say, `MIXED` where they differ, nothing where there are none. */
function commonTo<Value>(values: readonly Value[] | undefined): Value | typeof MIXED | undefined {
  const different = [...new Set(values)]
  return different.length > 1 ? MIXED : different[0]
}

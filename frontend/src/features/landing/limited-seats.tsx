/** Why not to wait, and why it is safe not to. */
import { ArrowRight, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { SeatsBadge } from './seats-badge'
import { Section } from './section'
import { useCheckoutPath } from './use-checkout-path'

export function LimitedSeats() {
  const checkoutPath = useCheckoutPath()
  return (
    <Section className="bg-inverse text-inverse-foreground dark:border-y">
      <div className="grid items-center gap-12 lg:grid-cols-[1.1fr_1fr] lg:gap-20">
        <div className="grid justify-items-start">
          <SeatsBadge />
          <h2 className="mt-5 text-title font-bold">Limited Seats Available</h2>
          <p className="mt-4 max-w-128 text-lead text-inverse-muted">
            Small groups, so the instructor can help everyone. When it's full, it's full.
          </p>
          <Button asChild size="lg" variant="accent" className="mt-8 focus-visible:outline-accent">
            <Link to={checkoutPath()} suppressHydrationWarning>
              Reserve My Spot Now
              <ArrowRight aria-hidden />
            </Link>
          </Button>
        </div>
        <div className="grid gap-4 rounded-2xl border border-inverse-foreground/15 bg-inverse-foreground/5 p-7 sm:p-9">
          <ShieldCheck aria-hidden className="size-10 text-accent" strokeWidth={1.5} />
          <h3 className="text-2xl font-bold tracking-tight">First-session guarantee</h3>
          <p className="leading-relaxed text-inverse-muted">
            Attend the first session. If it isn't for you, ask for a refund before it ends and
            you'll get 100% of what you paid.
          </p>
        </div>
      </div>
    </Section>
  )
}

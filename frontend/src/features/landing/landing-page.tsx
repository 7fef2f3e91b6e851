/** The sales page: eight sections, from the bar to the footer, and reviews once there are any. */
import { SiteFooter } from '@/components/site-footer'
import { MAIN_ID } from '@/components/skip-link'
import { useCountOpening } from '@/session/count-opening'
import { Examples } from './examples'
import { Hero } from './hero'
import { Instructor } from './instructor'
import { Journey } from './journey'
import { LandingBar } from './landing-bar'
import { LimitedSeats } from './limited-seats'
import { PainPoints } from './pain-points'
import { ReviewsSection } from './reviews-section'
import { StructuredData } from './structured-data'

export function LandingPage() {
  useCountOpening('landing')
  return (
    <>
      <LandingBar />
      <main id={MAIN_ID} tabIndex={-1} className="overflow-x-clip">
        <Hero />
        <PainPoints />
        <Journey />
        <Instructor />
        <Examples />
        <ReviewsSection />
        <LimitedSeats />
      </main>
      <SiteFooter />
      <StructuredData />
    </>
  )
}

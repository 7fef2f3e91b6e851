/** The registration section: three steps to choose from, and all of them together. */
import { coursesOfStep, type Step, seatsEach } from '@/lib/offer'
import { BundleOffer } from './bundle-offer'
import { useCatalogue, useOfferedBundle } from './catalogue'
import { REGISTER_ID } from './landing-bar'
import { useOfferClock } from './offer-clock'
import { Section, SectionHeading } from './section'
import { StepCard } from './step-card'

const steps: readonly Step[] = [1, 2, 3]

export function Journey() {
  const { bootcamps, asOf } = useCatalogue()
  const bundle = useOfferedBundle()
  const now = useOfferClock(asOf, [...(bootcamps ?? []), ...(bundle ? [bundle] : [])])
  const seats = seatsEach(bootcamps)
  return (
    // Who is led here from above sees prices and buttons at once, not the air over the heading.
    <Section id={REGISTER_ID} className="-scroll-mt-8 lg:-scroll-mt-18">
      <SectionHeading eyebrow="The journey" heading="Three steps. Take one, or take all three.">
        Every workshop is live and online. {seats && `${seats}. `}Prices are in US dollars.
      </SectionHeading>
      <ol className="mt-8 grid gap-6 lg:grid-cols-3">
        {steps.flatMap((step) => {
          if (!bootcamps) return <StepCard key={step} step={step} bootcamps={undefined} now={now} />
          const [first = [], ...others] = coursesOfStep(bootcamps, step, now)
          return [
            <StepCard key={step} step={step} bootcamps={first} now={now} />,
            ...others.map((dates) => (
              <StepCard key={dates[0]?.course} step={step} bootcamps={dates} now={now} isFurther />
            )),
          ]
        })}
      </ol>
      <BundleOffer bootcamps={bootcamps} now={now} />
    </Section>
  )
}

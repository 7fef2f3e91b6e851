/** Who teaches. */
import { Section, SectionHeading } from './section'

const facts = [
  { figure: 'MBA', meaning: 'brings business numbers, not just code' },
  { figure: '7+ years', meaning: 'as a fractional marketing executive' },
  { figure: '1 patent', meaning: 'as the founder of a tech company' },
  { figure: '50+', meaning: 'businesses advised' },
] as const

export function Instructor() {
  return (
    <Section className="border-y bg-surface">
      <div className="grid items-center gap-12 lg:grid-cols-[1fr_1.1fr] lg:gap-20">
        <SectionHeading
          eyebrow="Your instructor"
          heading="A founder who sells, a marketer who builds."
        >
          Your instructor ran marketing for other people’s companies, founded one, and now builds
          software with the same tools you'll use. You get the shortcuts, and learn from the
          mistakes.
        </SectionHeading>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-10 sm:gap-x-8">
          {facts.map(({ figure, meaning }) => (
            <div
              key={figure}
              className="flex flex-col-reverse justify-end gap-1.5 border-l-2 border-accent pl-4 sm:pl-5"
            >
              <dt className="text-muted-foreground">{meaning}</dt>
              <dd className="font-display text-3xl font-extrabold tracking-tight sm:text-4xl">
                {figure}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  )
}

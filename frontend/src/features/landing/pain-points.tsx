/** Who this is for, in the three situations people come from. */
import { Lightbulb, UsersRound, Wrench } from 'lucide-react'
import { Section, SectionHeading } from './section'

const painPoints = [
  {
    icon: Lightbulb,
    title: 'An idea, but no product',
    text: "It has waited in your notes for months. You don't need a developer to find out whether it works.",
  },
  {
    icon: Wrench,
    title: 'A prototype that does not work',
    text: 'AI got you most of the way, then every fix broke something else. The rest can be learned.',
  },
  {
    icon: UsersRound,
    title: 'A product, but no customers',
    text: 'You launched and nobody came. Reaching people is a system too, and you can build one.',
  },
] as const

export function PainPoints() {
  return (
    <Section className="border-y bg-surface">
      <SectionHeading eyebrow="For busy entrepreneurs" heading="Which of these sounds like you?">
        Running a business leaves little time to learn software. Start where you're stuck.
      </SectionHeading>
      <ul className="mt-12 grid gap-10 md:grid-cols-3">
        {painPoints.map(({ icon: Icon, title, text }) => (
          <li key={title} className="grid content-start gap-2 border-t-2 border-foreground pt-6">
            <Icon aria-hidden className="size-7 text-primary" strokeWidth={1.75} />
            <h3 className="mt-2 text-xl font-bold tracking-tight">{title}</h3>
            <p className="leading-relaxed text-muted-foreground">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

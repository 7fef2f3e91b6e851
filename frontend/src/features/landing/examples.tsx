/** Six things people could build. */
import {
  BotMessageSquare,
  ChartColumn,
  FileAudio,
  PanelsTopLeft,
  PenLine,
  Workflow,
} from 'lucide-react'
import { Section, SectionHeading } from './section'

const examples = [
  {
    icon: BotMessageSquare,
    title: 'AI chatbots',
    text: "They answer, qualify and book while you're with a client.",
  },
  {
    icon: FileAudio,
    title: 'Meeting transcription apps',
    text: 'Notes and next steps, ready when the call ends.',
  },
  {
    icon: ChartColumn,
    title: 'Custom dashboards',
    text: 'The five numbers you run your business by.',
  },
  {
    icon: PanelsTopLeft,
    title: 'Landing pages with waitlists and payment links',
    text: 'See who would pay before you build the rest.',
  },
  {
    icon: PenLine,
    title: 'Content generators',
    text: 'Drafts in your voice, on your schedule.',
  },
  {
    icon: Workflow,
    title: 'Process automations',
    text: 'The weekly chore that now does itself.',
  },
] as const

export function Examples() {
  return (
    <Section>
      <SectionHeading eyebrow="Small software that earns its keep" heading="What You Could Build">
        None of these needs a team or a round of funding. Pick one, or bring an idea of your own.
      </SectionHeading>
      <ul className="mt-12 grid gap-px overflow-hidden rounded-2xl border bg-border sm:grid-cols-2 lg:grid-cols-3">
        {examples.map(({ icon: Icon, title, text }) => (
          <li
            key={title}
            className="flex gap-4 bg-background p-6 transition-colors duration-200 hover:bg-surface sm:p-7"
          >
            <span className="grid size-11 shrink-0 place-items-center rounded-lg bg-accent-soft text-primary">
              <Icon aria-hidden className="size-5" />
            </span>
            <div className="grid content-start gap-1">
              <h3 className="font-sans font-semibold">{title}</h3>
              <p className="text-muted-foreground">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

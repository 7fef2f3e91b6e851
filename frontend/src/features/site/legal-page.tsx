/** How a legal text is laid out: what it is, what it says in short, its contents, the text. */
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { BackButton } from '@/components/back-button'
import { BackToTop } from '@/components/back-to-top'
import { LogoutButton } from '@/components/logout-button'
import { OnPaper } from '@/components/on-paper'
import { PageShell } from '@/components/page-shell'
import { Prose } from '@/components/prose'
import { useSession } from '@/session/session'

export interface LegalSection {
  /** The anchor: others link to it, so it stays when the title changes. */
  id: string
  title: string
  body: ReactNode
}

interface LegalPageProps {
  heading: string
  lead: ReactNode
  /** Which text this is: its date or its version. */
  edition: ReactNode
  inShort: readonly string[]
  sections: readonly LegalSection[]
}

export function LegalPage({ heading, lead, edition, inShort, sections }: LegalPageProps) {
  const { isAuthenticated } = useSession()
  return (
    <OnPaper className="print:[--primary:black]">
      <PageShell headerActions={isAuthenticated && <LogoutButton />}>
        <div className="shell grid gap-10 pt-6 pb-20 print:max-w-none print:p-0">
          <div className="grid gap-5">
            {isAuthenticated ? (
              <BackButton to="/home">Back to home</BackButton>
            ) : (
              <BackButton to="/">Back to the main site</BackButton>
            )}
            <div className="grid gap-3 pt-4 print:pt-0">
              <p className="text-sm font-medium text-muted-foreground">{edition}</p>
              <h1 className="text-title font-extrabold">{heading}</h1>
              <p className="max-w-[42rem] text-lead text-balance text-muted-foreground">{lead}</p>
            </div>
          </div>
          <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[15rem_minmax(0,42rem)] print:block print:space-y-10">
            <InShort points={inShort} />
            <Contents sections={sections} />
            <div className="grid gap-12 lg:col-start-2 print:block print:space-y-10">
              {sections.map((section, index) => (
                <Section key={section.id} number={index + 1} section={section} />
              ))}
            </div>
          </div>
        </div>
        <BackToTop />
      </PageShell>
    </OnPaper>
  )
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <nav
      aria-labelledby="contents"
      className="border-y py-5 lg:sticky lg:top-20 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:border-0 lg:p-0 print:hidden"
    >
      <h2 id="contents" className="mb-2 font-sans text-sm font-semibold">
        On this page
      </h2>
      <ol className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-1">
        {sections.map(({ id, title }, index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-10 items-center gap-2 rounded-sm py-1.5 text-[0.9375rem] leading-5 text-muted-foreground transition-colors duration-200 hover:text-foreground lg:min-h-9 lg:text-sm"
            >
              <span aria-hidden className="w-5 shrink-0 text-right tabular-nums">
                {index + 1}
              </span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function InShort({ points }: { points: readonly string[] }) {
  return (
    <section
      aria-labelledby="in-short"
      className="grid gap-4 rounded-2xl border bg-surface p-6 shadow-card sm:p-7 lg:col-start-2 print:shadow-none"
    >
      <h2 id="in-short" className="text-xl font-bold tracking-tight">
        In short
      </h2>
      <ul className="grid gap-2.5">
        {points.map((point) => (
          <li key={point} className="flex items-start gap-3 text-pretty">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-primary" />
            {point}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted-foreground">The full text below is what applies.</p>
    </section>
  )
}

function Section({ number, section }: { number: number; section: LegalSection }) {
  const { id, title, body } = section
  return (
    <section className="grid gap-4">
      <div className="group flex items-baseline gap-2 break-after-avoid">
        {/* Focusable, so that a reader who follows an anchor goes on from here. */}
        <h2 id={id} tabIndex={-1} className="text-2xl font-bold tracking-tight">
          {number}. {title}
        </h2>
        <a
          href={`#${id}`}
          aria-label={`Link to “${title}”`}
          className="rounded-sm px-1.5 text-xl text-muted-foreground opacity-0 transition-opacity duration-200 group-hover:opacity-100 hover:text-foreground focus-visible:opacity-100 print:hidden"
        >
          #
        </a>
      </div>
      <Prose>{body}</Prose>
    </section>
  )
}

/** Writing to us, and what to expect when one does. */
import { Clock, type LucideIcon, Mail, MessageSquareReply } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageShell } from '@/components/page-shell'
import { support } from '@/lib/legal'
import { ContactForm } from './contact-form'
import { SupportEmail } from './support-email'

export function ContactPage() {
  return (
    <PageShell>
      <div className="shell grid items-start gap-10 py-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-16 lg:py-20">
        <div className="grid gap-8 lg:sticky lg:top-28">
          <div className="grid gap-3">
            <h1 className="text-title font-extrabold">Contact</h1>
            <p className="max-w-[30rem] text-lead text-muted-foreground">
              A question before you buy, trouble signing in, or a refund? Send us a message. A real
              person reads every one.
            </p>
          </div>
          <dl className="grid gap-5 sm:grid-cols-3 lg:grid-cols-1">
            <Way icon={Mail} title="Email">
              <SupportEmail className="rounded-sm wrap-anywhere text-primary underline underline-offset-4 hover:decoration-2" />
            </Way>
            <Way icon={MessageSquareReply} title="Response time">
              We reply {support.answerTime}.
            </Way>
            <Way icon={Clock} title="Support hours">
              {support.hours}
              <br />
              Support is {support.weekends}
            </Way>
          </dl>
        </div>
        <ContactForm />
      </div>
    </PageShell>
  )
}

interface WayProps {
  icon: LucideIcon
  title: string
  children: ReactNode
}

function Way({ icon: Icon, title, children }: WayProps) {
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-x-4">
      <dt className="contents">
        <span className="row-span-2 grid size-11 place-items-center rounded-lg bg-accent-soft text-primary">
          <Icon aria-hidden className="size-5" />
        </span>
        <span className="font-semibold">{title}</span>
      </dt>
      <dd className="col-start-2 text-muted-foreground">{children}</dd>
    </div>
  )
}

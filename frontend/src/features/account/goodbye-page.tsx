/** After an account was deleted: what is gone, what stays in the books, and until when. */
import { Hand } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { NoticePage } from '@/components/notice-page'
import { useOwnTitle } from '@/components/page-title'
import { Button } from '@/components/ui/button'
import { TextLink } from './text-link'

export function GoodbyePage() {
  useOwnTitle('Account Deleted')
  return (
    <NoticePage
      icon={Hand}
      heading="Your account is deleted."
      actions={
        <Button asChild size="lg">
          <Link to="/">Back to the main site</Link>
        </Button>
      }
    >
      <p>Thank you for learning with us. You're signed out on every device.</p>
      <div className="mt-4 grid gap-5 text-left text-base sm:grid-cols-2">
        <Part title="Removed now">
          <li>Your profile, password and sign-ins</li>
          <li>Your coaching sessions and calendar link</li>
          <li>Which resources you opened</li>
          <li>Your consent to text messages</li>
          <li>Your name on certificates, which no longer verify</li>
        </Part>
        <Part title="Kept for a while">
          <li>Receipts and refunds, with the name and email on them: 7 to 10 years, by tax law</li>
          <li>Backups: 35 days, then they're overwritten</li>
        </Part>
      </div>
      <p className="text-base">
        The <TextLink to="/privacy-policy">privacy policy</TextLink> has the details.
      </p>
    </NoticePage>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-2 rounded-2xl border bg-surface p-5 text-foreground shadow-card">
      <h2 className="text-lg font-bold tracking-tight">{title}</h2>
      <ul className="grid list-disc gap-1.5 pl-5 text-[0.9375rem] marker:text-muted-foreground">
        {children}
      </ul>
    </section>
  )
}

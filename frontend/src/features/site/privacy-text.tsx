/** The privacy policy: what the product really does with what it knows about people. */
import { Link } from 'react-router'
import { ProseTable } from '@/components/prose'
import { support } from '@/lib/legal'
import { site } from '@/lib/site'
import type { LegalSection } from './legal-page'
import { collectedData, retentionPeriods, storedInBrowser } from './privacy-tables'
import { SupportEmail } from './support-email'

export const privacyInShort = [
  'We collect what we need to sell you a seat, teach you and answer you. Nothing else.',
  "No advertising, no trackers, and we don't sell your data.",
  'Your card number goes straight to the payment provider. We never see it.',
  'Live sessions are recorded, and recordings show participants.',
  'You can download a copy of your data and delete your account in your profile.',
]

const controller: LegalSection = {
  id: 'who',
  title: 'Who is responsible',
  body: (
    <p>
      {site.operatorName}, {site.operatorAddress}, runs {site.name} and decides how your data is
      used. For anything about privacy, write to <SupportEmail />.
    </p>
  ),
}

const age: LegalSection = {
  id: 'age',
  title: 'Age',
  body: (
    <>
      <p>
        <strong>The service is not for children under 13</strong>, and we don't knowingly collect
        anything about them. If you believe that a child has given us personal data, tell us and
        we'll delete it.
      </p>
      <p>
        Accounts and purchases are for adults of at least 18, as the{' '}
        <Link to="/terms-of-service#age">terms</Link> say. Anyone between those ages may read the
        public pages and write to us, and no more.
      </p>
    </>
  ),
}

const collected: LegalSection = {
  id: 'data',
  title: 'What we collect, and why',
  body: (
    <>
      <ProseTable heads={['What', 'Why']} rows={collectedData} />
      <p>
        Most of this we need to fulfill our agreement with you. Bookkeeping we owe to the law.
        Security and answering your questions are our legitimate interest. Text messages and
        marketing emails rest on your consent, which you can take back at any time.
      </p>
    </>
  ),
}

const payment: LegalSection = {
  id: 'payment',
  title: 'Payment',
  body: (
    <p>
      You type your card details into a form that belongs to our payment provider. They never pass
      through our systems. From the provider we learn whether the payment succeeded and a reference
      to it.
    </p>
  ),
}

const recordings: LegalSection = {
  id: 'recordings',
  title: 'Recordings of live sessions',
  body: (
    <p>
      Live sessions are recorded, and <strong>recordings show participants</strong>: picture, voice,
      name and chat, as far as you use them. We tell you before you join. Keep your camera and
      microphone off if you don't want to be seen or heard. Only people with a seat in that
      bootcamp, and our team, can watch. If a recording shows you and you want that changed, ask us.
    </p>
  ),
}

const texts: LegalSection = {
  id: 'text-messages',
  title: 'Text messages and email',
  body: (
    <>
      <p>
        <strong>Text messages need a consent of their own</strong>, in a box that stays empty until
        you check it. It is never a condition of buying. We store when and where you gave it. Reply
        STOP to any text to opt out, or HELP for help. Your carrier may charge for messages and
        data. We don't pass phone numbers or consent on to anyone for their own marketing.
      </p>
      <p>
        Emails about your purchase, your account and your sessions are part of the service. Every
        other email has a link to unsubscribe with one click.
      </p>
    </>
  ),
}

const cookies: LegalSection = {
  id: 'cookies',
  title: 'Cookies and browser storage',
  body: (
    <>
      <p>
        <strong>We use only necessary cookies</strong>: there are no trackers, no advertising and no
        analytics by other companies. That's why no banner asks you for permission.
      </p>
      <p>
        We count on our own server how often the sales page and the checkout are opened: a number
        for the day, with nothing about you, and not at all if your browser asks not to be tracked.
      </p>
      <ProseTable heads={['What', 'What it is for']} rows={storedInBrowser} />
    </>
  ),
}

const processors: LegalSection = {
  id: 'recipients',
  title: 'Who else handles your data',
  body: (
    <>
      <p>
        We use other companies for these tasks. Each receives only what its task needs and may use
        it for nothing else, apart from what the law asks of it:
      </p>
      <ul>
        <li>card payments,</li>
        <li>video meetings and recordings,</li>
        <li>sign-in with an account you have elsewhere, if you choose it,</li>
        <li>sending email,</li>
        <li>sending text messages,</li>
        <li>hosting of the site and its database,</li>
        <li>storage of files.</li>
      </ul>
      <p>
        Some of them may work in other countries than yours, the United States among them. Then we
        rely on the safeguards that the law provides for this. Ask us for the current list. We hand
        data to authorities only where the law obliges us to.
      </p>
    </>
  ),
}

const retention: LegalSection = {
  id: 'retention',
  title: 'How long we keep it',
  body: (
    <>
      <ProseTable heads={['What', 'How long']} rows={retentionPeriods} />
      <p>After that, the data is deleted, or changed so that it no longer points to you.</p>
    </>
  ),
}

const rights: LegalSection = {
  id: 'rights',
  title: 'Export, deletion and your other rights',
  body: (
    <>
      <p>Wherever you live, you can:</p>
      <ul>
        <li>
          <strong>get a copy</strong> of what we have about you, in a standard format (JSON),
        </li>
        <li>
          <strong>have your data corrected</strong>,
        </li>
        <li>
          <strong>have your account and your data deleted</strong>,
        </li>
        <li>take back a consent, or object to what we do with your data.</li>
      </ul>
      <p>
        With an account, you can export your data and delete your account yourself in{' '}
        <Link to="/profile">your profile</Link>. For everything else, and if you bought as a guest,
        write to <SupportEmail /> from the email address we know you by. We reply{' '}
        {support.answerTime} and finish within a month.
      </p>
      <p>
        After a deletion we keep the receipts of your purchases, with the name and address on them,
        for as long as tax law requires, and the log of what was done to accounts, which holds no
        names. Everything else that points to you goes. Data in backups disappears when they do. You
        may also complain to the data protection authority where you live.
      </p>
    </>
  ),
}

const security: LegalSection = {
  id: 'security',
  title: 'Security',
  body: (
    <p>
      Connections are encrypted, access to data is limited to those who need it, and what our team
      does with accounts is logged. No system is perfect: if data is ever exposed, we'll inform the
      authorities within 72 hours where the law requires it, and you as soon as it affects you.
    </p>
  ),
}

const changes: LegalSection = {
  id: 'changes',
  title: 'Changes and contact',
  body: (
    <p>
      When this policy changes, you'll find the new text here. If a change matters to you as a
      customer, we'll tell you by email. Questions are welcome on the{' '}
      <Link to="/contact">contact page</Link>. They are answered {support.answerTime}.
    </p>
  ),
}

export const privacySections: readonly LegalSection[] = [
  controller,
  age,
  collected,
  payment,
  recordings,
  texts,
  cookies,
  processors,
  retention,
  rights,
  security,
  changes,
]

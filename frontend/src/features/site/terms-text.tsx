/** The terms of service. Change what they mean, and TERMS_VERSION must change with them. */
import { Link } from 'react-router'
import { support } from '@/lib/legal'
import { site } from '@/lib/site'
import type { LegalSection } from './legal-page'
import { refunds } from './refund-policy'
import { SupportEmail } from './support-email'

export const termsInShort = [
  'You must be at least 18 to create an account or to buy.',
  'Prices are in US dollars, and the amount on the payment button is the amount you pay.',
  'A full refund if you ask before your first session ends.',
  'Or within 30 days of buying, while you have completed less than 25% of the content.',
  'Sessions are live and recorded. Your seat and your links are personal.',
]

const agreement: LegalSection = {
  id: 'agreement',
  title: 'Who these terms are between',
  body: (
    <>
      <p>
        {site.name} is run by {site.operatorName}, {site.operatorAddress}. In these terms, that's
        “we” and “us”. “You” are the person who visits the site, creates an account or buys a seat.
      </p>
      <p>
        By creating an account or buying a seat you accept these terms. At checkout we ask you to
        check a box yourself, and we store which version of the terms you accepted and when. How we
        handle personal data is explained in the <Link to="/privacy-policy">privacy policy</Link>.
      </p>
    </>
  ),
}

const age: LegalSection = {
  id: 'age',
  title: 'Minimum age',
  body: (
    <p>
      Accounts and purchases are for adults: <strong>you must be at least 18 years old</strong> to
      create an account, to buy a seat or to take part in a session.
    </p>
  ),
}

const offer: LegalSection = {
  id: 'bootcamps',
  title: 'What you buy',
  body: (
    <>
      <p>
        You buy a seat in a live online bootcamp, or a bundle with a seat in several of them. Before
        you buy you see when each one takes place, in which time zone, and what is included, such as
        a private coaching session.
      </p>
      <ul>
        <li>A seat is for one person. It may not be shared, resold or used by a team.</li>
        <li>
          You need a computer, an internet connection and, for some exercises, accounts with other
          companies’ tools. Those tools have terms and prices of their own.
        </li>
        <li>If we have to move a session, we'll email you the new date as early as we can.</li>
      </ul>
      <p>
        We teach with care, but what you build and earn depends on you, your idea and your market.
        We promise the teaching, not a result.
      </p>
    </>
  ),
}

const prices: LegalSection = {
  id: 'prices',
  title: 'Prices and payment',
  body: (
    <>
      <p>
        <strong>All prices are in US dollars.</strong> The amount on the payment button is the
        amount we charge. If your card is in another currency, your bank decides the exchange rate
        and any fee of its own.
      </p>
      <p>
        Payments are handled by a card payment provider, in its own form. We never see or store your
        card number. Your seat is yours once the payment has gone through. If the last seat goes
        while you're paying, you won't be charged.
      </p>
    </>
  ),
}

const account: LegalSection = {
  id: 'account',
  title: 'Your account',
  body: (
    <>
      <p>
        Give us details that are true and keep them up to date: we send your links to the address on
        file. Keep your password to yourself, and tell us right away if you think someone else has
        used your account.
      </p>
      <p>
        You can stop using the service and ask us to delete your account at any time. We may suspend
        an account that is used to break these terms. Where we can, we'll email you first and give
        you the chance to put it right.
      </p>
    </>
  ),
}

const sessions: LegalSection = {
  id: 'sessions',
  title: 'Live sessions and recordings',
  body: (
    <>
      <p>
        <strong>Sessions are recorded</strong>, so that those who have a seat can watch them again.
        Recordings show participants: your picture, your voice, your name and what you write in the
        chat may be part of them. You'll be reminded before you join. You may keep your camera and
        microphone off and take part under your first name only.
      </p>
      <p>
        In a session, be fair to the others. Don't disrupt, insult or advertise. Don't record the
        session yourself, and don't pass on what others show of their business. We may ask someone
        who does to leave.
      </p>
    </>
  ),
}

const content: LegalSection = {
  id: 'content',
  title: 'Our material and your work',
  body: (
    <>
      <p>
        What we show and hand out, recordings and resources included, belongs to us or to those who
        let us use it. With your seat you may use it for your own learning and your own business.
        You may not publish it, resell it or teach from it.
      </p>
      <p>
        <strong>What you build is yours.</strong> We claim no rights in your ideas, your software or
        your texts.
      </p>
    </>
  ),
}

const use: LegalSection = {
  id: 'fair-use',
  title: 'Fair use of the site',
  body: (
    <p>
      Don't try to get into accounts or data that aren't yours, don't interfere with the site or
      with other visitors, don't scrape it, and don't use it for anything unlawful. If you find a
      security issue, please tell us first.
    </p>
  ),
}

const liability: LegalSection = {
  id: 'liability',
  title: 'Our liability',
  body: (
    <>
      <p>
        If something goes wrong and we are responsible for it,{' '}
        <strong>
          our total liability to you is capped at the amount you paid us in the previous 12 months
        </strong>
        , counted back from the event that caused the damage. We are not liable for indirect losses
        such as lost profit, or for the tools and services of other companies.
      </p>
      <p>
        None of this limits liability that the law does not allow to be limited, for example for
        intent, and none of it takes away your rights as a consumer.
      </p>
    </>
  ),
}

const changes: LegalSection = {
  id: 'changes',
  title: 'Changes to these terms',
  body: (
    <p>
      When we change these terms, the version at the top changes with them. A purchase stays under
      the version you accepted when you made it. If one part of these terms turns out not to be
      valid, the rest still is.
    </p>
  ),
}

const contact: LegalSection = {
  id: 'contact',
  title: 'Questions and complaints',
  body: (
    <>
      <p>
        Use the <Link to="/contact">contact page</Link> or write to <SupportEmail />. Messages are
        answered {support.answerTime}. Support hours are {support.hours}, {support.weekends}.
      </p>
      <p>If we disagree about something, please talk to us first. Most things can be put right.</p>
    </>
  ),
}

export const termsSections: readonly LegalSection[] = [
  agreement,
  age,
  offer,
  prices,
  refunds,
  account,
  sessions,
  content,
  use,
  liability,
  changes,
  contact,
]

/** The refund rule as the terms state it. A change of its meaning is a change of TERMS_VERSION. */
import { Link } from 'react-router'
import type { LegalSection } from './legal-page'
import { SupportEmail } from './support-email'

export const refunds: LegalSection = {
  id: 'refunds',
  title: 'Refunds',
  body: (
    <>
      <p>
        There is one rule:{' '}
        <strong>you get a refund if either of these two guarantees applies.</strong> You don't have
        to give a reason.
      </p>
      <ol>
        <li>
          <strong>First-session guarantee.</strong> Ask before your first session ends and you'll
          get 100% of what you paid back. Come, see whether it's for you, and decide while you're
          there.
        </li>
        <li>
          <strong>30-day money-back guarantee.</strong> Ask within 30 days, having completed less
          than 25% of the content, and you'll get 100% of what you paid back.
        </li>
      </ol>
      <p>
        The 30 days start on the day you buy and never end before your first session does. So buying
        early costs you nothing, and a bootcamp that we cancel before its first session is always
        refunded.
      </p>
      <p>
        A coaching session you’ve had and materials you’ve opened don’t count as completed content,
        and they don’t reduce your refund.
      </p>
      <p>
        If neither guarantee applies, there is no refund. In particular, there is{' '}
        <strong>no refund for a completed program or once a certification has been issued</strong>.
      </p>
      <h3>Bundles</h3>
      <p>
        Bundles follow the same rule. A bundle is one purchase: its first session is the earliest
        one in it, the 25% is counted over everything in it, and it is refunded as a whole. A
        bootcamp counts as completed once it has ended and you attended it.
      </p>
      <h3>How to ask, and when the money arrives</h3>
      <p>
        Ask in <Link to="/portal/billing">your billing</Link>: it always shows whether you're
        covered and until when, and a refund that is due starts right away. Or contact us through
        the <Link to="/contact">contact page</Link> or at <SupportEmail />, from the email address
        you bought with. What counts is when you ask, not when we read it. We pay back to the card
        you used, within 5–10 business days. When we refund a purchase, your access to it ends.
      </p>
      <p>
        These are guarantees we give on top of the law. Rights to withdraw or to be refunded that
        the law of your country gives you remain yours.
      </p>
    </>
  ),
}

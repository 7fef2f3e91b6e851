/** The tables of the privacy policy: what is kept, for how long, and what sits in the browser. */

type Rows = readonly (readonly [string, string])[]

export const collectedData: Rows = [
  [
    'Name, email, username, password',
    "To create your account and sign you in. We store your password only in a form that can't be turned back into it. If you sign in through another company, it tells us your name and your email address.",
  ],
  [
    'Purchases',
    'What you bought, when, for how much, whether it was refunded, and which version of the terms you accepted. We need it to give you your seat, to keep our books and to prove the agreement. With your acceptance we store your internet address.',
  ],
  [
    'Waiting lists',
    'If you join one: your name, email and time zone, and the dates you would take. We need it to offer you a seat that comes free, and to tell you about new dates you asked for.',
  ],
  [
    'Taking part',
    "Which sessions you joined, which resources you opened, the coaching times you booked, your certificates, and the recordings you are part of. We need it to teach, to certify, and to work out how much you have completed if you ask for a refund. Anyone with a certificate's code can see the name on it.",
  ],
  [
    'Messages',
    'What you write to us, and the emails and texts we send you. We need it to answer and to know what was said.',
  ],
  ['Phone number', 'Only if you give it to us, and only for text messages you agreed to.'],
  [
    'Technical records',
    'Times of signing in, internet addresses and errors. We need them to keep accounts and payments safe.',
  ],
]

export const storedInBrowser: Rows = [
  ['Sign-in cookies', 'Keep you signed in, for up to 30 days, and tell the pages that you are.'],
  ['Checkout cookie', 'Shows that the purchase you started is yours.'],
  [
    'Browser storage',
    'Remembers whether you chose the light or the dark theme. Until you close the tab, it also keeps the result of your purchase and your invitation to create an account.',
  ],
  [
    'Payment provider’s cookies',
    'Set on the checkout page only. They help the provider detect fraud.',
  ],
]

export const retentionPeriods: Rows = [
  ['Your account', 'Until you have it deleted'],
  ['Sign-in sessions', '30 days'],
  ['Purchases that were never paid', '30 days'],
  [
    'Your place on a waiting list',
    'Until you leave it or it ends, and 90 days more; a year if our team removed you',
  ],
  ['Purchases and refunds', '7 to 10 years, as tax law requires'],
  ['Certificates, and which resources you opened', 'Until you have your account deleted'],
  ['Messages you send us', '12 months'],
  [
    'Messages our team sends you',
    'Their text for 12 months, then only that and when they were sent',
  ],
  ['Text of automatic emails', '30 days after sending'],
  ['Notices from the payment provider', '90 days'],
  ['Log of security and admin actions', '24 months'],
  ['Backups', '35 days'],
]

/**
 * Every script that may run on our pages, where, and why. A script that is not here is an intruder
 * until somebody has written down what it is for.
 */
export interface ListedScript {
  address: RegExp
  pages: RegExp
  why: string
}

export const scripts: ListedScript[] = [
  {
    address: /^\/assets\/[\w.-]+-[\w-]{8}\.js$/,
    pages: /^\//,
    why: 'The site itself, as built; `tools/served_files` compares every byte daily.',
  },
  {
    address: /^https:\/\/js\.stripe\.com\//,
    pages: /^\/checkout$/,
    why: 'The payment form: card details go to Stripe and never to us.',
  },
]

/** The only script written into pages: it chooses the theme before the first paint. */
export const inlineBeginsWith = '// Before first paint'

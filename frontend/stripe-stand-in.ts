/** Development only: the page gets the local Stripe stand-in instead of js.stripe.com. */
import type { Plugin } from 'vite'

/**
 * Our code loads Stripe.js through a package that takes an existing `window.Stripe` as it is, so one
 * script that runs earlier is enough. A deferred script runs before modules, and never in a build:
 * what is sold with must not know another address for cards.
 */
export function stripeStandIn(address: string | undefined): Plugin | undefined {
  if (!address) return undefined
  const src = new URL('/endive/stripe.js', address).href
  return {
    name: 'stripe-stand-in',
    apply: 'serve',
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src, defer: true }, injectTo: 'head-prepend' },
    ],
  }
}

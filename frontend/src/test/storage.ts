/** A browser that forbids session storage: private modes and strict settings throw at any touch. */
import { vi } from 'vitest'
import { LEFT_TO_PAY } from '@/lib/left-to-pay'
import { forgetTab } from '@/lib/tab-memory'
import { TYPED_BUYER } from '@/lib/typed-buyer'

const KEYS = [
  'account_invitation_token',
  'guest_email',
  'recent_purchase_data',
  'payment_client_secret',
  TYPED_BUYER,
  LEFT_TO_PAY,
]

/** What the page remembered in the storage's stead; the next test is another page. */
export function forgetTabMemory() {
  for (const key of KEYS) forgetTab(key)
}

export async function withoutStorage(run: () => void | Promise<void>) {
  const forbidden = new Proxy({} as Storage, {
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  vi.stubGlobal('sessionStorage', forbidden)
  try {
    await run()
  } finally {
    vi.unstubAllGlobals()
    forgetTabMemory()
  }
}

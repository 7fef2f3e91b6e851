/** Whoever lost the confirmation: receipts, dates and links, emailed to the address they belong to. */
import { useSearchParams } from 'react-router'
import { api } from '@/api/client'
import { AskByEmail } from './ask-by-email'
import { keepReturnTo } from './return-to'

export function FindPurchasePage() {
  const [search] = useSearchParams()
  return (
    <AskByEmail
      heading="Find My Purchase"
      lead="Enter the email you used to buy or accept your seat. We'll email you your receipts, class dates and personal links."
      signInPage={keepReturnTo('/auth/login', search.get('returnTo'))}
      button="Email My Purchases"
      about="Don't see it? Check your spam folder, or try another address you may have used."
      ask={async (email) => {
        const { data } = await api.POST('/api/find-purchases', { body: { email } })
        return data?.message ?? ''
      }}
    />
  )
}

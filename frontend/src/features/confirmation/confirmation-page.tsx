/** Where a payment, an invitation or an identity provider leads back to. */
import { Navigate } from 'react-router'
import { AccountCreation } from './account-creation'
import { useArrivalAt } from './arrival'
import { InvitationArrival } from './invitation-arrival'
import { InvitationOver } from './invitation-over'
import { LoadingPurchase, PaymentResult } from './payment-result'
import { REPORTED_FAILED } from './purchase-outcome'
import { Trouble } from './trouble'

export function ConfirmationPage() {
  const arrival = useArrivalAt()
  switch (arrival.kind) {
    case 'nothing':
      return <Navigate to="/checkout" replace />
    case 'unpacking':
      return <LoadingPurchase />
    case 'payment':
      return <PaymentResult key={arrival.paymentIntentId} arrival={arrival} />
    case 'paid here':
      return <PaymentResult key="paid here" arrival={arrival} />
    case 'payment failed':
      return <Trouble outcome={REPORTED_FAILED} />
    case 'signed in':
      return <AccountCreation />
    case 'invitation':
      return <InvitationArrival />
    case 'incomplete invitation':
      return <InvitationOver email="" isIncomplete />
  }
}

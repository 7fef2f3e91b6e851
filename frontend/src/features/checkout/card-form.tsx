/** The payment form inside the provider's own context, in our colors. */
import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { PaymentForm, type PaymentFormProps } from './payment-form'
import { useAppearance } from './use-appearance'

interface CardFormProps extends PaymentFormProps {
  stripe: Stripe
}

export function CardForm({ stripe, ...form }: CardFormProps) {
  const appearance = useAppearance()
  const { clientSecret } = form.checkout.payment
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance, loader: 'never' }}>
      <PaymentForm {...form} />
    </Elements>
  )
}

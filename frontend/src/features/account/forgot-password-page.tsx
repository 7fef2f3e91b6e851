/** Asking for an email with a link to a new password. */
import { api } from '@/api/client'
import { AskByEmail } from './ask-by-email'

export function ForgotPasswordPage() {
  return (
    <AskByEmail
      heading="Forgot Password"
      lead="Enter your email address and we'll send you a link to choose a new password."
      signInPage="/auth/login"
      button="Send Link"
      about="The link works for two hours. Don't see it? Check your spam folder."
      ask={async (email) => {
        const { data } = await api.POST('/api/auth/forgot-password', { body: { email } })
        return data?.message ?? ''
      }}
    />
  )
}

/** Who a purchase is for, in the same limits as on the server. */
import { z } from 'zod'
import { limitedText } from '@/features/admin-kit/limited-text'

export const customerSchema = z.object({
  email: z.string().trim().min(1, 'Required').email('Invalid email').max(255),
  fullName: limitedText(3, 255),
})

export type CustomerValues = z.infer<typeof customerSchema>

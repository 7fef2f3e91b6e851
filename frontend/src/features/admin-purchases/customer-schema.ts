/** Who a purchase is for, in the same limits as on the server. */

import { z } from 'zod'
import { emailField } from '@/lib/email-field'
import { personName } from '@/lib/person-name-schema'

export const customerSchema = z.object({
  email: emailField('Required'),
  fullName: personName('Required'),
})

export type CustomerValues = z.infer<typeof customerSchema>

/** What a bundle must look like, in the same words and limits as on the server. */
import { z } from 'zod'
import { limitedText } from '@/features/admin-kit/limited-text'

export const DESCRIPTION_LIMIT = 1000
export const MOST_BOOTCAMPS = 10

const PRICE = /^\d{1,8}(\.\d{1,2})?$/

export function isPrice(text: string): boolean {
  return PRICE.test(text)
}

export const bundleSchema = z.object({
  name: limitedText(1, 100),
  tagline: limitedText(0, 200),
  description: limitedText(1, DESCRIPTION_LIMIT),
  price: z.string().trim().regex(PRICE, 'Price must be a valid number'),
  bootcampIds: z
    .array(z.number())
    .min(1, 'Select at least one bootcamp')
    .max(MOST_BOOTCAMPS, 'Maximum 10 bootcamps allowed per bundle'),
  isActive: z.boolean(),
})

export type BundleValues = z.infer<typeof bundleSchema>

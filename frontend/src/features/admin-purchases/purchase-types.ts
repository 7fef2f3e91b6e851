/** What the desk knows of a purchase. */
import type { components } from '@/api/schema'

type Schemas = components['schemas']
export type PurchaseRow = Schemas['DeskPurchaseRowOut']
export type PurchaseStory = Schemas['PurchaseStoryOut']
export type PurchaseSort = Schemas['PurchaseSort']

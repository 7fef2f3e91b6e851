/** The kinds of material as an admin chooses among them. */
import type { components } from '@/api/schema'
import { resourceKinds } from '@/components/resource-kinds'

export { formatSize } from '@/components/resource-kinds'

export type AdminResource = components['schemas']['AdminResourceOut']
export type ResourceKind = AdminResource['type']

export const kinds = {
  FILE: { ...resourceKinds.FILE, hint: 'A file from your computer' },
  YOUTUBE: { ...resourceKinds.YOUTUBE, hint: 'A video on YouTube' },
  LINK: { ...resourceKinds.LINK, hint: 'Any page on the web' },
  DOCUMENT: { ...resourceKinds.DOCUMENT, hint: "A document that's online" },
} as const satisfies Readonly<Record<ResourceKind, object>>

export const kindNames = Object.keys(kinds) as ResourceKind[]

/** The four kinds of material, and how each is called and drawn. */
import { FileText, Link2, type LucideIcon, Paperclip, SquarePlay } from 'lucide-react'
import type { components } from '@/api/schema'

export type AdminResource = components['schemas']['AdminResourceOut']
export type ResourceKind = AdminResource['type']

interface Kind {
  label: string
  hint: string
  icon: LucideIcon
}

export const kinds: Readonly<Record<ResourceKind, Kind>> = {
  YOUTUBE: { label: 'YouTube', hint: 'A video on YouTube', icon: SquarePlay },
  LINK: { label: 'Link', hint: 'Any page on the web', icon: Link2 },
  DOCUMENT: { label: 'Document', hint: 'A document that is online', icon: FileText },
  FILE: { label: 'File', hint: 'A file from your computer', icon: Paperclip },
}

export const kindNames = Object.keys(kinds) as ResourceKind[]

const BYTES_IN_MB = 1024 * 1024

/** "1.50 MB" */
export function formatSize(bytes: number): string {
  return `${(bytes / BYTES_IN_MB).toFixed(2)} MB`
}

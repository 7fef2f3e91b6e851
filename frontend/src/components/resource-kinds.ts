/** The four kinds of material, and how each is called and drawn, for students and admins alike. */
import { FileText, Link2, type LucideIcon, Paperclip, SquarePlay } from 'lucide-react'

export type ResourceKind = 'YOUTUBE' | 'LINK' | 'DOCUMENT' | 'FILE'

interface Kind {
  label: string
  icon: LucideIcon
}

export const resourceKinds: Readonly<Record<ResourceKind, Kind>> = {
  YOUTUBE: { label: 'YouTube', icon: SquarePlay },
  LINK: { label: 'Link', icon: Link2 },
  DOCUMENT: { label: 'Document', icon: FileText },
  FILE: { label: 'File', icon: Paperclip },
}

const BYTES_IN_MB = 1024 * 1024

/** "1.50 MB" */
export function formatSize(bytes: number): string {
  return `${(bytes / BYTES_IN_MB).toFixed(2)} MB`
}

/** What a resource must look like, in the same words and limits as on the server. */
import { z } from 'zod'
import { limitedText } from '@/features/admin-kit/limited-text'

export const DESCRIPTION_LIMIT = 1000

export const fileExtensions = [
  ...['pdf', 'doc', 'docx', 'ppt', 'pptx', 'xls', 'xlsx', 'txt', 'rtf'],
  ...['zip', 'rar', 'png', 'jpg', 'jpeg', 'gif', 'mp4', 'mp3', 'wav'],
] as const

const youtubeHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtu.be',
  'www.youtu.be',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])

const fields = z.object({
  type: z.enum(['YOUTUBE', 'LINK', 'DOCUMENT', 'FILE']),
  title: limitedText(1, 255),
  description: limitedText(0, DESCRIPTION_LIMIT),
  url: z.string().trim(),
  file: z.instanceof(File).nullable(),
})

export type ResourceValues = z.infer<typeof fields>

function linkProblem({ type, url }: ResourceValues): string | null {
  if (!url) {
    return type === 'DOCUMENT'
      ? 'Required'
      : 'URL is required for YouTube videos and external links'
  }
  const address = URL.canParse(url) ? new URL(url) : null
  if (!address) return 'Invalid url'
  if (address.protocol !== 'https:') return 'Use an address that starts with https://'
  if (type === 'YOUTUBE' && !youtubeHosts.has(address.hostname)) return 'Use an address on YouTube'
  return null
}

export function fileProblem(file: File | null): string | null {
  if (!file) return 'Choose a file'
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase()
  if (!fileExtensions.some((accepted) => accepted === extension)) {
    return "This file type isn't accepted"
  }
  return file.size > 0 ? null : 'The file is empty'
}

/** "week-1_slides.pdf" → "week 1 slides": a title to begin with. */
export function titleFrom(fileName: string): string {
  return fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
}

/** Of one that is there already, the file stays unless another is given. */
export const resourceSchemaFor = (isThere: boolean) =>
  fields.check(({ value, issues }) => {
    const path = value.type === 'FILE' ? 'file' : 'url'
    if (isThere && path === 'file' && !value.file) return
    const message = path === 'file' ? fileProblem(value.file) : linkProblem(value)
    if (message) issues.push({ code: 'custom', message, input: value[path], path: [path] })
  })

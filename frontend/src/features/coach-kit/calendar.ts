/** A coach's calendar in words, for the desk and for the coach. */
import type { components } from '@/api/schema'

export type Coach = components['schemas']['AdminCoachOut']
export type Opening = Coach['weeklyHours'][number]
export type CoachException = Coach['exceptions'][number]
export type NewException = components['schemas']['CoachExceptionIn']

export const dayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** "9:00 AM" for "09:00" */
export function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const half = hour < 12 ? 'AM' : 'PM'
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${half}`
}

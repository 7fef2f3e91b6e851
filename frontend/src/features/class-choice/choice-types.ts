/** What is asked of somebody whose class falls out or moves. */
import type { components } from '@/api/schema'

export type ClassChoice = components['schemas']['ClassChoiceOut']
export type OtherDate = ClassChoice['dates'][number]
export type Choice = NonNullable<ClassChoice['choice']>

export interface Chosen {
  choice: Choice
  toBootcampId: number | null
}

/** A code as the form holds it, its rules, and what is sent. */

import { z } from 'zod'
import type { components } from '@/api/schema'
import { limitedText } from '@/features/admin-kit/limited-text'
import { momentTyped, typedMoment } from '@/features/admin-kit/moments'
import { isPrice, plainPrice } from '@/features/admin-kit/plain-price'
import { cohortName } from '@/lib/cohorts'
import { emailOrNothing } from '@/lib/email-field'
import type { Code, CodeChange } from './codes'

type Schemas = components['schemas']

const MOST_GENERATED = 500
const CODE = /^[A-Z0-9][A-Z0-9_-]{2,31}$/
const PREFIX = /^[A-Z0-9][A-Z0-9_-]{0,15}$/

const capitals = (text: string) => text.trim().toUpperCase()
/** "harbor partner" becomes HARBOR-PARTNER. */
const codeName = (text: string) => capitals(text).replace(/\s+/g, '-')
const count = z
  .string()
  .trim()
  .regex(/^([1-9]\d{0,5})?$/, 'Enter a whole number, or leave it empty')

const shape = z.object({
  code: z.string().overwrite(codeName),
  count: z.string().trim(),
  prefix: z.string().overwrite(codeName),
  kind: z.enum(['percent', 'amount']),
  value: z.string().overwrite((text) => plainPrice(text.replace(/\s*%\s*$/, ''))),
  startsAt: z.string(),
  endsAt: z.string(),
  maxUses: count,
  perPerson: count,
  forEmail: emailOrNothing,
  note: limitedText(0, 255),
  scopes: z.array(z.object({ value: z.string(), label: z.string() })),
  worksWithSteps: z.boolean(),
})

export type CodeValues = z.infer<typeof shape>
export const codeFields = Object.keys(shape.shape) as (keyof CodeValues)[]

/** Which of the fields there are: for one code, or for many at once. */
export type CodeMode = 'one' | 'lot'

export function codeSchema(mode: CodeMode, zone: string) {
  return shape.check(({ value, issues }) => {
    for (const [field, message] of Object.entries(problemsOf(value, mode, zone))) {
      if (message) issues.push({ code: 'custom', message, path: [field], input: value })
    }
  })
}

type Problems = Partial<Record<keyof CodeValues, string | null>>

function problemsOf(values: CodeValues, mode: CodeMode, zone: string): Problems {
  return {
    ...(mode === 'one' ? { code: codeProblem(values.code) } : lotProblems(values)),
    value: valueProblem(values),
    startsAt: momentProblem(values.startsAt, zone),
    endsAt: momentProblem(values.endsAt, zone) ?? orderProblem(values),
  }
}

function codeProblem(code: string): string | null {
  if (!code || CODE.test(code)) return null
  return 'Use A–Z, 0–9 and dashes, 3 to 32 in all, with no dash in front'
}

function lotProblems({ count: typed, prefix }: CodeValues): Problems {
  const isCount = /^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MOST_GENERATED
  return {
    count: isCount ? null : `Choose a number from 1 to ${MOST_GENERATED}`,
    prefix:
      !prefix || PREFIX.test(prefix)
        ? null
        : 'Use A–Z, 0–9 and dashes, at most 16, with no dash in front',
  }
}

function valueProblem({ kind, value }: CodeValues): string | null {
  if (!isPrice(value) || Number(value) === 0) return 'Enter a number above 0'
  return kind === 'percent' && Number(value) > 100 ? "A discount can't be more than 100%" : null
}

function momentProblem(typed: string, zone: string): string | null {
  return typed && !momentTyped(typed, zone)
    ? "This date and time don't exist. Choose others."
    : null
}

function orderProblem({ startsAt, endsAt }: CodeValues): string | null {
  return startsAt && endsAt && endsAt <= startsAt ? 'The end must be after the start' : null
}

export const newCode: CodeValues = {
  code: '',
  count: '50',
  prefix: '',
  kind: 'percent',
  value: '',
  startsAt: '',
  endsAt: '',
  maxUses: '',
  perPerson: '1',
  forEmail: '',
  note: '',
  scopes: [],
  worksWithSteps: false,
}

const BUNDLE = 'bundle:'
export const bundleValue = (id: string) => `${BUNDLE}${id}`

export function valuesOf(code: Code, zone: string): CodeValues {
  return {
    ...newCode,
    code: code.code,
    kind: code.kind,
    value: String(Number(code.value)),
    startsAt: typedMoment(code.startsAt, zone),
    endsAt: typedMoment(code.endsAt, zone),
    maxUses: String(code.maxUses ?? ''),
    perPerson: String(code.perPerson ?? ''),
    forEmail: code.forEmail,
    note: code.note,
    scopes: code.scopes.map(({ name, cohort, bundleId }) => ({
      value: bundleId === null ? String(cohort?.id) : bundleValue(bundleId),
      label: cohortName(name, cohort),
    })),
    worksWithSteps: code.worksWithSteps,
  }
}

const numberOf = (text: string) => (text ? Number(text) : null)

const scopesOf = ({ scopes }: CodeValues): Schemas['ScopeIn'][] =>
  scopes.map(({ value }) =>
    value.startsWith(BUNDLE)
      ? { bootcampId: null, bundleId: value.slice(BUNDLE.length) }
      : { bootcampId: Number(value), bundleId: null },
  )

function discountOf(values: CodeValues, zone: string) {
  const { kind, value, note, worksWithSteps } = values
  return {
    kind,
    value,
    note,
    worksWithSteps,
    startsAt: momentTyped(values.startsAt, zone),
    endsAt: momentTyped(values.endsAt, zone),
    scopes: scopesOf(values),
  }
}

export function createPayload(values: CodeValues, zone: string): Schemas['DiscountCodeIn'] {
  return {
    ...discountOf(values, zone),
    code: values.code,
    maxUses: numberOf(values.maxUses),
    perPerson: numberOf(values.perPerson),
    forEmail: values.forEmail,
  }
}

export function lotPayload(values: CodeValues, zone: string): Schemas['GenerateCodesIn'] {
  return { ...discountOf(values, zone), count: Number(values.count), prefix: values.prefix }
}

/** Only what was changed: an end that is over stays as it is unless somebody types another. */
export function changePayload(values: CodeValues, code: Code, zone: string): CodeChange {
  const before = valuesOf(code, zone)
  const { code: _, ...all } = createPayload(values, zone)
  const isChanged = (field: string) => {
    const name = field as keyof CodeValues
    return JSON.stringify(values[name]) !== JSON.stringify(before[name])
  }
  return Object.fromEntries(Object.entries(all).filter(([field]) => isChanged(field)))
}

/** Who waits, and for what: kept through every failure, sent once however often it is pressed. */

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { ApiError, errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import { markRefused } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { viewerZone } from '@/lib/dates'
import { emailField } from '@/lib/email-field'
import { isOffline, OFFLINE } from '@/lib/online'
import { personName } from '@/lib/person-name-schema'
import { readTypedBuyer } from '@/lib/typed-buyer'
import { type Course, courses } from '@/lib/waiting-list'
import { useSession } from '@/session/session'
import { Refusal } from './refusal'
import { CourseFields, DateFields, type Extent, ExtentFields } from './wish-fields'
import type { Waiting, WishIn } from './wishes'

export type Joined = components['schemas']['WaitingJoinedOut']

const NOT_JOINED = "We couldn't add you to the list. Please try again: you won't be added twice."
const NO_DATE = 'Choose at least one date'
const OUT_OF_DATE = [404, 409]
/** A connection that hangs is a lost one. */
const PATIENCE_MS = 30_000

const personSchema = z.object({
  email: emailField('Enter your email'),
  name: personName('Enter your name'),
})
type Person = z.infer<typeof personSchema>

interface JoinFormProps {
  waiting: Exclude<Waiting, { kind: 'free' }>
  onJoined: (joined: Joined, wish: WishIn) => void
  /** A seat is free by now, or the date is gone: what the page shows is no longer true. */
  onOutOfDate: () => void
}

export function JoinForm({ waiting, onJoined, onOutOfDate }: JoinFormProps) {
  const form = useForm<Person>({
    resolver: zodResolver(personSchema),
    defaultValues: { email: '', name: '' },
  })
  const { user } = useSession()
  useWhoIsKnown(form)
  const [sms, setSms] = useState(false)
  const wish = useWish(waiting)
  const { errors } = form.formState
  const join = useMutation({
    mutationFn: async (person: Person) => {
      const body = { ...person, ...wish.value, timezone: viewerZone(), sms }
      const signal = AbortSignal.timeout(PATIENCE_MS)
      return (await api.POST('/api/waiting-list', { body, signal })).data
    },
    onSuccess: (joined) => joined && onJoined(joined, wish.value),
    onError: (error) => {
      markRefused(error, form, ['email', 'name'])
      if (error instanceof ApiError && OUT_OF_DATE.includes(error.status)) onOutOfDate()
    },
  })

  const submit = (event: FormEvent) => {
    if (join.isPending) event.preventDefault()
    else
      void form.handleSubmit((person) => {
        if (wish.check()) join.mutate(person)
      }, wish.check)(event)
  }

  return (
    <Card>
      <form noValidate aria-label="Join the waiting list" className="grid gap-6" onSubmit={submit}>
        {wish.fields}
        <Field
          label="Email"
          hint={
            waiting.kind === 'interest'
              ? "We'll email you when a date is set."
              : "We'll email you as soon as a seat is yours to take."
          }
          error={errors.email?.message}
          required
        >
          <Input
            type="email"
            autoComplete="email"
            maxLength={255}
            spellCheck={false}
            {...form.register('email')}
          />
        </Field>
        <Field label="Full name" error={errors.name?.message} required>
          <Input autoComplete="name" {...form.register('name')} />
        </Field>
        {user && waiting.kind !== 'interest' && (
          <Checkbox
            checked={sms}
            onCheckedChange={(next) => setSms(next === true)}
            label="Text me too"
            hint="To the phone number in your profile, if you agreed to text messages there."
          />
        )}
        {join.error && (
          <Refusal words={errorMessage(join.error, isOffline() ? OFFLINE : NOT_JOINED)} />
        )}
        <Button type="submit" size="lg" busy={join.isPending} busyLabel="Joining…">
          {waiting.kind === 'interest' ? 'Notify me' : 'Join the waiting list'}
        </Button>
        <p className="text-sm text-muted-foreground">
          It's free. Leave any time with the link in our emails.
        </p>
      </form>
    </Card>
  )
}

/** Typed at the checkout, or known from the session: nobody types it twice. */
function useWhoIsKnown({ getValues, setValue }: ReturnType<typeof useForm<Person>>) {
  const { user, isLoading } = useSession()
  const owner = user?.id ?? null
  const email = user?.email ?? ''
  const name = user ? `${user.firstName} ${user.lastName}`.trim() : ''
  useEffect(() => {
    if (isLoading) return
    const typed = readTypedBuyer(owner)
    if (!getValues('email')) setValue('email', typed?.email || email)
    if (!getValues('name')) setValue('name', typed?.fullName || name)
  }, [isLoading, owner, email, name, getValues, setValue])
}

/** The fields for what somebody waits for, and what they say. */
function useWish(waiting: JoinFormProps['waiting']) {
  const [chosen, setChosen] = useState(waiting.kind === 'dates' ? [waiting.asked] : [])
  const [extent, setExtent] = useState<Extent>('dates')
  const [course, setCourse] = useState<Course>(courses[0] as Course)
  const [isMissing, setMissing] = useState(false)

  if (waiting.kind === 'interest') {
    const interest = waiting.course ?? course
    return {
      value: { bootcampIds: [], bundleId: null, interest },
      check: () => true,
      fields: waiting.course === null && <CourseFields value={course} onChange={setCourse} />,
    }
  }
  const bundle = waiting.bundle
  if (waiting.kind === 'bundle') {
    return {
      value: { bootcampIds: [], bundleId: waiting.bundle.id, interest: null },
      check: () => true,
      fields: null,
    }
  }
  const wantsBundle = bundle !== undefined && extent === 'bundle'
  // A date that has a seat by now is no longer in the list.
  const still = chosen.filter((id) => waiting.dates.some((one) => one.id === id))
  return {
    value: {
      bootcampIds: wantsBundle ? [] : still,
      bundleId: wantsBundle ? bundle.id : null,
      interest: null,
    },
    check: () => {
      const isComplete = wantsBundle || still.length > 0
      setMissing(!isComplete)
      return isComplete
    },
    fields: (
      <>
        {bundle && <ExtentFields bundle={bundle} value={extent} onChange={setExtent} />}
        {!wantsBundle && (
          <DateFields
            dates={waiting.dates}
            chosen={still}
            error={isMissing ? NO_DATE : undefined}
            onChange={(next) => {
              setChosen(next)
              setMissing(false)
            }}
          />
        )}
      </>
    ),
  }
}

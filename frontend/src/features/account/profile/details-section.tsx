/** Names, phone and time zone. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { viewerZone } from '@/lib/dates'
import { toast } from '@/lib/toast'
import { readerZones, zoneName } from '@/lib/zones'
import { useRefreshSession } from '@/session/session'
import { type ProfileValues, profileSchema } from '../account-schemas'
import { type Profile, profileQuery } from './profile-query'
import { Section } from './section'

const AUTOMATIC = 'automatic'
const BOOTCAMP = 'bootcamp'

/** What the list holds besides zones: to follow the browser, or no zone of one's own. */
function zoneOptions({ timezone }: Profile, readOnly: boolean) {
  // Whoever looks at somebody else's profile has another browser than its owner.
  const browser = (readOnly && timezone) || viewerZone()
  const zones = new Set([...readerZones, browser, ...(timezone ? [timezone] : [])])
  return [
    { value: AUTOMATIC, label: `Automatic (${zoneName(browser)})` },
    { value: BOOTCAMP, label: "Each bootcamp's time zone only" },
    ...[...zones].map((zone) => ({ value: zone, label: zoneName(zone) })),
  ]
}

const formValues = (profile: Profile): ProfileValues => {
  const { firstName, lastName, phone, timezone, timezoneChoice } = profile
  const isChosen = timezoneChoice === 'chosen'
  return { firstName, lastName, phone, timezone: isChosen ? timezone : timezoneChoice || AUTOMATIC }
}

function zoneBody(picked: string) {
  if (picked === AUTOMATIC) return { timezone: viewerZone(), timezoneChoice: AUTOMATIC } as const
  if (picked === BOOTCAMP) return { timezone: '', timezoneChoice: BOOTCAMP } as const
  return { timezone: picked, timezoneChoice: 'chosen' } as const
}

export function DetailsSection({ profile, readOnly }: { profile: Profile; readOnly: boolean }) {
  const queryClient = useQueryClient()
  const refreshSession = useRefreshSession()
  const form = useForm<ProfileValues>({
    resolver: zodResolver(profileSchema),
    defaultValues: formValues(profile),
  })
  const { register, control, handleSubmit, reset, formState } = form
  const { errors, isSubmitting } = formState

  async function save(values: ProfileValues) {
    try {
      const { data } = await api.PATCH('/api/user/profile', {
        body: { ...values, ...zoneBody(values.timezone) },
      })
      if (data) {
        queryClient.setQueryData(profileQuery.queryKey, data)
        reset(formValues(data))
      }
      toast({ title: 'Profile saved' })
      await refreshSession().catch(() => null)
    } catch (error) {
      showError(error, "We couldn't save your profile. Please try again.")
      markRefused(error, form, ['firstName', 'lastName', 'phone', 'timezone'])
    }
  }

  return (
    <Section title="Your details" lead="Your name, phone and time zone." className="print:hidden">
      <form
        noValidate
        aria-label="Your details"
        onSubmit={(event) => void handleSubmit(save)(event)}
      >
        <fieldset disabled={readOnly} className="grid gap-5">
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Field label="First name" error={errors.firstName?.message}>
              <Input autoComplete="given-name" {...register('firstName')} />
            </Field>
            <Field label="Last name" error={errors.lastName?.message}>
              <Input autoComplete="family-name" {...register('lastName')} />
            </Field>
          </div>
          <Field
            label="Phone"
            aside="Optional"
            hint={'Include the country code, e.g. +1\u00a0555\u00a0010\u00a00199.'}
            error={errors.phone?.message}
          >
            <Input type="tel" autoComplete="tel" {...register('phone')} />
          </Field>
          <Field
            label="Time zone"
            hint="Session times are shown in the bootcamp's time zone, with yours below."
            error={errors.timezone?.message}
          >
            <Controller
              control={control}
              name="timezone"
              render={({ field: { value, onChange, onBlur } }) => (
                <Select
                  options={zoneOptions(profile, readOnly)}
                  value={value}
                  onValueChange={onChange}
                  onBlur={onBlur}
                  disabled={readOnly}
                />
              )}
            />
          </Field>
          {!readOnly && (
            <Button
              type="submit"
              className="justify-self-start"
              busy={isSubmitting}
              busyLabel="Saving..."
            >
              Save Changes
            </Button>
          )}
        </fieldset>
      </form>
    </Section>
  )
}

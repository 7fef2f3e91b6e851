/** The video meeting: its three links to copy, or to paste where no meeting was made for it. */
import { TriangleAlert } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { CopyButton } from '@/components/copy-button'
import { Badge } from '@/components/ui/badge'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { AdminBootcamp } from './bootcamp-form'
import { type BootcampForm, FormSection } from './form-section'

const links = [
  { name: 'zoomJoinUrl', label: 'Attendee join URL', isForHost: false },
  { name: 'zoomRegistrationUrl', label: 'Registration URL', isForHost: false },
  { name: 'zoomStartUrl', label: 'Host start URL', isForHost: true },
] as const

interface MeetingFieldsProps {
  form: BootcampForm
  bootcamp: AdminBootcamp
}

export function MeetingFields({ form, bootcamp }: MeetingFieldsProps) {
  const isOurs = bootcamp.zoomMeetingId !== ''
  const hasMeeting = isOurs || links.some(({ name }) => bootcamp[name])
  return (
    <FormSection title="Video meeting">
      {!hasMeeting && (
        <div className="flex items-start gap-3 rounded-lg bg-build-soft p-4 text-build">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          <p>
            <strong className="font-semibold">No meeting was found.</strong> If you hold it in a
            meeting of your own, paste its links here.
          </p>
        </div>
      )}
      {links.map((link) => (
        <LinkField key={link.name} form={form} link={link} isFixed={isOurs} />
      ))}
    </FormSection>
  )
}

interface LinkFieldProps {
  form: BootcampForm
  link: (typeof links)[number]
  /** Made by the meeting service, and only it can change the links. */
  isFixed: boolean
}

function LinkField({ form, link, isFixed }: LinkFieldProps) {
  const { name, label, isForHost } = link
  const text = useWatch({ control: form.control, name })
  return (
    <Field
      label={label}
      aside={isForHost && <Badge tone="market">Admin only</Badge>}
      hint={isForHost ? 'Whoever opens it runs the meeting. Never pass it on.' : undefined}
      error={form.formState.errors[name]?.message}
    >
      <LinkInput form={form} name={name} isFixed={isFixed} copyLabel={label} text={text} />
    </Field>
  )
}

interface LinkInputProps extends Pick<LinkFieldProps, 'form' | 'isFixed'> {
  name: LinkFieldProps['link']['name']
  copyLabel: string
  text: string
}

function LinkInput({ form, name, isFixed, copyLabel, text }: LinkInputProps) {
  return (
    <div className="flex items-center gap-2">
      <Input
        type="url"
        inputMode="url"
        placeholder={isFixed ? 'Not available' : 'https://'}
        readOnly={isFixed}
        {...form.register(name)}
      />
      {text && (
        <CopyButton text={text} label={`Copy ${copyLabel}`}>
          Copy<span className="sr-only"> {copyLabel}</span>
        </CopyButton>
      )}
    </div>
  )
}

/** The video meeting: its three links to copy, or to paste where no meeting was made for it. */
import { TriangleAlert } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { showError } from '@/api/form-failure'
import { CopyButton } from '@/components/copy-button'
import { Badge } from '@/components/ui/badge'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { fetchHostLink } from '@/features/admin-kit/host-link'
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
  const isComing = ['coming', 'failing'].includes(bootcamp.meetingState)
  return (
    <FormSection title="Video meeting">
      {!hasMeeting && (
        <div className="flex items-start gap-3 rounded-lg bg-build-soft p-4 text-build">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          <p>
            <strong className="font-semibold">No meeting was found.</strong>{' '}
            {isComing && 'One is being created for you. '}
            If you use a meeting of your own, paste its links here.
          </p>
        </div>
      )}
      {links.map((link) => (
        <LinkField
          key={link.name}
          form={form}
          link={link}
          isFixed={isOurs}
          bootcampId={bootcamp.id}
        />
      ))}
    </FormSection>
  )
}

interface LinkFieldProps {
  form: BootcampForm
  link: (typeof links)[number]
  /** Made by the meeting service, and only it can change the links. */
  isFixed: boolean
  bootcampId: number
}

function LinkField({ form, link, isFixed, bootcampId }: LinkFieldProps) {
  const { name, label, isForHost } = link
  const typed = useWatch({ control: form.control, name })
  // The host's own link lasts for two hours, so it is made when somebody wants it.
  const isFetched = isForHost && isFixed
  return (
    <Field
      label={label}
      aside={isForHost && <Badge tone="market">Admin only</Badge>}
      hint={isForHost ? "Anyone who opens this link hosts the meeting. Don't share it." : undefined}
      error={form.formState.errors[name]?.message}
    >
      <LinkInput
        form={form}
        name={name}
        isFixed={isFixed}
        copyLabel={label}
        placeholder={
          isFetched ? 'A fresh link is generated each time you copy it' : 'Not available'
        }
        text={isFetched ? () => fetchHostLink(bootcampId) : typed}
      />
    </Field>
  )
}

interface LinkInputProps extends Pick<LinkFieldProps, 'form' | 'isFixed'> {
  name: LinkFieldProps['link']['name']
  copyLabel: string
  /** In place of a fixed link that is not shown. */
  placeholder: string
  text: string | (() => Promise<string>)
}

function LinkInput({ form, name, isFixed, copyLabel, placeholder, text }: LinkInputProps) {
  return (
    <div className="flex items-center gap-2">
      <Input
        type="url"
        inputMode="url"
        placeholder={isFixed ? placeholder : 'https://'}
        readOnly={isFixed}
        {...form.register(name)}
      />
      {text && (
        <CopyButton
          text={text}
          label={`Copy ${copyLabel}`}
          onFetchError={(error) => showError(error, "The link couldn't be loaded.")}
        >
          Copy<span className="sr-only"> {copyLabel}</span>
        </CopyButton>
      )}
    </div>
  )
}

/** Whether we may send text messages to the number in the profile. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api/client'
import { getQuery } from '@/api/get-query'
import { Label } from '@/components/ui/label'
import { Skeleton } from '@/components/ui/skeleton'
import { Switch } from '@/components/ui/switch'
import { SMS_CONSENT_WORDS } from '@/lib/sms-consent'
import { toast } from '@/lib/toast'
import { Section } from './section'

interface TextMessagesSectionProps {
  phone: string
  readOnly: boolean
}

export function TextMessagesSection({ phone, readOnly }: TextMessagesSectionProps) {
  return (
    <Section title="Text messages" lead="Session reminders on your phone." className="print:hidden">
      {phone ? (
        <Consent phone={phone} readOnly={readOnly} />
      ) : (
        <p className="text-muted-foreground">Add your phone number above to turn them on.</p>
      )}
    </Section>
  )
}

/** The number is part of the key: a yes is given for one number only. */
function Consent({ phone, readOnly }: TextMessagesSectionProps) {
  const queryClient = useQueryClient()
  const consent = getQuery('/api/user/sms-consent', { phone })
  const { data, isError } = useQuery({
    ...consent,
    // A STOP sent from the phone counts at once: whoever looks again sees it.
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const choice = useMutation({
    mutationFn: (agrees: boolean) => api.PUT('/api/user/sms-consent', { body: { agrees } }),
    onSuccess: ({ data: saved }, agrees) => {
      queryClient.setQueryData(consent.queryKey, saved)
      toast({ title: agrees ? 'Text messages are on' : 'Text messages are off' })
    },
    onError: () =>
      toast({
        title: 'Error',
        description: "We couldn't save your choice. Please try again.",
        variant: 'destructive',
      }),
  })

  if (isError && !data) return <p>We couldn't load your choice. Please reload the page.</p>
  if (!data) return <Skeleton className="h-12" />
  const agrees = choice.isPending ? choice.variables : data.agrees
  return (
    <div className="flex items-start gap-4">
      <Switch
        id="sms-consent"
        checked={agrees}
        disabled={readOnly || choice.isPending}
        aria-describedby="sms-consent-words"
        onCheckedChange={(wanted) => choice.mutate(wanted)}
      />
      <div className="grid gap-1">
        <Label htmlFor="sms-consent">Text messages to {phone}</Label>
        <p id="sms-consent-words" className="text-muted-foreground text-sm">
          {SMS_CONSENT_WORDS}
        </p>
      </div>
    </div>
  )
}

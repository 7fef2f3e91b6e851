/** How the words will look to a reader of one's choice; and, for a mail, in one's own mailbox. */
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { MessagePreview } from '@/features/admin-kit/message-preview'
import type { Channel } from '@/features/admin-kit/template-list'
import { TextLength } from '@/features/admin-kit/text-length'
import { toast } from '@/lib/toast'

const SAMPLE = 'sample'

interface TemplateLookProps {
  type: Channel
  subject: string
  content: string
}

export function TemplateLook({ type, subject, content }: TemplateLookProps) {
  const [reader, setReader] = useState(SAMPLE)
  const { data: attendees = [] } = $api.useQuery('get', '/api/admin/recent-attendees')
  const purchaseId = reader === SAMPLE ? null : Number(reader)
  const words = { type, subject, content, purchaseId }
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.POST('/api/admin/message-test', { body: words }),
    onSuccess: ({ data }) =>
      toast({ title: 'Test sent', description: data?.message ?? 'Check your inbox.' }),
    onError: (error) => showError(error, 'Please try again', 'Failed to send the test'),
  })
  return (
    <div className="grid min-w-0 gap-4">
      <Field label="Preview for">
        <Select
          value={reader}
          onValueChange={setReader}
          options={[
            { value: SAMPLE, label: 'Ada Lovelace (sample)' },
            ...attendees.map(({ name, purchase }) => ({
              value: String(purchase.id),
              label: `${name} · ${purchase.packageName}`,
            })),
          ]}
        />
      </Field>
      <MessagePreview words={words} />
      {type === 'SMS' && <TextLength words={words} />}
      {type === 'EMAIL' && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          busy={isPending}
          disabled={content.trim() === ''}
          onClick={() => mutate()}
        >
          <Send aria-hidden />
          Send test to me
        </Button>
      )}
    </div>
  )
}

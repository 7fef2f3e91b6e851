/** Where the admin writes to everyone who comes, and sees how it went. */
import { useId, useState } from 'react'
import { Card } from '@/components/ui/card'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import type { AdminBootcamp, Attendee } from './bootcamp-query'
import { MessageForm } from './messages/message-form'
import { type Audience, useAudiences } from './messages/message-queries'
import { SentMessages } from './messages/sent-messages'

export interface MessagePanelProps {
  bootcamp: AdminBootcamp
  /** Never empty: without people there is nobody to write to. */
  attendees: readonly Attendee[]
}

const nobody: Audience = { recipients: [], leftOut: [] }

/** Until the server has said who can be reached: everyone with an address, each once. */
function everyone(attendees: readonly Attendee[]): Audience {
  const byAddress = new Map(
    attendees
      .filter(({ email }) => email)
      .map(({ email, user, purchase }) => {
        const [first = '', ...rest] = purchase.guestFullName.trim().split(/\s+/)
        return [
          email.toLowerCase(),
          {
            address: email,
            firstName: user?.firstName || first || 'Friend',
            lastName: user?.lastName || rest.join(' '),
          },
        ]
      }),
  )
  return { recipients: [...byAddress.values()], leftOut: [] }
}

export function MessagePanel({ bootcamp, attendees }: MessagePanelProps) {
  const titleId = useId()
  const [tab, setTab] = useState('EMAIL')
  const { data } = useAudiences(bootcamp.id)
  const email = data?.email ?? everyone(attendees)
  const sms = data?.sms ?? nobody
  const shared = { bootcampId: bootcamp.id, attendees }
  return (
    <Card role="region" aria-labelledby={titleId} className="min-w-0">
      <h3 id={titleId} className="text-xl font-bold tracking-tight">
        Message Attendees
      </h3>
      <Tabs value={tab} onValueChange={setTab}>
        <TabsList aria-label="How to reach them">
          <TabsTrigger value="EMAIL" className="max-sm:px-3">
            Email ({counted(email)})
          </TabsTrigger>
          <TabsTrigger value="SMS" className="max-sm:px-3">
            SMS ({counted(sms)})
          </TabsTrigger>
        </TabsList>
        {/* Both stay: what was typed in one is still there after a look at the other. */}
        <TabsContent value="EMAIL" forceMount hidden={tab !== 'EMAIL'}>
          <MessageForm type="EMAIL" audience={email} {...shared} />
        </TabsContent>
        <TabsContent value="SMS" forceMount hidden={tab !== 'SMS'}>
          <MessageForm type="SMS" audience={sms} {...shared} />
        </TabsContent>
      </Tabs>
      <SentMessages bootcampId={bootcamp.id} />
    </Card>
  )
}

function counted({ recipients }: Audience): string {
  return `${recipients.length} recipients`
}

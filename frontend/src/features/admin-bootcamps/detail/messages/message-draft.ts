/** A half-written message, kept in the tab until it is sent: a look elsewhere must not cost it. */
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Channel } from '@/features/admin-kit/template-list'
import { forgetTab, readTab, writeTab } from '@/lib/tab-memory'
import { emptyMessage, type MessageValues } from './message-schema'

const keyOf = (bootcampId: number, type: Channel) => `message-draft:${bootcampId}:${type}`

export function readDraft(bootcampId: number, type: Channel): MessageValues {
  const empty = emptyMessage(type)
  try {
    const kept: unknown = JSON.parse(readTab(keyOf(bootcampId, type)) ?? '{}')
    return { ...empty, ...(kept as Partial<MessageValues>), type }
  } catch {
    return empty
  }
}

export function useKeptDraft(
  form: UseFormReturn<MessageValues>,
  bootcampId: number,
  type: Channel,
) {
  useEffect(() => {
    const key = keyOf(bootcampId, type)
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (values.subject || values.content) writeTab(key, JSON.stringify(values))
        else forgetTab(key)
      },
    })
  }, [form, bootcampId, type])
}

/** What the whole app shares: one cache of what the server said. */
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type KnownAnswers, tellKnownAnswers } from '@/api/known-answers'
import { createQueryClient } from '@/api/query-client'

interface ProvidersProps {
  /** What the page came with. */
  known?: KnownAnswers | null
  children: ReactNode
}

export function Providers({ known, children }: ProvidersProps) {
  // In state and not in the module: pages of several visitors are rendered in one process.
  const [queryClient] = useState(() => {
    const client = createQueryClient()
    if (known) tellKnownAnswers(client, known)
    return client
  })
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

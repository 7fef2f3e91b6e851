/** What the whole app shares: one cache of what the server said. */
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '@/api/query-client'

export function Providers({ children }: { children: ReactNode }) {
  // In state and not in the module: prerendering renders several pages in one process.
  const [queryClient] = useState(createQueryClient)
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

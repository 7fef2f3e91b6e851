/** Counts a page as opened once it is known that a visitor opened it. */
import { useEffect } from 'react'
import { countOpening, type OpenedPage } from './opening'
import { useSession } from './session'

export function useCountOpening(page: OpenedPage) {
  const { user, isLoading } = useSession()
  // An admin who looks on as somebody else is no visitor, and may change nothing.
  const isVisitor = !isLoading && !user?.isImpersonating
  useEffect(() => {
    if (isVisitor) countOpening(page)
  }, [isVisitor, page])
}

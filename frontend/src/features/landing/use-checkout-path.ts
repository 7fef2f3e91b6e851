/** Links from the sales page into the checkout take the code of its own address along. */
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { codeIn, withCode } from '@/lib/discount-code'

const never = () => () => undefined
const noCode = () => ''

/** One page is rendered for all visitors, so the code comes in after it was taken over. */
export function useCheckoutPath(): (path?: string) => string {
  const { search } = useLocation()
  const code = useSyncExternalStore(never, () => codeIn(search), noCode)
  return (path = '/checkout') => withCode(path, code)
}

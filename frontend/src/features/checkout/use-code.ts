/** The discount code, kept in the address: it came with a link or was typed, and one click forgets it. */
import { useSearchParams } from 'react-router'
import { CODE, plainCode } from '@/lib/discount-code'

export interface CodeChoice {
  /** In capitals; empty where there is none. */
  code: string
  apply: (typed: string) => void
  forget: () => void
}

export function useCode(): CodeChoice {
  const [searchParams, setSearchParams] = useSearchParams()
  const put = (code: string) =>
    setSearchParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (code) next.set(CODE, code)
        else next.delete(CODE)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    code: plainCode(searchParams.get(CODE) ?? ''),
    apply: (typed) => put(plainCode(typed)),
    forget: () => put(''),
  }
}

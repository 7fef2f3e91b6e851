/**
 * The secret of a mailed link, which stands behind the `#` of its address.
 *
 * It is read once, kept in memory, and taken out of the address at once: what stands in the address
 * bar ends up in histories, screenshots and shared tabs.
 */
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

function keyIn(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get('key')
}

export function useLinkKey(): string | null {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const arrived = keyIn(hash)
  const [key, setKey] = useState(arrived)
  // A second link opened in the same tab changes only what is behind the #.
  if (arrived !== null && arrived !== key) setKey(arrived)

  useEffect(() => {
    if (arrived !== null) void navigate({ pathname, search, hash: '' }, { replace: true })
  }, [arrived, pathname, search, navigate])

  return key
}

/** Copies a text and says so. */
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { toast } from '@/lib/toast'
import { Button } from './ui/button'

interface CopyButtonProps {
  /** What to copy, or how to fetch it at the click. */
  text: string | (() => Promise<string>)
  label: string
  /** A text that could not be fetched. */
  onFetchError?: (error: unknown) => void
  /** Words on the button; without them it is an icon named by its label. */
  children?: ReactNode
}

const SAYS_SO_FOR_MS = 2000

export function CopyButton({ text, label, onFetchError, children }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const [isFetching, setIsFetching] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SAYS_SO_FOR_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function fetchText(): Promise<string | null> {
    if (typeof text === 'string') return text
    setIsFetching(true)
    try {
      return await text()
    } catch (error) {
      onFetchError?.(error)
      return null
    } finally {
      setIsFetching(false)
    }
  }

  async function copy() {
    const fetched = await fetchText()
    if (fetched === null) return
    try {
      await navigator.clipboard.writeText(fetched)
      setCopied(true)
    } catch {
      toast({
        title: 'Error',
        description: "Your browser doesn't allow copying. Select the text instead.",
        variant: 'destructive',
      })
    }
  }

  const Icon = copied ? Check : Copy
  return (
    <>
      <Button
        variant={children ? 'outline' : 'ghost'}
        size="sm"
        icon={!children}
        busy={isFetching}
        aria-label={children ? undefined : label}
        onClick={() => void copy()}
      >
        <Icon aria-hidden />
        {children}
      </Button>
      <span role="status" className="sr-only">
        {copied && 'Copied'}
      </span>
    </>
  )
}

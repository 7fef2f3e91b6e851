/** A QR code, drawn here: its text is a secret and goes to nobody who draws pictures for others. */
import { useEffect, useState } from 'react'
import { Skeleton } from '@/components/ui/skeleton'

interface QrCodeProps {
  text: string
  label: string
}

/** Always dark on white with a wide margin, in either theme: cameras expect it so. */
export function QrCode({ text, label }: QrCodeProps) {
  const [rows, setRows] = useState<readonly boolean[][] | null>(null)

  useEffect(() => {
    let isCurrent = true
    // Loaded when first needed: few people ever see one.
    void import('uqr').then(({ encode }) => {
      if (isCurrent) setRows(encode(text, { border: 0 }).data)
    })
    return () => {
      isCurrent = false
    }
  }, [text])

  if (!rows) return <Skeleton className="size-48 rounded-lg" />
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${rows.length + 8} ${rows.length + 8}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-lg border bg-white"
    >
      <path d={squares.join('')} fill="black" />
    </svg>
  )
}

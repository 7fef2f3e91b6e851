/** The codes for the day the phone is lost. They are shown this once. */
import { Download, Printer } from 'lucide-react'
import { CopyButton } from '@/components/copy-button'
import { Button } from '@/components/ui/button'
import { site } from '@/lib/site'
import { useFocusOn } from '@/lib/use-focus-on'

interface RecoveryCodesProps {
  codes: readonly string[]
  email: string
  onDone: () => void
}

function download(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}

export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const heading = useFocusOn<HTMLHeadingElement>(true)
  const title = `Recovery codes for ${email} · ${site.name}`

  return (
    <div className="grid gap-5">
      <div className="grid gap-1.5">
        <h3 ref={heading} tabIndex={-1} className="text-lg font-bold tracking-tight">
          Two-step verification is on. Save these codes
        </h3>
        <p className="text-muted-foreground print:hidden">
          Each code signs you in once if you don't have your phone. They're shown only now, so save
          them somewhere safe before you continue.
        </p>
        <p className="hidden print:block">{title}</p>
      </div>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-lg bg-surface-2 p-5 font-mono text-[0.9375rem] tracking-wide sm:grid-cols-3 print:border print:bg-white"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 print:hidden">
        <CopyButton text={codes.join('\n')} label="Copy the codes">
          Copy
        </CopyButton>
        <Button
          variant="outline"
          size="sm"
          onClick={() => download(`${[title, '', ...codes].join('\n')}\n`)}
        >
          <Download aria-hidden />
          Download
        </Button>
        <Button variant="outline" size="sm" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
        <Button size="sm" className="sm:ml-auto" onClick={onDone}>
          I've saved them
        </Button>
      </div>
    </div>
  )
}

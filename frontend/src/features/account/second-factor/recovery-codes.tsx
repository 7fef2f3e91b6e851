/** The codes for the day the phone is lost. They are shown this once. */
import { Download, Printer } from 'lucide-react'
import { CopyButton } from '@/components/copy-button'
import { Button } from '@/components/ui/button'
import { saveFile } from '@/lib/save-file'
import { site } from '@/lib/site'
import { useFocusOn } from '@/lib/use-focus-on'

interface RecoveryCodesProps {
  codes: readonly string[]
  email: string
  onDone: () => void
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
          onClick={() =>
            saveFile(
              new Blob([`${[title, '', ...codes].join('\n')}\n`], { type: 'text/plain' }),
              'recovery-codes.txt',
            )
          }
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

/** An email as its reader would see it: the subject over what was laid out. */

export function EmailLook({ subject, html }: { subject: string; html: string }) {
  return (
    <div className="overflow-hidden rounded-xl border">
      <p className="border-b bg-surface-2 px-4 py-2.5 font-medium wrap-anywhere">
        {subject || <span className="text-muted-foreground">No subject</span>}
      </p>
      {/* Sandboxed and without scripts: whatever was typed, it can only be looked at. */}
      <iframe
        title="Preview of the email"
        sandbox=""
        srcDoc={html}
        className="h-96 w-full bg-white"
      />
    </div>
  )
}

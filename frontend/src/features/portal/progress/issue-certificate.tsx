/** Asks once more before a certificate is issued: its name stays, and a refund ends with it. */
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { toast } from '@/lib/toast'
import { type BootcampProgressFacts, useReloadProgress } from './progress-query'

interface IssueCertificateProps {
  progress: BootcampProgressFacts
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function IssueCertificate({ progress, open, onOpenChange }: IssueCertificateProps) {
  const navigate = useNavigate()
  const reload = useReloadProgress()
  const issue = useMutation({
    mutationFn: () =>
      api.POST('/api/user/bootcamps/{bootcamp_id}/certificate', {
        params: { path: { bootcamp_id: progress.bootcampId } },
      }),
    onSuccess: ({ data }) => {
      onOpenChange(false)
      void reload()
      if (data) void navigate(`/certificates/${data.code}`)
    },
    onError: (error) => {
      toast({
        title: 'Error',
        description: errorMessage(error, "We couldn't issue the certificate. Please try again."),
        variant: 'destructive',
      })
      onOpenChange(false)
      void reload()
    },
  })
  const changeOpen = (next: boolean) => {
    if (!issue.isPending) onOpenChange(next)
  }
  return (
    <Dialog open={open} onOpenChange={changeOpen}>
      <DialogContent title="Your certificate" className="sm:max-w-md">
        <div className="grid gap-3">
          <p>
            It'll be issued to{' '}
            <strong className="font-semibold wrap-anywhere">{progress.certificateName}</strong>, and
            anyone with the link can verify it.
          </p>
          <p className="text-muted-foreground">
            The name can't be changed later. If it isn't right, change it in your{' '}
            <Link to="/profile" className="text-foreground underline underline-offset-4">
              profile
            </Link>{' '}
            first.
          </p>
          {progress.endsRefund && (
            <p className="rounded-xl bg-build-soft p-4">
              Your money-back guarantee still covers this purchase. It ends when a certificate is
              issued.
            </p>
          )}
        </div>
        <DialogFooter>
          <Button variant="outline" disabled={issue.isPending} onClick={() => changeOpen(false)}>
            Not now
          </Button>
          <Button busy={issue.isPending} busyLabel="Issuing..." onClick={() => issue.mutate()}>
            Issue certificate
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

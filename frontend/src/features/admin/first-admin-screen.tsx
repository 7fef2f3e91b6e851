/** A new site has no admin yet: whoever set it up becomes the first. */
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { ApiError, errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { NoticePage } from '@/components/notice-page'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/lib/toast'
import { BackToHome } from './back-to-home'

const RELOAD_DELAY_MS = 1000

export function FirstAdminScreen() {
  const formId = useId()
  const [code, setCode] = useState('')
  const { becomeAdmin, isPending, asksForCode, refusedCode } = useBootstrap()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The button is busy meanwhile, but the Enter key knows nothing of that.
    if (!isPending) becomeAdmin(code.trim())
  }

  return (
    <NoticePage
      icon={KeyRound}
      heading="Admin Access Setup"
      actions={
        <>
          <Button type="submit" form={formId} size="lg" busy={isPending} busyLabel="Setting up...">
            Become Admin
          </Button>
          <BackToHome variant="outline" />
        </>
      }
    >
      <p>No admin users were found. You can become the first admin of this site.</p>
      <form
        id={formId}
        noValidate
        aria-label="Admin Access Setup"
        className="text-left text-base text-foreground"
        onSubmit={submit}
      >
        {asksForCode && (
          <Field
            label="Setup code"
            hint="Optional. The operator of this site set it as ADMIN_BOOTSTRAP_CODE."
            error={refusedCode}
            className="mx-auto mt-3 w-full max-w-88"
          >
            <Input
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
        )}
      </form>
    </NoticePage>
  )
}

function useBootstrap() {
  const exists = $api.useQuery('get', '/api/admin/exists')
  const [asksForCode, setAsksForCode] = useState(false)
  const { mutate, isPending, isSuccess, error, variables } = useMutation({
    mutationFn: (code: string) =>
      // Without a code the body is empty, as the call is specified; its type comes of a default.
      api.POST('/api/admin/bootstrap', { body: (code ? { code } : {}) as { code: string } }),
    onSuccess: () => {
      toast({ title: 'Success!', description: 'You are now an admin! Refreshing page...' })
      setTimeout(() => window.location.reload(), RELOAD_DELAY_MS)
    },
    onError: (failure) => {
      toast({
        title: 'Bootstrap Failed',
        description: errorMessage(failure, 'Failed to bootstrap admin access'),
        variant: 'destructive',
      })
      // In production the server wants to know more than who is asking.
      if (isRefusal(failure)) setAsksForCode(true)
      // Somebody was faster: then this screen has no business here any more.
      if (failure instanceof ApiError && failure.status === 409) void exists.refetch()
    },
  })
  return {
    becomeAdmin: mutate,
    isPending: isPending || isSuccess,
    asksForCode,
    refusedCode: variables && isRefusal(error) ? "This code wasn't accepted." : null,
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403
}

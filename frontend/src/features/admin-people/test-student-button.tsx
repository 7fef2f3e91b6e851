/** Makes the demo student who takes nobody's seat, or finds the one there is. */
import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { toast } from '@/lib/toast'
import { useNarrow } from '@/lib/use-narrow'
import { useRefreshPeople } from './people'

export function TestStudentButton() {
  const refresh = useRefreshPeople()
  const isNarrow = useNarrow()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.POST('/api/admin/seed-test-student'),
    onSuccess: ({ data }) => {
      toast({ title: 'Test student ready', description: data?.email })
      return refresh()
    },
    onError: (error) => showError(error, 'Failed to create test student'),
  })
  return (
    <Button
      variant="outline"
      size="sm"
      icon={isNarrow}
      aria-label="Test Student"
      busy={isPending}
      onClick={() => mutate()}
    >
      <FlaskConical aria-hidden />
      {!isNarrow && 'Test Student'}
    </Button>
  )
}

/** What is said when something could not be done to a template. */
import { errorMessage } from '@/api/api-error'
import { toast } from '@/lib/toast'

export function showTemplateFailure(error: unknown, what: 'create' | 'update' | 'delete') {
  toast({
    title: `Failed to ${what} template`,
    description: errorMessage(error, 'Please try again'),
    variant: 'destructive',
  })
}

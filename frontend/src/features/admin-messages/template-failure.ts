/** What is said when something could not be done to a template. */
import { showError } from '@/api/form-failure'

export function showTemplateFailure(error: unknown, what: 'create' | 'update' | 'delete') {
  showError(error, 'Please try again', `Failed to ${what} template`)
}

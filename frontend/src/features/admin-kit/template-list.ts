/** The templates as an admin sees them, and how a change reaches everything that shows them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'

export type Template = components['schemas']['TemplateOut']
export type Channel = Template['type']

const listQuery = $api.queryOptions('get', '/api/admin/communication-templates')
const LIST = listQuery.queryKey

export function useTemplateList() {
  return useQuery({ ...listQuery, staleTime: 0 })
}

export function useTemplateChanges() {
  const queryClient = useQueryClient()

  async function change(next: (templates: Template[]) => Template[]) {
    // An answer that is still on its way knows nothing of this change.
    await queryClient.cancelQueries({ queryKey: LIST })
    queryClient.setQueryData<Template[]>(LIST, (templates) => templates && next(templates))
  }

  return {
    keep: (template: Template) =>
      change((templates) =>
        templates.some(({ id }) => id === template.id)
          ? templates.map((other) => (other.id === template.id ? template : other))
          : [...templates, template],
      ),
    forget: (id: number) => change((templates) => templates.filter((other) => other.id !== id)),
    /** After a refusal: somebody else may have changed or deleted it. */
    reload: () => queryClient.invalidateQueries({ queryKey: LIST }),
  }
}

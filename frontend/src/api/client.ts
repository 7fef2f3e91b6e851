/** Calls to our own API, typed by the schema the backend publishes. */
import createFetchClient from 'openapi-fetch'
import createQueryHooks from 'openapi-react-query'
import { ApiError } from './api-error'
import type { paths } from './schema'

export const api = createFetchClient<paths>({
  // A relative address is refused outside a browser, where prerendering and tests run.
  baseUrl: globalThis.location?.origin ?? '',
  credentials: 'include',
  // Looked up at each call: the client is made before the mock server can replace `fetch`.
  fetch: (request) => globalThis.fetch(request),
})

api.use({
  async onResponse({ request, response }) {
    if (!response.ok) throw await ApiError.from(response, request.method)
  },
})

/** Typed hooks over `api`. Their keys start with the method and the path of the operation. */
export const $api = createQueryHooks(api)

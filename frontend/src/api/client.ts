/** Calls to our own API, typed by the schema the backend publishes. */
import createFetchClient from 'openapi-fetch'
import createQueryHooks from 'openapi-react-query'
import { ApiError } from './api-error'
import { withPassword } from './password-asked'
import type { paths } from './schema'

export const api = createFetchClient<paths>({
  // A relative address is refused outside a browser, where prerendering and tests run.
  baseUrl: globalThis.location?.origin ?? '',
  credentials: 'include',
  // Looked up at each call: the client is made before the mock server can replace `fetch`.
  // A copy is sent: the body of a request can be read once, and it may have to go out again.
  fetch: (request) => withPassword(() => globalThis.fetch(request.clone())),
})

api.use({
  async onResponse({ request, response }) {
    if (!response.ok) throw await ApiError.from(response, request.method)
  },
})

/** Typed hooks over `api`. Their keys start with the method and the path of the operation. */
export const $api = createQueryHooks(api)

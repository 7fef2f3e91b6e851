/** Any answer that is not a success. */
import { tellUnauthorized } from './unauthorized'

interface ErrorBody {
  code: string | null
  message: string
  fields: Record<string, string>
}

function isErrorBody(
  value: unknown,
): value is { message: string; code?: unknown; fields?: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string'
  )
}

function readErrorBody(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text)
    if (!isErrorBody(body)) return null
    const fields = typeof body.fields === 'object' && body.fields !== null ? body.fields : {}
    const isText = (entry: [string, unknown]): entry is [string, string] =>
      typeof entry[1] === 'string'
    return {
      code: typeof body.code === 'string' ? body.code : null,
      message: body.message,
      fields: Object.fromEntries(Object.entries(fields).filter(isText)),
    }
  } catch {
    return null
  }
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** What the server wants the reader to know; null when the answer was not one of its own. */
  readonly serverMessage: string | null
  /** The refusal's stable name, such as `sold_out`; null when the answer was not one of its own. */
  readonly code: string | null
  /** What is wrong with each field that was sent, by field name. */
  readonly fields: Readonly<Record<string, string>>
  /** Lets support find this request in the logs. */
  readonly requestId: string | null
  /** When to ask again, where the answer says so; null where it does not. */
  readonly retryAfterMs: number | null

  constructor(response: Response, bodyText: string) {
    super(`${response.status}: ${bodyText || response.statusText}`)
    const body = readErrorBody(bodyText)
    this.status = response.status
    this.code = body?.code ?? null
    this.serverMessage = body?.message || null
    this.fields = body?.fields ?? {}
    this.requestId = response.headers.get('X-Request-ID')
    const seconds = response.headers.get('Retry-After')
    this.retryAfterMs = seconds && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : null
  }

  /** Every refusal passes here, so here it is noticed that nobody is signed in any more. */
  static async from(response: Response, method = 'GET'): Promise<ApiError> {
    const error = new ApiError(response, await response.text())
    if (error.status === 401) tellUnauthorized({ isChange: method !== 'GET' })
    return error
  }
}

/** The server does not know who asks. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** The server's own message when there is one, else the words of the screen that failed. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback
}

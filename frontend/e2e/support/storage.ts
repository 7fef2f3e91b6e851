/** The storage stand-in in journeys: what lies in it, what came in, and bad days on request. */

export const storage = process.env.STORAGE_URL ?? 'http://localhost:8012'

interface StoredObject {
  key: string
  size: number
  content_type: string
}

interface SeenRequest {
  method: string
  path: string
  status: number
  received: number
  origin: string
  agent: string
}

async function control(path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${storage}/_control/${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`The storage stand-in refused ${path}`)
  return answer.json()
}

export const storedObjects = () => control('objects') as Promise<StoredObject[]>
export const seenRequests = () => control('requests') as Promise<SeenRequest[]>
export const breakStorage = (fault: object) => control('faults', { faults: [fault] })

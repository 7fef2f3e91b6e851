/** Where every 401 is told, whoever asked: the signed-in pages listen and say so once. */

export interface RefusedCall {
  /** Something was to be changed: a person pressed a button, and waits for what came of it. */
  isChange: boolean
}

type Listener = (call: RefusedCall) => void

const listeners = new Set<Listener>()

export function onUnauthorized(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellUnauthorized(call: RefusedCall) {
  for (const listener of listeners) listener(call)
}

/** The server's clock on this screen: doors open by it, whatever the phone in the hand shows. */
import type { JoinStanding } from './purchases'

/** How far the server's clock is ahead of this computer's. */
export function clockOffset({ asOf }: Pick<JoinStanding, 'asOf'>, receivedAt: number): number {
  return Date.parse(asOf) - receivedAt
}

export type Door = 'waiting' | 'open' | 'ended'

export function doorAt({ opensAt, closesAt }: JoinStanding, now: number): Door {
  if (now < Date.parse(opensAt)) return 'waiting'
  return now < Date.parse(closesAt) ? 'open' : 'ended'
}

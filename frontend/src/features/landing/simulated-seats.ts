/** The simulated number of seats: shared, because it runs before the app does and goes on with it. */

const START = 7
const TICK_MS = 15_000
const CHANCE_TO_DROP = 0.1

let seats = START
let tick: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

export const simulatedSeats = {
  read: () => seats,

  /** Begins with the first listener, and anew when the last one has gone. */
  subscribe(listener: () => void) {
    listeners.add(listener)
    tick ??= setInterval(() => {
      if (Math.random() >= CHANCE_TO_DROP) return
      seats = Math.max(0, seats - 1)
      for (const each of listeners) each()
    }, TICK_MS)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(tick)
      tick = undefined
      seats = START
    }
  },
}

/** From here down the badge pulses. */
export const PULSE_AT = 3

export const seatsRemaining = (left: number) => `${left} ${left === 1 ? 'seat' : 'seats'} remaining`

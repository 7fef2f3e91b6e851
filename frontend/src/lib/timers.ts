/** Timers for moments that may be far away. */

/** A browser's longest timer; whoever wakes early looks at the clock again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const timerUntil = (moment: number, now = Date.now()) =>
  Math.min(Math.max(0, moment - now), LONGEST_TIMER_MS)

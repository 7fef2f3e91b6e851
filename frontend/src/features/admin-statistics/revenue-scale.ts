/** Where the bars of a chart begin and end, and the round figures beside them. */

/** A round step, so that two to four lines lie between the smallest and the largest value. */
function roundStep(span: number): number {
  const rough = span / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10
  return factor * power
}

export interface Scale {
  low: number
  high: number
  /** Round figures between low and high, nought among them. */
  lines: number[]
}

/** Room below the lowest bar for its figure, as a share of the height. */
const ROOM_BELOW = 0.09

/** In cents; with nothing sold there is still a line to stand on. */
export function scaleFor(values: readonly number[]): Scale {
  const most = Math.max(0, ...values)
  const least = Math.min(0, ...values)
  if (most === least) return { low: 0, high: 100_00, lines: [0, 100_00] }
  const step = Math.max(100, roundStep(most - least))
  const high = Math.ceil(most / step) * step
  // A loss ends where it ends: a whole step of empty ground below would flatten all the others.
  const low = least < 0 ? least - (high - least) * ROOM_BELOW : 0
  const first = Math.ceil(low / step)
  const count = Math.round(high / step) - first
  // Adding nought makes a plain one of a negative one.
  const lines = Array.from({ length: count + 1 }, (_, n) => (first + n) * step + 0)
  return { low, high, lines }
}

/** A bar from nought to the value, in hundredths of the height from the top. */
export function barOf(value: number, { low, high }: Scale): { top: number; height: number } {
  const at = (cents: number) => ((high - cents) / (high - low)) * 100
  return { top: at(Math.max(value, 0)), height: at(Math.min(value, 0)) - at(Math.max(value, 0)) }
}

/** "$1.5k", "$20k", "$1.2M": short enough to stand beside a line. */
export function shortAmount(cents: number): string {
  const dollars = cents / 100
  const [size, letter] =
    Math.abs(dollars) >= 1_000_000
      ? [1_000_000, 'M']
      : Math.abs(dollars) >= 1000
        ? [1000, 'k']
        : [1, '']
  const shown = Math.round((dollars / size) * 10) / 10
  return `${shown < 0 ? '-' : ''}$${Math.abs(shown)}${letter}`
}

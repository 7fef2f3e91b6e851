/** The server's clock when it answered, in whole seconds: this computer's may be minutes off. */
export function serverTimeOf(response: Response): number | null {
  const time = Date.parse(response.headers.get('Date') ?? '')
  return Number.isNaN(time) ? null : time
}

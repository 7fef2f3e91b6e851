/** Two tiers of journeys: those of every change, and with PROOF=1 (nightly) all of them at full size. */

/** Pictures are of everything. */
export const isProof = Boolean(process.env.PROOF || process.env.PICTURES)

/** Whoever asks for some of them wants those alone. */
export const isWhole = process.argv.slice(2).every((given) => ['test', '--list'].includes(given))

/** For journeys that wait for the nightly run; `playwright.config.ts` leaves them out before. */
export const proof = { tag: '@proof' }

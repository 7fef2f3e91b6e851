/** A browser that says it has no network is right; one that says it has one may not be. */
export const isOffline = () => navigator.onLine === false

export const OFFLINE = "You seem to be offline. Try again when you're back online."

/** The keyboard's next place when what had it is gone: taken as it appears, so that no key is lost in between. */
import { useLayoutEffect, useRef } from 'react'

/** Focuses the place on each new occasion: with `true` when it appears, with a count at each more; `false` and 0 are none. */
export function useFocusOn<Place extends HTMLElement>(
  occasion: boolean | number | string,
  options?: FocusOptions,
) {
  const place = useRef<Place>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options are no new occasion.
  useLayoutEffect(() => {
    if (occasion) place.current?.focus(options)
  }, [occasion])
  return place
}

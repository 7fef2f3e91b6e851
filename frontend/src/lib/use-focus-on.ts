/** The keyboard's next place when what had it is gone: taken as it appears, so that no key is lost in between. */
import { useLayoutEffect, useRef } from 'react'

/** On each new occasion: `true` is the place's own arrival, a count one more time, and `false` or 0 is none. */
export function useFocusOn<Place extends HTMLElement>(
  occasion: boolean | number | string,
  options?: FocusOptions,
) {
  const place = useRef<Place>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: how is no occasion.
  useLayoutEffect(() => {
    if (occasion) place.current?.focus(options)
  }, [occasion])
  return place
}

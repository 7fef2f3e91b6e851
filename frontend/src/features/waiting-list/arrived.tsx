/** The heading of what came of a press: it takes the focus, because the button that had it is gone. */
import { useFocusOn } from '@/lib/use-focus-on'

interface ArrivedProps {
  words: string
  /** It has just happened here; else the page was opened and says how things are. */
  isNews?: boolean
}

export function Arrived({ words, isNews = true }: ArrivedProps) {
  const text = useFocusOn<HTMLSpanElement>(isNews, { preventScroll: true })
  return (
    <span ref={text} tabIndex={-1} className="outline-none">
      {words}
    </span>
  )
}

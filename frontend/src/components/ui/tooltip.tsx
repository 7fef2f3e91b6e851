/**
 * A few words about a control, after a pause. Never the only place where something is said.
 *
 * `TooltipProvider` goes around the screens that use tooltips, not around the whole app: it brings
 * the positioning code along, which the sales page can do without.
 */
import { Tooltip as RadixTooltip } from 'radix-ui'
import { type MouseEvent, type ReactElement, type ReactNode, useState } from 'react'

const TOOLTIP_DELAY_MS = 700
const TOOLTIP_SKIP_DELAY_MS = 300

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider
      delayDuration={TOOLTIP_DELAY_MS}
      skipDelayDuration={TOOLTIP_SKIP_DELAY_MS}
    >
      {children}
    </RadixTooltip.Provider>
  )
}

/** For a screen that loads its tooltips when the rest is there. */
export function LoneTooltip(props: TooltipProps) {
  return (
    <TooltipProvider>
      <Tooltip {...props} />
    </TooltipProvider>
  )
}

interface TooltipProps {
  content: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** For a control that does nothing else: a finger cannot hover, and presses it. */
  opensOnPress?: boolean
  /** The control it speaks about: one element that takes focus. */
  children: ReactElement
}

export function Tooltip({ content, side = 'top', opensOnPress = false, children }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false)
  const press = (event: MouseEvent) => {
    // Radix would close it.
    event.preventDefault()
    setIsOpen(true)
  }
  return (
    <RadixTooltip.Root open={isOpen} onOpenChange={setIsOpen}>
      <RadixTooltip.Trigger asChild {...(opensOnPress ? { onClick: press } : {})}>
        {children}
      </RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-md bg-inverse px-3 py-2 text-sm text-inverse-foreground shadow-lift data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=delayed-open]:animate-in data-[state=delayed-open]:fade-in-0"
        >
          {content}
          <RadixTooltip.Arrow className="fill-inverse" />
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  )
}

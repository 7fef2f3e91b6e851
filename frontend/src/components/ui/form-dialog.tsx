/** The content of a window to type in: dismissed with something typed, it asks first. */
import { type ComponentProps, type FocusEvent, type MouseEvent, useRef, useState } from 'react'
import { useUnsaved } from '@/lib/unsaved'
import { ConfirmDialog } from './confirm-dialog'
import { DialogClose, DialogContent } from './dialog'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** What takes time to write again; a date or a choice is one press. */
const WRITTEN = ['text', 'email', 'url', 'tel']

function isTextField(target: EventTarget): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true
  return (
    target instanceof HTMLInputElement &&
    WRITTEN.includes(target.type) &&
    target.role !== 'combobox'
  )
}

/** Whether a field reads otherwise than when it was first entered; typed and erased is nothing. */
function useTyped() {
  const before = useRef(new Map<TextField, string>())
  return {
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      // A window opened from this one is its child to React, and asks for itself.
      if (!currentTarget.contains(target)) return
      if (isTextField(target) && !before.current.has(target)) {
        before.current.set(target, target.value)
      }
    },
    isTyped: () =>
      [...before.current].some(([field, text]) => field.isConnected && field.value !== text),
  }
}

/** In the window and not beside it: there only while it is open. */
function Unsaved(typing: Parameters<typeof useUnsaved>[0]) {
  useUnsaved(typing)
  return null
}

export function FormDialogContent({ children, ...props }: ComponentProps<typeof DialogContent>) {
  const [isAsking, setIsAsking] = useState(false)
  const closer = useRef<HTMLButtonElement>(null)
  const { onFocus, isTyped } = useTyped()

  function askFirst(event: { preventDefault: () => void }) {
    if (!isTyped()) return
    event.preventDefault()
    setIsAsking(true)
  }
  /** The cross in the corner dismisses as Escape does; a button that says Cancel means it. */
  function askBeforeCross(event: MouseEvent) {
    const pressed = event.target instanceof Element && event.target.closest('[aria-label="Close"]')
    if (!pressed || !event.currentTarget.contains(pressed) || !isTyped()) return
    event.preventDefault()
    event.stopPropagation()
    setIsAsking(true)
  }

  return (
    <DialogContent
      {...props}
      onFocus={onFocus}
      onClickCapture={askBeforeCross}
      onEscapeKeyDown={askFirst}
      // Not where the focus goes: a window above this one takes it.
      onPointerDownOutside={askFirst}
    >
      {children}
      <Unsaved isTyped={isTyped} ask={() => setIsAsking(true)} />
      <DialogClose ref={closer} hidden />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Discard what you typed?"
        description="It hasn't been saved or sent."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        destructive
        onConfirm={() => closer.current?.click()}
      />
    </DialogContent>
  )
}

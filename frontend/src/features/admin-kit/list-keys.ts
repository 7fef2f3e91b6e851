/** Keyboard shortcuts of the desk: from row to row, to the list's search, and off altogether. */
import { useEffect, useSyncExternalStore } from 'react'
import { MAIN_ID } from '@/components/skip-link'

/** For the element that is one row, of whatever kind of list. */
export const ROW = { 'data-row': '' } as const
/** For what Enter should press in it: the link to its record, or the button that opens it. */
export const OPENS_ROW = { 'data-opens-row': '' } as const

/** For what X should press in it: the box that chooses the row. */
export const CHOOSES_ROW = { 'data-chooses-row': '' } as const

/** For the box that chooses the page's rows. */
export const CHOOSES_PAGE = { 'data-chooses-page': '' } as const

/** Where the keyboard goes on when the button that was pressed leaves: at the list's first box. */
export function focusList() {
  const box = document.querySelector<HTMLElement>('[data-chooses-page], [data-chooses-row]')
  const place = box ?? document.getElementById(MAIN_ID)
  place?.focus()
}

const STORED_AS = 'desk-shortcuts'
const listeners = new Set<() => void>()

/** Single letters get in the way of those who speak to their computer: they can be turned off. */
function areOn(): boolean {
  try {
    return localStorage.getItem(STORED_AS) !== 'off'
  } catch {
    return true
  }
}

export function turnShortcuts(on: boolean) {
  try {
    if (on) localStorage.removeItem(STORED_AS)
    else localStorage.setItem(STORED_AS, 'off')
  } catch {
    // Where nothing can be kept, they stay on.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useShortcutsOn = () => useSyncExternalStore(subscribe, areOn)

/** Whoever is typing means the letter, and a window or a menu has keys of its own. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const { target } = event
  if (target instanceof HTMLElement && target.matches('input, textarea, select')) return true
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
}

function goToRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(`#${MAIN_ID} [data-row]`)]
  const here = rows.findIndex((row) => row.contains(document.activeElement))
  const next = here === -1 ? 0 : Math.min(Math.max(here + step, 0), rows.length - 1)
  const row = rows[next]
  if (!row) return false
  const target = row.querySelector<HTMLElement>('[data-opens-row]') ?? row
  if (target === row) row.tabIndex = -1
  target.focus()
  row.scrollIntoView?.({ block: 'nearest' })
  return true
}

function goToSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>(`#${MAIN_ID} input[type=search]`)
  field?.focus()
  field?.select()
  return field !== null
}

function chooseRow(): boolean {
  const row = document.activeElement?.closest('[data-row]')
  const box = row?.querySelector<HTMLElement>('[data-chooses-row]')
  box?.click()
  return Boolean(box)
}

const acts: Record<string, () => boolean> = {
  j: () => goToRow(1),
  k: () => goToRow(-1),
  x: chooseRow,
  '/': goToSearch,
}

export function useListKeys(onHelp: () => void) {
  const on = useShortcutsOn()
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isElsewhere(event)) return
      if (event.key === '?') {
        // Help is where they are turned on again.
        event.preventDefault()
        onHelp()
      } else if (on && acts[event.key.toLowerCase()]?.()) {
        event.preventDefault()
      }
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [on, onHelp])
}

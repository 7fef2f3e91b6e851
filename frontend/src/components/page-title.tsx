/**
 * Says where one is after each navigation: the document's title, the focus, and a spoken notice.
 *
 * A browser does all three when it loads a page. A navigation inside the app does none of them,
 * and without this a screen reader would stay silent on the link that was pressed.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { documentTitle, pageAt, placeOf } from '@/lib/pages'
import { MAIN_ID } from './skip-link'

interface OwnTitle {
  pathname: string
  title: string
}

/** Set by a page that knows better than its address; the frame that shows it stands beside the page. */
let ownTitle: OwnTitle | null = null
const listeners = new Set<() => void>()

function setOwnTitle(next: OwnTitle | null) {
  ownTitle = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For the page of one of many things: what this one is called, as soon as it is known. */
export function useOwnTitle(title: string | undefined) {
  const { pathname } = useLocation()
  useEffect(() => {
    if (title === undefined) return
    setOwnTitle({ pathname, title })
    return () => setOwnTitle(null)
  }, [pathname, title])
}

function focusHeading() {
  const target =
    document.querySelector<HTMLElement>(`#${MAIN_ID} h1`) ?? document.getElementById(MAIN_ID)
  if (!target) return
  target.tabIndex = -1
  // Where to scroll is the business of scroll restoration.
  target.focus({ preventScroll: true })
}

export function PageTitle() {
  const { pathname } = useLocation()
  const own = useSyncExternalStore(
    subscribe,
    () => ownTitle,
    () => null,
  )
  const page = pageAt(pathname)
  const title = own?.pathname === pathname ? own.title : page.title
  const shownPath = useRef(pathname)
  const hasMoved = useRef(false)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    document.title = documentTitle({ ...page, title })
    document.querySelector('meta[name="description"]')?.setAttribute('content', page.description)
  }, [title, page])

  useEffect(() => {
    const from = shownPath.current
    shownPath.current = pathname
    if (from !== pathname) hasMoved.current = true
    // A page that was loaded afresh is announced by the browser.
    if (hasMoved.current) setAnnouncement(title)
    // Within one place the keyboard stays where it is.
    if (placeOf(from) !== placeOf(pathname)) focusHeading()
  }, [pathname, title])

  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  )
}

/**
 * Says where one is after each navigation: the document's title, the focus, and a spoken notice.
 *
 * A browser does all three when it loads a page. A navigation inside the app does none of them,
 * and without this a screen reader would stay silent on the link that was pressed.
 */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { documentTitle, pageAt } from '@/lib/pages'
import { MAIN_ID } from './skip-link'

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
  const page = pageAt(pathname)
  const title = documentTitle(page)
  const shownPath = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    document.title = title
    document.querySelector('meta[name="description"]')?.setAttribute('content', page.description)
  }, [title, page.description])

  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    setAnnouncement(pageAt(pathname).title)
    focusHeading()
  }, [pathname])

  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  )
}

/** Puts one session into whichever calendar somebody keeps. */
import { CalendarPlus, Download, ExternalLink } from 'lucide-react'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { googleCalendarLink, outlookCalendarLink } from '@/lib/calendar-links'
import type { EnrolledBootcamp } from './purchases'

export function CalendarMenu({ bootcamp }: { bootcamp: EnrolledBootcamp }) {
  const entry = {
    title: bootcamp.name,
    startDate: bootcamp.startDate,
    endDate: bootcamp.endDate,
    ...wayIn(bootcamp.joinPageUrl),
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm" aria-label={`Add to calendar: ${bootcamp.name}`}>
          <CalendarPlus aria-hidden />
          Add to calendar
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <Web href={googleCalendarLink(entry)}>Google Calendar</Web>
        <Web href={outlookCalendarLink(entry)}>Outlook</Web>
        <DropdownMenuItem asChild>
          <a href={`/api/user/bootcamps/${bootcamp.id}/calendar.ics`} download="bootcamp.ics">
            <Download aria-hidden />
            Apple and others (.ics)
          </a>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** Never to the meeting itself; their own join page works without signing in. */
function wayIn(joinPage: string) {
  if (!joinPage) {
    const portal = `${window.location.origin}/portal`
    return {
      details: `Your live session online. Join it from your portal: ${portal}`,
      location: 'Online',
    }
  }
  return {
    details: `Your live session online. Join here, without signing in: ${joinPage}\n\nThe link opens 30 minutes before the start. It's personal: please don't share it.`,
    location: joinPage,
  }
}

function Web({ href, children }: { href: string; children: string }) {
  return (
    <DropdownMenuItem asChild>
      <a href={href} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden />
        {children}
      </a>
    </DropdownMenuItem>
  )
}

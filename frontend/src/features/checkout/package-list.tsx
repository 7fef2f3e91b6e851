/** The packages: the bundle first, then every bootcamp. One choice among all of them. */
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { BundleCard } from './bundle-card'
import { BundleOnRequest } from './bundle-on-request'
import type { ChoiceState } from './choice'
import { CourseCard } from './course-card'
import { courses, type Package } from './package'
import type { Offer } from './use-offer'
import type { Selection } from './use-selection'

interface PackageListProps {
  offer: Offer
  selection: Selection
  /** While the card is being charged nothing can be changed. */
  isLocked: boolean
  isHeld: (offered: Package) => boolean
  /** Only what is chosen is shown: the way to the form is long enough. */
  isFolded: boolean
  onUnfold: () => void
  onChooseDates: (ids: readonly number[]) => void
}

export function PackageList(props: PackageListProps) {
  const { offer, selection, isLocked, isHeld, isFolded, onUnfold, onChooseDates } = props
  const { bundles, bootcamps } = offer
  const { chosen, choose, clear } = selection
  const list = useRef<HTMLDivElement>(null)

  const bundleChosen = chosen?.kind === 'bundle'
  const choiceOf = (offered: Package): ChoiceState => {
    const checked = chosen?.key === offered.key
    // What is ticked can always be unticked, also when it has sold out since.
    const isShut = offered.standing !== 'open' && !checked && !isHeld(offered)
    const yields = offered.kind === 'bootcamp' && bundleChosen
    return {
      checked,
      disabled: isLocked || isShut || yields,
      onChange: (next) => (next ? choose(offered) : clear()),
    }
  }

  const isShown = (offered: Package) => !isFolded || offered.key === chosen?.key
  const shownBundles = bundles.filter(isShown)
  const shownCourses = courses(bootcamps).filter((dates) => dates.some(isShown))

  function change() {
    flushSync(onUnfold)
    // The button is gone; the keyboard stays where it was.
    list.current?.focus({ preventScroll: true })
    // Folded it stuck to the window; open it begins where it stands on the page.
    if ((list.current?.getBoundingClientRect().top ?? 0) < 0) list.current?.scrollIntoView()
  }

  return (
    <div ref={list} tabIndex={-1} className="grid scroll-mt-20 gap-8 outline-none">
      {isFolded && (
        <div className="-mb-5 flex items-center justify-between gap-4">
          <h2 className="font-sans text-sm font-semibold text-muted-foreground">Your choice</h2>
          <Button variant="link" size="sm" disabled={isLocked} onClick={change}>
            Change
          </Button>
        </div>
      )}
      {(shownBundles.length > 0 || !isFolded) && (
        <Group heading="The complete bundle" isFolded={isFolded}>
          {shownBundles.map((bundle) => (
            <BundleCard
              key={bundle.key}
              offered={bundle}
              bootcamps={bootcamps}
              isHeld={isHeld(bundle)}
              isLocked={isLocked}
              choice={choiceOf(bundle)}
              onChooseDates={onChooseDates}
            />
          ))}
          {bundles.length === 0 && <BundleOnRequest bootcamps={bootcamps} />}
        </Group>
      )}
      {shownCourses.length > 0 && (
        <Group
          heading="A single bootcamp"
          isFolded={isFolded}
          note={
            bundleChosen && (
              <Button variant="link" size="sm" disabled={isLocked} onClick={clear}>
                Clear the bundle to pick a single date
              </Button>
            )
          }
        >
          {shownCourses.map((dates) => (
            <CourseCard
              key={dates[0]?.key}
              dates={dates.filter(isShown)}
              isHeld={isHeld}
              choiceOf={choiceOf}
            />
          ))}
        </Group>
      )}
    </div>
  )
}

interface GroupProps {
  heading: string
  note?: ReactNode
  isFolded: boolean
  children: ReactNode
}

function Group({ heading, note, isFolded, children }: GroupProps) {
  return (
    <section aria-label={heading} className="grid gap-3">
      {!isFolded && (
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4">
          <h2 className="font-sans text-sm font-semibold text-muted-foreground">{heading}</h2>
          {note}
        </div>
      )}
      {children}
    </section>
  )
}

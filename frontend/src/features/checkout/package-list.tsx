/** The packages: the bundle first, then every bootcamp. One choice among all of them. */
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { BundleCard } from './bundle-card'
import { BundleOnRequest } from './bundle-on-request'
import type { ChoiceState } from './choice'
import { CourseCard } from './course-card'
import { foldedAway } from './folded-away'
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
}

export function PackageList(props: PackageListProps) {
  const { offer, selection, isLocked, isHeld, isFolded, onUnfold } = props
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

  const isLeftOut = (offered: Package) => isFolded && offered.key !== chosen?.key

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
      <Group
        heading="The complete bundle"
        isFolded={isFolded}
        className={cn(foldedAway(isFolded && !bundleChosen))}
      >
        {bundles.map((bundle) => (
          <BundleCard
            key={bundle.key}
            className={cn(foldedAway(isLeftOut(bundle)))}
            offered={bundle}
            bootcamps={bootcamps}
            isHeld={isHeld(bundle)}
            choice={choiceOf(bundle)}
          />
        ))}
        {bundles.length === 0 && <BundleOnRequest bootcamps={bootcamps} />}
      </Group>
      {bootcamps.length > 0 && (
        <Group
          heading="A single bootcamp"
          isFolded={isFolded}
          className={cn(foldedAway(isFolded && bundleChosen))}
          note={
            bundleChosen && (
              <Button variant="link" size="sm" disabled={isLocked} onClick={clear}>
                Clear the bundle to pick a single date
              </Button>
            )
          }
        >
          {courses(bootcamps).map((dates) => (
            <CourseCard
              key={dates[0]?.key}
              dates={dates}
              isHeld={isHeld}
              isLeftOut={isLeftOut}
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
  className: string
  children: ReactNode
}

function Group({ heading, note, isFolded, className, children }: GroupProps) {
  return (
    <section aria-label={heading} className={cn('grid gap-3', className)}>
      <div
        className={cn(
          'flex min-h-7 flex-wrap items-center justify-between gap-x-4',
          foldedAway(isFolded),
        )}
      >
        <h2 className="font-sans text-sm font-semibold text-muted-foreground">{heading}</h2>
        {note}
      </div>
      {children}
    </section>
  )
}

/** The packages: the bundle first, then every bootcamp. One choice among all of them. */
import type { ReactNode } from 'react'
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
}

export function PackageList({ offer, selection, isLocked, isHeld }: PackageListProps) {
  const { bundles, bootcamps } = offer
  const { chosen, choose, clear } = selection

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

  return (
    <div className="grid gap-8">
      <Group heading="Everything in one go">
        {bundles.map((bundle) => (
          <BundleCard
            key={bundle.key}
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
          heading="One bootcamp"
          note={
            bundleChosen && (
              <Button variant="link" size="sm" disabled={isLocked} onClick={clear}>
                Remove the bundle to choose one
              </Button>
            )
          }
        >
          {courses(bootcamps).map((dates) => (
            <CourseCard key={dates[0]?.key} dates={dates} isHeld={isHeld} choiceOf={choiceOf} />
          ))}
        </Group>
      )}
    </div>
  )
}

interface GroupProps {
  heading: string
  note?: ReactNode
  children: ReactNode
}

function Group({ heading, note, children }: GroupProps) {
  return (
    <section aria-label={heading} className="grid gap-3">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4">
        <h2 className="font-sans text-sm font-semibold text-muted-foreground">{heading}</h2>
        {note}
      </div>
      {children}
    </section>
  )
}

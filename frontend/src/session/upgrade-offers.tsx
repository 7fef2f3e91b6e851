/** The rest of each bundle that the reader owns a part of, while seats are left in it. */
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Layers } from 'lucide-react'
import { Link } from 'react-router'
import { getQuery } from '@/api/get-query'
import type { components } from '@/api/schema'
import { SessionTime } from '@/components/session-time'
import { Button } from '@/components/ui/button'
import { upgradeWords } from '@/lib/upgrade'

type Upgrade = components['schemas']['UpgradeOut']

const FRESH_MS = 15_000

/** Only for whoever is signed in: others have nothing to count. */
export function UpgradeOffers({ className }: { className?: string }) {
  const { data } = useQuery({ ...getQuery('/api/user/upgrades'), staleTime: FRESH_MS })
  const offers = data?.filter(({ availableSeats }) => availableSeats > 0) ?? []
  if (offers.length === 0) return null
  return (
    <section aria-label="The rest of your bundle" className={className}>
      <ul className="grid gap-4">
        {offers.map((upgrade) => (
          <UpgradeOffer key={upgrade.bundleId} upgrade={upgrade} />
        ))}
      </ul>
    </section>
  )
}

function UpgradeOffer({ upgrade }: { upgrade: Upgrade }) {
  const { bundleId, bundleName, isPayable, missing } = upgrade
  const asking = new URLSearchParams({ subject: `The rest of ${bundleName}` })
  return (
    <li className="grid items-center gap-x-8 gap-y-5 rounded-2xl border bg-surface p-5 shadow-card sm:p-6 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid gap-3">
        <p className="flex items-center gap-2 text-sm font-semibold text-primary">
          <Layers aria-hidden className="size-4" />
          {bundleName}
        </p>
        <p className="text-lg font-semibold tracking-tight text-balance tabular-nums">
          {upgradeWords(upgrade)}
        </p>
        <ul className="grid gap-1 text-sm text-muted-foreground">
          {missing.map(({ id, name, ...hours }) => (
            <li key={id}>
              <span className="text-foreground">{name}</span>, <SessionTime {...hours} />
            </li>
          ))}
        </ul>
      </div>
      <Button asChild>
        <Link to={isPayable ? `/checkout?bundle=${bundleId}` : `/contact?${asking}`}>
          {isPayable ? 'Complete your bundle' : 'Contact us'}
          <ArrowRight aria-hidden />
        </Link>
      </Button>
    </li>
  )
}

/** What search engines are told about the offer, from the catalogue as it stands. */
import { useEffect } from 'react'
import { site } from '@/lib/site'
import { type Bootcamp, useCatalogue } from './catalogue'

export const STRUCTURED_DATA = 'application/ld+json'
const CONTEXT = 'https://schema.org'

function courseInstance(bootcamp: Bootcamp) {
  const address = `${site.url}/checkout?bootcamp=${bootcamp.id}`
  return {
    '@type': 'CourseInstance',
    name: bootcamp.name,
    courseMode: 'Online',
    startDate: bootcamp.startDate,
    endDate: bootcamp.endDate,
    location: { '@type': 'VirtualLocation', url: address },
    maximumAttendeeCapacity: bootcamp.maxSeats,
    remainingAttendeeCapacity: bootcamp.availableSeats,
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      price: bootcamp.price,
      priceCurrency: 'USD',
      availability: `${CONTEXT}/${bootcamp.availableSeats > 0 ? 'InStock' : 'SoldOut'}`,
      validThrough: bootcamp.startDate,
      url: address,
    },
  }
}

/** One course per name, with an instance for each of its dates. */
function courses(bootcamps: readonly Bootcamp[]) {
  const byName = new Map<string, Bootcamp[]>()
  for (const bootcamp of bootcamps) {
    byName.set(bootcamp.name, [...(byName.get(bootcamp.name) ?? []), bootcamp])
  }
  return [...byName].map(([name, dates]) => {
    const description = dates[0]?.description || dates[0]?.tagline || name
    return {
      '@type': 'Course',
      name,
      description,
      provider: { '@id': `${site.url}/#organization` },
      hasCourseInstance: dates.map(courseInstance),
    }
  })
}

export function structuredData(bootcamps: readonly Bootcamp[]): string {
  const data = {
    '@context': CONTEXT,
    '@graph': [
      {
        '@type': 'Organization',
        '@id': `${site.url}/#organization`,
        name: site.name,
        legalName: site.operatorName,
        url: `${site.url}/`,
        logo: `${site.url}/icon-512.png`,
        email: site.supportEmail,
      },
      ...courses(bootcamps),
    ],
  }
  // A name may hold anything; as text of a script it must not be able to end it.
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

export function StructuredData() {
  const { bootcamps } = useCatalogue()

  useEffect(() => {
    if (!bootcamps) return
    // The page may have come with one.
    const block =
      document.querySelector<HTMLScriptElement>(`script[type="${STRUCTURED_DATA}"]`) ??
      document.createElement('script')
    block.type = STRUCTURED_DATA
    block.textContent = structuredData(bootcamps)
    document.head.append(block)
    return () => block.remove()
  }, [bootcamps])

  return null
}

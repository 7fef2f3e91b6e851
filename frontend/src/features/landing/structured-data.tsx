/** What search engines are told about the offer, from the catalogue as it stands. */
import { useEffect } from 'react'
import { hasEnded, priceAt, salesState } from '@/lib/prices'
import { site } from '@/lib/site'
import { type Bootcamp, useCatalogue } from './catalogue'
import { isShown, type Reviews, useReviews } from './reviews-query'

export const STRUCTURED_DATA = 'application/ld+json'
const CONTEXT = 'https://schema.org'

/** The price of now, and until when it and the offer hold. */
function offerOf(bootcamp: Bootcamp, now: number, address: string) {
  const { priceUntil, salesOpenAt, salesCloseAt } = bootcamp
  const isOpen = bootcamp.availableSeats > 0 && salesState(bootcamp, now) === 'open'
  const notForSale = bootcamp.availableSeats > 0 ? 'OutOfStock' : 'SoldOut'
  return {
    '@type': 'Offer',
    category: 'Paid',
    price: priceAt(bootcamp, now),
    ...(priceUntil && !hasEnded(bootcamp, now) && { priceValidUntil: priceUntil }),
    priceCurrency: 'USD',
    availability: `${CONTEXT}/${isOpen ? 'InStock' : notForSale}`,
    ...(salesOpenAt && { validFrom: salesOpenAt }),
    validThrough: salesCloseAt ?? bootcamp.startDate,
    url: address,
  }
}

function courseInstance(bootcamp: Bootcamp, now: number) {
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
    offers: offerOf(bootcamp, now, address),
  }
}

/** One course per name, with an instance for each of its dates. */
function courses(bootcamps: readonly Bootcamp[], now: number, reviews?: Reviews) {
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
      ...ratingOf(reviews?.courses.find((course) => course.name === name)),
      hasCourseInstance: dates.map((date) => courseInstance(date, now)),
    }
  })
}

type Rating = Pick<Reviews, 'answers' | 'average' | 'reviews'>

/** The numbers that the page shows. */
function ratingOf(rating: Rating | undefined) {
  return (
    rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: rating.average,
        bestRating: 10,
        worstRating: 0,
        ratingCount: rating.answers,
        reviewCount: rating.reviews,
      },
    }
  )
}

export function structuredData(
  bootcamps: readonly Bootcamp[],
  now: number,
  reviews?: Reviews,
): string {
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
        // Only while the page shows it too.
        ...(reviews && isShown(reviews) && ratingOf(reviews)),
      },
      ...courses(bootcamps, now, reviews),
    ],
  }
  // A name may hold anything; as text of a script it must not be able to end it.
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

export function StructuredData() {
  const { bootcamps, asOf } = useCatalogue()
  const { reviews } = useReviews()

  useEffect(() => {
    if (!bootcamps) return
    // The page may have come with one.
    const block =
      document.querySelector<HTMLScriptElement>(`script[type="${STRUCTURED_DATA}"]`) ??
      document.createElement('script')
    block.type = STRUCTURED_DATA
    block.textContent = structuredData(bootcamps, asOf, reviews)
    document.head.append(block)
    return () => block.remove()
  }, [bootcamps, asOf, reviews])

  return null
}

import { TERMS_VERSION } from '@/lib/legal'
import { site } from '@/lib/site'
import { LegalPage } from './legal-page'
import { termsInShort, termsSections } from './terms-text'

export function TermsPage() {
  return (
    <LegalPage
      heading="Terms of Service"
      edition={`Version ${TERMS_VERSION}`}
      lead={`What you can expect from ${site.name} when you buy and attend a bootcamp, and what we expect from you.`}
      inShort={termsInShort}
      sections={termsSections}
    />
  )
}

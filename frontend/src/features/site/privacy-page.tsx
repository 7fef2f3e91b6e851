import { site } from '@/lib/site'
import { LastUpdated } from './last-updated'
import { LegalPage } from './legal-page'
import { privacyInShort, privacySections } from './privacy-text'

export function PrivacyPage() {
  return (
    <LegalPage
      heading="Privacy Policy"
      edition={<LastUpdated />}
      lead={`What ${site.name} knows about you, why, for how long, and what you can do about it.`}
      inShort={privacyInShort}
      sections={privacySections}
    />
  )
}

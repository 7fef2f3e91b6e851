/** What the operator calls the site and how to reach them, fixed when the frontend is built. */

/** @public vite-env.d.ts declares the build's constant with it, where knip does not look. */
export interface SiteSettings {
  SITE_NAME: string
  SITE_URL: string
  SUPPORT_EMAIL: string
  OPERATOR_NAME: string
  OPERATOR_ADDRESS: string
  OPERATOR_TIME_ZONE: string
  /** An ISO date, or empty when the legal pages should show today's date. */
  LEGAL_UPDATED_ON: string
  SEATS_BADGE: 'simulated' | 'live'
}

const settings = __SITE_SETTINGS__

export const site = {
  name: settings.SITE_NAME,
  url: settings.SITE_URL.replace(/\/+$/, ''),
  supportEmail: settings.SUPPORT_EMAIL,
  operatorName: settings.OPERATOR_NAME,
  operatorAddress: settings.OPERATOR_ADDRESS,
  /** Whose midnight ends a day: the desk tells times on its clock. */
  operatorZone: settings.OPERATOR_TIME_ZONE,
  legalUpdatedOn: settings.LEGAL_UPDATED_ON,
  seatsBadge: settings.SEATS_BADGE,
} as const

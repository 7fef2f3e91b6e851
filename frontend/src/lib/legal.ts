/** What the legal pages promise and other screens repeat. */

/** Stored with each purchase, so change it whenever the meaning of the terms changes. */
export const TERMS_VERSION = '2026-11'

export const support = {
  answerTime: 'within 24 hours on business days',
  hours: 'Monday–Friday, 9:00 AM–6:00 PM EST',
  weekends: 'limited on weekends',
} as const

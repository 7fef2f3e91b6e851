/** What somebody agrees to by ticking the box for text messages; kept apart from the terms. */

/** The server stores its version with each consent: change `SMS_TEXT_VERSION` there with these. */
export const SMS_CONSENT_WORDS =
  'Text me reminders and schedule changes (optional, not required to buy). Message and data rates may apply. Reply STOP to opt out.'

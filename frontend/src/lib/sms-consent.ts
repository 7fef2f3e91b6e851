/** What somebody agrees to by ticking the box for text messages; kept apart from the terms. */

/** The server stores its version with each consent: change `SMS_TEXT_VERSION` there with these. */
export const SMS_CONSENT_WORDS =
  'Text me reminders and changes about the sessions I buy. It is optional and not needed to buy. Message and data rates may apply; reply STOP to end it.'

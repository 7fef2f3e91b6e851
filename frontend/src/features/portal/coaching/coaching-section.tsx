/** The private coaching hours of a student. */
export function CoachingSection() {
  return null
}

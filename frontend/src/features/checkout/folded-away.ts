/** What somebody who came to buy one thing does not see, until they want to change it. */
export const foldedAway = (isLeftOut: boolean) => isLeftOut && 'hidden'

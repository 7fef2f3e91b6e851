/** Codes that were generated together: where their file is. */

export const lotFile = (lot: string) => ({
  address: `/api/admin/codes/lots/${encodeURIComponent(lot)}`,
  fileName: `codes-${lot}.csv`,
  failed: "The codes couldn't be exported. Please try again.",
})

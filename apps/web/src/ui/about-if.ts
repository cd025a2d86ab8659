/** A figure as written, with the sign for "about" before one that is estimated in part. */
export const aboutIf = (isEstimated: boolean, written: string): string => (isEstimated ? `≈ ${written}` : written)

/** Hundredths of the currency as a message says them: `1234` is `12.34`. */
export const unitsOf = (minor: number): string => (minor / 100).toFixed(2)

/** The last register of a meter, and its mean flow. Litres; null where unknown. */
export type RegisterHistory = { previousAt: string | null; previousLitres: number | null; litresPerDay: number | null }

/** So many times the mean may flow before a register is questioned, and this much in any case: a new tenant of the flat, a garden. */
const plausibleTimes = 5
const plausibleLitresPerDay = 2000
const dayMilliseconds = 86_400_000

/**
 * The plausible register of a meter at an instant (epoch milliseconds): the expected register by the mean, and the highest one. Null without a history.
 * The service and a device without a network compute both alike.
 */
export const plausibleRegister = (
  { previousAt, previousLitres, litresPerDay }: RegisterHistory,
  at: number,
): { expectedLitres: number | null; plausibleUntilLitres: number | null } => {
  if (previousAt === null || previousLitres === null || litresPerDay === null) return { expectedLitres: null, plausibleUntilLitres: null }
  const days = Math.max(0, (at - Date.parse(previousAt)) / dayMilliseconds)
  const litres = (flowed: number): number => Math.round((previousLitres + flowed) * 1000) / 1000
  return {
    expectedLitres: litres(litresPerDay * days),
    plausibleUntilLitres: litres(Math.max(litresPerDay * plausibleTimes, plausibleLitresPerDay) * Math.max(1, days)),
  }
}

/** Not below what the register showed before, nor above what may have flowed since. */
export const isPlausibleRegister = (
  litres: number,
  { previousLitres, plausibleUntilLitres }: { previousLitres: number | null; plausibleUntilLitres: number | null },
): boolean => (previousLitres === null || litres >= previousLitres) && (plausibleUntilLitres === null || litres <= plausibleUntilLitres)

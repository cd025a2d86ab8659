/** A register that fell to a small number: where it was probably reset, or its works exchanged. Litres. */
export type ResetSuggestion = { resetAt: number; finalLitres: number; initialLitres: number }

type Reading = { at: string; litres: number | null }
type Known = { backflowToleranceLitres: number; resets: readonly { resetAt: string }[] }

/** A register below this share of what it showed before began anew; one above it stepped back. */
const smallShare = 0.1

/** The last reset in some readings, oldest first, that is not recorded yet. Proposes the moment in the middle and a register from zero. */
export const findReset = (readings: readonly Reading[], { backflowToleranceLitres, resets }: Known): ResetSuggestion | undefined => {
  const registers = readings.filter((reading): reading is { at: string; litres: number } => reading.litres !== null)
  for (let place = registers.length - 1; place > 0; place--) {
    const [earlier, later] = [registers[place - 1]!, registers[place]!]
    const isReset = earlier.litres - later.litres > backflowToleranceLitres && later.litres < earlier.litres * smallShare
    if (!isReset) continue
    const [from, to] = [Date.parse(earlier.at), Date.parse(later.at)]
    const isRecorded = resets.some(({ resetAt }) => Date.parse(resetAt) > from && Date.parse(resetAt) <= to)
    if (!isRecorded) return { resetAt: Math.floor((from + to) / 2 / 60_000) * 60_000, finalLitres: earlier.litres, initialLitres: 0 }
  }
  return undefined
}

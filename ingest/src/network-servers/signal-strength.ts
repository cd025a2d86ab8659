import { SignalStrength } from '@nightflow/schemas/metering/report-readings'
import type { MappedReading } from './apply-mapping.ts'
import { isRecord } from './object-path.ts'

/** Signal strength (dBm) by the number of the meter. */
export type Signals = ReadonlyMap<string, number>

const Decibels = SignalStrength.shape.decibelMilliwatt

/** The strongest of the receptions of one message: `rxInfo` of ChirpStack, `rx_metadata` of The Things Stack. */
export const strongestSignal = (receptions: unknown): number | undefined => {
  if (!Array.isArray(receptions)) return undefined
  const heard = receptions.flatMap((reception) =>
    isRecord(reception) && Decibels.safeParse(reception.rssi).success ? [reception.rssi as number] : [],
  )
  return heard.length === 0 ? undefined : Math.max(...heard)
}

/** The signal of the meters that these rows are readings of, beside those that are known already. */
export const withSignal = (signals: Signals, rows: readonly MappedReading[], decibelMilliwatt: number | undefined): Signals => {
  if (!Decibels.safeParse(decibelMilliwatt).success) return signals
  const all = new Map(signals)
  for (const row of rows) {
    const meter = 'reading' in row ? row.reading.meter : undefined
    if (typeof meter === 'string') all.set(meter, Math.max(decibelMilliwatt!, all.get(meter) ?? Number.NEGATIVE_INFINITY))
  }
  return all
}

import { plausibleRegister, type RegisterHistory } from '@nightflow/schemas/metering/plausible-register'
import type { KeptReading, Round } from '#metering/round/round-store.ts'

export type RoundMeter = Round['meters'][number]
/** `kept` on this phone, `refused` by the service, `read` and `notRead` with the service. */
export type MeterState = 'open' | 'kept' | 'refused' | 'read' | 'notRead'

/** State of a meter for the reader: the service's word and the last visit on this phone. */
export const stateOfMeter = (meter: RoundMeter, visits: readonly KeptReading[]): MeterState => {
  const last = visits.findLast(({ number }) => number === meter.number)
  if (last?.state === 'refused') return 'refused'
  if (last?.state === 'kept') return 'kept'
  if (meter.isRead || (last && last.litres !== null)) return 'read'
  return meter.notRead || last ? 'notRead' : 'open'
}

/** The next open meter behind a place in the route, then from its start; undefined when all were visited. */
export const nextOpen = (states: readonly MeterState[], place: number): number | undefined => {
  const order = [...states.keys()].map((step) => (place + 1 + step) % states.length)
  return order.find((at) => states[at] === 'open')
}

/** The register before: the service's, or a later one that is kept on this phone. */
export const historyOf = (meter: RoundMeter, visits: readonly KeptReading[]): RegisterHistory => {
  const own = visits.findLast(({ number, litres, state }) => number === meter.number && litres !== null && state !== 'refused')
  if (!own || (meter.previousAt !== null && Date.parse(own.at) <= Date.parse(meter.previousAt))) return meter
  return { previousAt: own.at, previousLitres: own.litres, litresPerDay: meter.litresPerDay }
}

/** Why a register does not fit the history, by the service's own rule; undefined where it does. */
export const doubtOf = (litres: number, history: RegisterHistory, at: number): 'below' | 'above' | undefined => {
  const { plausibleUntilLitres } = plausibleRegister(history, at)
  if (history.previousLitres !== null && litres < history.previousLitres) return 'below'
  return plausibleUntilLitres !== null && litres > plausibleUntilLitres ? 'above' : undefined
}

/** A register as it is typed, in cubic metres, in litres; undefined for anything else. */
export const litresOf = (typed: string): number | undefined =>
  /^\d{1,9}(?:[.,]\d{0,3})?$/.test(typed) ? Math.round(Number(typed.replace(',', '.')) * 1000) : undefined

import type { City } from './city.ts'
import type { Gateway, Meter } from './city-model.ts'
import type { OutgoingFrame } from './frames.ts'
import { isSilent, numberAt, shownLitres } from './meter-readings.ts'
import { type GatewayKeys, sendFrame } from './send-frame.ts'

/** Days of one gateway that a frame carries: what a concentrator kept through a week. */
const daysPerFrame = 7
const framesAtOnce = 8

type Days = {
  city: City
  /** Local midnights in [from, to], epoch milliseconds. */
  from: number
  to: number
  /** Those that report; all registered meters when absent. */
  meters?: readonly Meter[]
}

/** The registers of meters at each local midnight: a volume for each day, and none for its hours. */
export function* dailyFrames({ city, from, to, meters = city.meters }: Days): Generator<OutgoingFrame> {
  const metersOf = city.gateways.map(({ index }) => meters.filter(({ gateway, registered }) => gateway === index && registered))
  const last = city.days.at(to).day
  for (let first = city.days.at(from).day; first <= last; first += daysPerFrame) {
    const midnights = Array.from({ length: Math.min(daysPerFrame, last - first + 1) }, (_, nth) => city.days.of(first + nth).startsAt)
    // One day of all meters after the other, because the city keeps the water of few days at once.
    const rows = midnights.map((at) => metersOf.map((meters) => meters.filter((meter) => !isSilent(city, meter, at)).map(rowAt(city, at))))
    for (const [nth, gateway] of city.gateways.entries()) {
      const reported = rows.flatMap((day) => day[nth] ?? [])
      if (reported.length > 0) yield frameOf(gateway, midnights, reported)
    }
  }
}

type Row = { meter: string; at: number; litres: number }

const rowAt =
  (city: City, at: number) =>
  (meter: Meter): Row => ({ meter: numberAt(city, meter, at), at, litres: shownLitres(city, meter, at) })

function frameOf(gateway: Gateway, midnights: readonly number[], rows: readonly Row[]): OutgoingFrame {
  const sentAt = midnights.at(-1)! + 60_000
  const columns = { meter: rows.map(({ meter }) => meter), at: rows.map(({ at }) => at), litres: rows.map(({ litres }) => litres) }
  const frameId = `${gateway.name}-days-${midnights[0]!.toString(36)}`
  const body = JSON.stringify({ frameId, sentAt: new Date(sentAt).toISOString(), readings: columns })
  return { gateway, frameId, sentAt, readings: rows.length, body, dueFrom: midnights[0]!, sentTwice: false }
}

/** Sends the daily registers of a time whose hours are not kept. Sent again they change nothing. */
export async function feedDailyRegisters(order: Days & { baseUrl: string; gatewayKeys: GatewayKeys; signal: AbortSignal }): Promise<void> {
  const { baseUrl, gatewayKeys, signal } = order
  const frames = dailyFrames(order)
  const send = async (): Promise<void> => {
    for (const frame of frames) {
      signal.throwIfAborted()
      await sendFrame(baseUrl, gatewayKeys, frame, signal)
    }
  }
  await Promise.all(Array.from({ length: framesAtOnce }, send))
}

import { type MeterState, stepsFrom } from '@nightflow/schemas/devices/meter-life'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'

/** Where a meter is, and since when. */
export type Life = { state: MeterState; since: string }

export const stateAfter = {
  'devices.MeterStored': 'stored',
  'devices.MeterIssued': 'issued',
  'devices.MeterInstalled': 'installed',
  'devices.MeterRemoved': 'removed',
  'devices.MeterScrapped': 'scrapped',
} as const
export type LifeEventType = keyof typeof stateAfter

const eventOf = {
  StoreMeter: 'devices.MeterStored',
  IssueMeter: 'devices.MeterIssued',
  InstallMeter: 'devices.MeterInstalled',
  RemoveMeter: 'devices.MeterRemoved',
  ScrapMeter: 'devices.MeterScrapped',
} as const satisfies Record<keyof typeof stepsFrom, LifeEventType>

type Step = { type: keyof typeof stepsFrom; number: string; happenedAt?: string | undefined; reason?: string | undefined }

/** One step of a meter's life. Being there already changes nothing. */
export const takeStep = ({ type, number, happenedAt, reason }: Step, life: Life, now: string) => {
  const event = eventOf[type]
  if (stateAfter[event] === life.state) return []
  const from: readonly MeterState[] = stepsFrom[type]
  if (!from.includes(life.state)) return rejected('meter-state-forbids', { number, state: life.state }) satisfies Rejection
  const at = happenedAt === undefined ? now : new Date(Date.parse(happenedAt)).toISOString()
  if (Date.parse(at) > Date.parse(now)) return rejected('step-in-future', { happenedAt: at })
  if (Date.parse(at) < Date.parse(life.since)) return rejected('step-before-last', { since: life.since })
  return [{ type: event, data: { number, happenedAt: at, ...(reason && { reason }) } }]
}

import { meterDecider } from '@nightflow/domain/devices/meter-decider'
import type { registerMeters as registerMetersEndpoint } from '@nightflow/schemas/devices/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../shared/asked.ts'
import { type Decided, decide } from '../shared/decide.ts'
import type { Outcome } from '../shared/serve.ts'

/** Enough to let the log write many registrations in one go, few enough to leave room for gateways. */
const atOnce = 32

/** Every meter is decided on its own: one that is refused does not hold up the others. `position` is the last one's place. */
export const registerMeters = async (
  { meters }: RequestOf<typeof registerMetersEndpoint>,
  asked: Asked,
): Promise<Outcome<ResponseOf<typeof registerMetersEndpoint>>> => {
  const refused: { number: string; code: string }[] = []
  const registered: Decided[] = []
  const waiting = meters.values()
  const registerNext = async (): Promise<void> => {
    for (const meter of waiting) {
      const decided = await decide(asked, meterDecider, { type: 'RegisterMeter', ...meter }, () => undefined)
      if (isRejection(decided)) refused.push({ number: meter.number, code: decided.rejected })
      else registered.push(decided)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, meters.length) }, registerNext))
  const position = registered.reduce((last, decided) => Math.max(last, decided.position), 0)
  refused.sort((left, right) => (left.number < right.number ? -1 : 1))
  const response = { registered: registered.length, refused, position }
  return { response, position, after: response }
}

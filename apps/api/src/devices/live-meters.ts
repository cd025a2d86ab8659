import { type MeterCommand, meterDecider } from '@nightflow/domain/devices/meter-decider'
import { findMeterGroup } from '@nightflow/platform/settings/meter-groups'
import * as life from '@nightflow/schemas/devices/meter-life'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { decide } from '../http/decide.ts'
import { assignOwners } from '../http/owners.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { command, type Route } from '../http/serve.ts'
import { refuseUnlisted } from '../resource/listed-ids.ts'

type Answer = ResponseOf<typeof life.storeMeters>

/** Every meter is decided on its own: one that is refused does not hold up the others. */
const giveEach = async (
  numbers: readonly string[],
  given: (number: string) => MeterCommand,
  context: RequestContext,
  after: object,
): Promise<Outcome<Answer>> => {
  const refused: Answer['refused'] = []
  let changed = 0
  let last = 0
  for (const number of new Set(numbers)) {
    const decided = await decide(context, meterDecider, given(number), () => undefined)
    if (isRejection(decided)) refused.push({ number, code: decided.rejected })
    else {
      changed += 1
      last = Math.max(last, decided.position)
    }
  }
  const response = { changed, refused, position: last }
  return { response, ...(changed > 0 && { position: last }), after: { numbers, ...after, refused } }
}

type Step = 'StoreMeter' | 'IssueMeter' | 'InstallMeter' | 'RemoveMeter' | 'ScrapMeter'

const take =
  (type: Step) =>
  ({ number: numbers, happenedAt, reason }: RequestOf<typeof life.storeMeters>, context: RequestContext): Promise<Outcome<Answer>> =>
    giveEach(numbers, (number) => ({ type, number, happenedAt, reason }), context, { happenedAt, reason })

const group = async (
  { number: numbers, meterGroupId, reason }: RequestOf<typeof life.groupMeters>,
  context: RequestContext,
): Promise<Outcome<Answer> | Rejection> => {
  const found = meterGroupId === null ? undefined : await context.read((database) => findMeterGroup(database, meterGroupId))
  const unlisted = await refuseUnlisted(context, 'meterGroups', [meterGroupId])
  if (unlisted) return unlisted
  const meterGroupName = found?.meterGroupName ?? null
  return giveEach(numbers, (number) => ({ type: 'GroupMeter', number, meterGroupId, meterGroupName, ...(reason && { reason }) }), context, {
    meterGroupId,
    reason,
  })
}

/** Storage, issue, installation, removal, scrap, and the group of a meter. */
export const meterLifeRoutes: readonly Route[] = [
  command(life.storeMeters, take('StoreMeter')),
  command(life.issueMeters, take('IssueMeter')),
  command(life.installMeters, take('InstallMeter')),
  command(life.removeMeters, take('RemoveMeter')),
  command(life.scrapMeters, take('ScrapMeter')),
  command(life.groupMeters, group),
  command(life.assignMeterOwner, ({ number, ...owner }, context) => assignOwners('meter', number, owner, context)),
]

import { type MeterCommand, meterDecider } from '@nightflow/domain/devices/meter-decider'
import { findMeterGroup } from '@nightflow/platform/settings/meter-groups'
import * as life from '@nightflow/schemas/devices/meter-life'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import { decide } from '../http/decide.ts'
import { decideEach } from '../http/decide-each.ts'
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
  const { accepted, refused, position } = await decideEach(new Set(numbers), (number) =>
    decide(context, meterDecider, given(number), () => undefined),
  )
  const codes = refused.map(({ item, refusal }) => ({ number: item, code: refusal.rejected }))
  const response = { changed: accepted.length, refused: codes, position }
  return { response, ...(accepted.length > 0 && { position }), after: { numbers, ...after, refused: codes } }
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

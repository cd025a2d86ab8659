import { meterDecider } from '@nightflow/domain/devices/meter-decider'
import { listMeterReplacements, scanMeterReplacements } from '@nightflow/projections/devices/list-meter-replacements'
import { findMeterPlaces } from '@nightflow/projections/devices/meter-places'
import { findMeter } from '@nightflow/projections/devices/meters'
import { listPlacesOnDay } from '@nightflow/projections/devices/places-on-day'
import {
  listPlacesOnDay as onDayEndpoint,
  findMeterPlaces as placesEndpoint,
  placesPerCallMax,
} from '@nightflow/schemas/devices/meter-places'
import * as replacements from '@nightflow/schemas/devices/meter-replacements'
import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { decide, refusalOf } from '../http/decide.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { retryQuarantine } from '../http/retry-quarantine.ts'
import type { Outcome } from '../http/run-command.ts'
import { ask, command, query, type Route } from '../http/serve.ts'
import { spreadsheet } from '../resource/export-routes.ts'
import { refuseUnlisted } from '../resource/listed-ids.ts'
import { typedMeter, typingRules } from './create-meter.ts'
import { registerEach } from './register-meters.ts'
import { replaceWith } from './replace-meter.ts'

type Request = RequestOf<typeof replacements.addMeterReplacement>

/** Whether the caller may know which account has a meter. */
export const maySeeCustomers = ({ caller }: RequestContext): boolean => caller.may('customers:account:list')

/** One of both meters as the form shows it. */
const metersOfForm = async ({ number, replacedBy }: RequestOf<typeof replacements.findReplacementMeters>, context: RequestContext) => {
  const find = (wanted: string) => (wanted === '' ? undefined : context.read((database) => findMeter(database, { number: wanted })))
  const old = await find(number)
  const successor = await find(replacedBy)
  return {
    old: old
      ? {
          number: old.number,
          state: old.state,
          timeZone: old.timeZone,
          address: old.address,
          lastReadAt: old.lastReadAt,
          lastRegisterLitres: old.lastRegisterLitres,
          isReplaced: old.replacedBy !== null,
        }
      : null,
    new: successor ? { number: successor.number, state: successor.state } : null,
  }
}

/** A new meter that is not known takes over the old one's place, and its diameter where no type states it. It is in the pipe from then on. */
const registerSuccessor = async (
  { replacedBy, replacedAt, meterTypeId }: Request,
  old: MeterDetail,
  context: RequestContext,
): Promise<Rejection | undefined> => {
  const { name, address, timeZone, caliberMillimetres, longitude, latitude, hasValve } = old
  const place = {
    number: replacedBy,
    timeZone,
    hasValve: meterTypeId === undefined && hasValve,
    isStored: false,
    ...(name !== null && { name }),
    ...(address !== null && { address }),
    ...(longitude !== null && latitude !== null && { longitude, latitude }),
    ...(meterTypeId === undefined ? caliberMillimetres !== null && { caliberMillimetres } : { meterTypeId }),
  }
  const rules = await typingRules(context)
  const meter = await context.read((database) => typedMeter(database, place, rules))
  if (isRejection(meter)) return meter
  const unlisted = await refuseUnlisted(context, 'meterTypes', [meter.meterTypeId])
  if (unlisted) return unlisted
  const { registered, refused } = await registerEach([{ ...meter, installedAt: replacedAt }], context)
  if (registered.length > 0) await retryQuarantine(context)
  return refused[0]?.refusal
}

/** Makes the new meter ready: it is registered, or issued from the storage. */
const prepareSuccessor = async (request: Request, old: MeterDetail, context: RequestContext) => {
  const { replacedBy, reason } = request
  const known = await context.read((database) => findMeter(database, { number: replacedBy }))
  if (!known) {
    const refusal = await registerSuccessor(request, old, context)
    return refusal ?? { isRegistered: true, state: 'installed' as const, stateSince: request.replacedAt }
  }
  if (known.state !== 'stored') return { isRegistered: false, state: known.state, stateSince: known.stateSince }
  const issued = await decide(context, meterDecider, { type: 'IssueMeter', number: replacedBy, reason }, () => undefined)
  return isRejection(issued) ? issued : { isRegistered: false, state: 'issued' as const, stateSince: new Date().toISOString() }
}

/** Refusals of the replacement itself come first, so that a refused one leaves no new meter behind. */
const replace = async (
  request: Request,
  context: RequestContext,
): Promise<Outcome<ResponseOf<typeof replacements.addMeterReplacement>> | Rejection> => {
  const { meterTypeId: _, ...replacement } = request
  const { number } = request
  const refusal = await refusalOf(context, meterDecider, { type: 'ReplaceMeter', ...replacement })
  if (refusal) return refusal
  const old = await context.read((database) => findMeter(database, { number }))
  if (!old) return rejected('meter-not-registered', { number })
  const successor = await prepareSuccessor(request, old, context)
  if (isRejection(successor)) return successor
  const replaced = await replaceWith(replacement, successor, context)
  if (isRejection(replaced)) return replaced
  const { position } = replaced
  return { response: { position, isRegistered: successor.isRegistered }, position, after: request }
}

/** The service point of a meter, and the replacements at all of them. */
export const meterReplacementRoutes: readonly Route[] = [
  query(placesEndpoint, findMeterPlaces),
  query(
    onDayEndpoint,
    listPlacesOnDay,
    pagesAfter(placesPerCallMax, ({ number }) => ({ after: number as string })),
  ),
  ask(replacements.listMeterReplacements, (request, context) =>
    context.read((database) => listMeterReplacements(database, request, maySeeCustomers(context))),
  ),
  spreadsheet(replacements.exportMeterReplacements, async (request, context) => ({
    fileName: 'meter-replacements.xlsx',
    wording: request,
    row: replacements.MeterReplacementRow,
    rows: (database) => scanMeterReplacements(database, request, maySeeCustomers(context)),
  })),
  ask(replacements.findReplacementMeters, metersOfForm),
  command(replacements.addMeterReplacement, replace),
]

import { meterDecider } from '@nightflow/domain/devices/meter-decider'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { findCustomerType, listCustomerTypes } from '@nightflow/platform/settings/customer-types'
import { findTenant, listTenants } from '@nightflow/platform/tenants/tenants'
import { findMovable, listMeterMoves, type Movable } from '@nightflow/projections/devices/meter-moves'
import * as moves from '@nightflow/schemas/devices/move-meters'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { decide } from '../http/decide.ts'
import { decideInOrder } from '../http/decide-each.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { ask, command, type Route } from '../http/serve.ts'

type Request = RequestOf<typeof moves.moveMeters>

const isUtility = async ({ servicePool }: RequestContext, code: string): Promise<boolean> =>
  code !== platformTenant && (await findTenant(servicePool, code)) !== undefined

type Selection = { meters: readonly Movable[]; customerTypeName: string }

/** The meters of a request that keeps the rules of a selection, which are in their order. */
const select = async (
  { sourceTenant, targetTenant, customerTypeId, number: numbers, moveId }: Request,
  context: RequestContext,
): Promise<Selection | Rejection> => {
  if (sourceTenant === targetTenant) return rejected('move-to-itself')
  if (!(await isUtility(context, sourceTenant)) || !(await isUtility(context, targetTenant))) return rejected('tenant-missing')
  const { customerType, meters } = await withTenant(context.servicePool, sourceTenant, async (database) => ({
    customerType: await findCustomerType(database, customerTypeId),
    meters: await findMovable(database, numbers),
  }))
  if (!customerType) return rejected('customer-type-missing')
  const missing = numbers.find((number) => !meters.some((meter) => meter.number === number))
  if (missing !== undefined) return rejected('meter-not-registered', { number: missing })
  const refusal = refuseMixed(meters, customerTypeId) ?? (await refuseTaken(targetTenant, numbers, moveId, context))
  return refusal ?? { meters, customerTypeName: customerType.customerTypeName }
}

const refuseMixed = (meters: readonly Movable[], customerTypeId: number): Rejection | undefined => {
  if (meters.some((meter) => meter.customerTypeId !== null && meter.customerTypeId !== customerTypeId))
    return rejected('move-customer-types-differ')
  return new Set(meters.map(({ meterTypeId }) => meterTypeId)).size > 1 ? rejected('move-meter-types-differ') : undefined
}

/** A meter that left the new tenant comes back to it. A number that the new tenant has by this very move is a repeated request. */
const refuseTaken = async (targetTenant: string, numbers: readonly string[], moveId: string, { servicePool }: RequestContext) => {
  const known = await withTenant(servicePool, targetTenant, (database) => findMovable(database, numbers))
  const taken = known.filter(({ isAway }) => !isAway)
  if (taken.length === 0) return undefined
  const repeated = await servicePool.query('select from views.meter_moves where move_id = $1 limit 1', [moveId])
  return repeated.rowCount === 1 ? undefined : rejected('meter-already-registered', { number: taken[0]!.number })
}

/** Each meter leaves on its own; a policy registers it in the new tenant. */
const move = async (request: Request, context: RequestContext): Promise<Outcome<ResponseOf<typeof moves.moveMeters>> | Rejection> => {
  const selected = await select(request, context)
  if (isRejection(selected)) return selected
  const { number: numbers, moveId, sourceTenant, targetTenant, reason } = request
  const { customerTypeName } = selected
  const there: RequestContext = { ...context, caller: { ...context.caller, tenant: sourceTenant } }
  const position = await decideInOrder(new Set(numbers), (number) => {
    const { accountNo, meterTypeName } = selected.meters.find((meter) => meter.number === number)!
    const known = { customerTypeName, ...(accountNo && { accountNo }), ...(meterTypeName && { meterTypeName }) }
    const given = { type: 'MoveMeterOut', number, moveId, sourceTenant, targetTenant, reason, ...known } as const
    return decide(there, meterDecider, given, () => undefined)
  })
  if (isRejection(position)) return position
  return { response: { moved: new Set(numbers).size, position }, position, after: request }
}

const choices = async ({ sourceTenant }: RequestOf<typeof moves.findMoveChoices>, context: RequestContext) => {
  const tenants = (await listTenants(context.servicePool)).filter(({ code }) => code !== platformTenant)
  const isKnown = tenants.some(({ code }) => code === sourceTenant)
  const types = sourceTenant !== undefined && isKnown ? await withTenant(context.servicePool, sourceTenant, listCustomerTypes) : []
  return {
    tenants: tenants.map(({ code, name }) => ({ value: code, label: name })),
    customerTypes: types.map(({ customerTypeId, customerTypeName }) => ({ value: customerTypeId, label: customerTypeName })),
  }
}

/** Calls of the platform's operators. */
export const meterMoveRoutes: readonly Route[] = [
  ask(moves.listMeterMoves, (request, { servicePool }) => listMeterMoves(servicePool, request)),
  ask(moves.findMoveChoices, choices),
  command(moves.moveMeters, move),
]

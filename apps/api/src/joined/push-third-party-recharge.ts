import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { endThirdPartyRecharge, findThirdPartyAccess, keepThirdPartyRecharge } from '@nightflow/platform/payments/third-party'
import { networkOf } from '@nightflow/platform/rules/network-of'
import { findTenant, isTenantOpen } from '@nightflow/platform/tenants/tenants'
import { purchaseLimitOf } from '@nightflow/projections/customers/accounts'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { PayMethod } from '@nightflow/schemas/billing/money'
import { minorOf } from '@nightflow/schemas/payments/amounts'
import { pushThirdPartyRecharge } from '@nightflow/schemas/payments/third-party-calls'
import { thirdPartyLimits } from '@nightflow/schemas/payments/third-party-recharge'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { refuseAccount } from '../billing/account-facts.ts'
import { visitOf } from '../http/context-of-request.ts'
import { MinuteLimit } from '../http/minute-limit.ts'
import { sendProblem } from '../http/problem.ts'
import { readRequest } from '../http/read-request.ts'
import type { Visit } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'
import { contextOfPayer } from './pay-page.ts'

const actor = 'policy:third-party'
const keyHeader = 'x-api-key'
const perKey = new MinuteLimit(thirdPartyLimits.perMinute)
const wrongKeys = new MinuteLimit(thirdPartyLimits.wrongKeysPerMinute)

type Answer = ResponseOf<typeof pushThirdPartyRecharge>

/** The access of a key. A wrong key counts against its network, and a network that guessed too often is not looked up any more. */
const accessOf = async (key: string, { servicePool, address }: Visit) => {
  const network = networkOf(address)
  const slow = wrongKeys.refusalOf(network, Date.now())
  if (slow) return slow
  const access = await findThirdPartyAccess(servicePool, key)
  if (access && (await isTenantOpen(servicePool, access.tenant)))
    return perKey.take(`${access.tenant}/${access.accessId}`, Date.now()) ?? access
  return wrongKeys.take(network, Date.now()) ?? rejected('third-party-key-wrong')
}

/**
 * Books money that a platform took. Its reference is kept before the money is booked, and the payment has the identifier of the recharge: a platform that gets no
 * answer sends the same again, and the money is booked once.
 */
const push = async (key: string, request: RequestOf<typeof pushThirdPartyRecharge>, visit: Visit): Promise<Answer | Rejection> => {
  const access = await accessOf(key, visit)
  if (isRejection(access)) return access
  const { servicePool, log } = visit
  const { tenant, accessName } = access
  const utility = await findTenant(servicePool, tenant)
  if (request.currency !== utility?.settings.currencyUnit)
    return rejected('third-party-currency', { currency: utility?.settings.currencyUnit ?? '' })
  const now = new Date().toISOString()
  const { reference, accountNo } = request
  const amountMinor = minorOf(request.amount)
  const day = localDay(now, utility.timeZone)
  const kept = await keepThirdPartyRecharge(servicePool, access, { reference, accountNo, amountMinor, day })
  if (isRejection(kept)) return kept
  const { rechargeId, isNew } = kept
  if (kept.isCredited) return { rechargeId, isNew }
  const context = contextOfPayer(visit, tenant, pushThirdPartyRecharge)
  const refused = await refuseAccount(context, accountNo)
  const purchaseLimitMinor = await context.read((database) => purchaseLimitOf(database, accountNo))
  const booked =
    refused ??
    (await executeCommand(log, {
      ...{ decider: accountBillsDecider, tenant, actor },
      command: {
        ...{ type: 'ReceivePayment', accountNo, paymentId: rechargeId, amountMinor, payMethod: PayMethod.enum.bank },
        ...{ reference, remark: accessName, source: PaymentSource.enum.recharge, purchaseLimitMinor },
      },
      context: { now, actor, timeZone: utility.timeZone },
    }))
  if (isRejection(booked)) {
    // A stream that others keep changing is no refusal: the same reference goes on.
    if (booked.rejected !== 'changed-meanwhile') await endThirdPartyRecharge(servicePool, rechargeId, booked.rejected)
    return booked
  }
  await endThirdPartyRecharge(servicePool, rechargeId)
  return { rechargeId, isNew }
}

export const pushThirdPartyRechargeRoute: Route = {
  endpoint: pushThirdPartyRecharge,
  serve: async (dependencies, request, reply) => {
    const given = request.headers[keyHeader]
    const { value } = readRequest(pushThirdPartyRecharge, request)
    const visit = visitOf(dependencies, request)
    const answered = await push(typeof given === 'string' ? given : '', value as RequestOf<typeof pushThirdPartyRecharge>, visit)
    if (isRejection(answered)) return sendProblem(request, reply, answered)
    return reply.header('cache-control', 'no-store').send(answered)
  },
}

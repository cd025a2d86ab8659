import { admitPayAttempt } from '@nightflow/platform/payments/pay-attempts'
import { payLinkOf } from '@nightflow/platform/payments/pay-codes'
import { findOwnTenant } from '@nightflow/platform/people/own-data'
import { isTenantOpen } from '@nightflow/platform/tenants/tenants'
import { orderOfPayer, payerOfAccount, receiptOfPayer, tokenOfPayer } from '@nightflow/projections/payments/pay-page'
import { findPayLink, followPayOrder, type PayOrder } from '@nightflow/schemas/payments/pay-page'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { seesHolder } from '../billing/named-holders.ts'
import type { RequestContext, Visit } from '../http/request-context.ts'
import { ask, open, type Route } from '../http/serve.ts'
import { contextOfPayer, platformsOfPayers } from './pay-page.ts'

/** An identifier that opens nothing counts as a wrong code of its network, so that identifiers cannot be tried either. */
const refuse = async ({ servicePool, address }: Visit, tenant: string): Promise<Rejection> => {
  const admitted = await admitPayAttempt(servicePool, { tenant, accountNo: '', address })
  return 'retryAfterSeconds' in admitted ? rejected('too-fast', admitted) : rejected('not-found')
}

/** The state of an order for the holder of its identifier; undefined where it opens nothing. */
export const payOrderOf = async (
  { tenant, orderId }: RequestOf<typeof followPayOrder>,
  context: Pick<RequestContext, 'read' | 'servicePool'>,
): Promise<PayOrder | undefined> => {
  const order = await context.read((database) => orderOfPayer(database, orderId))
  if (!order || !(await isTenantOpen(context.servicePool, tenant))) return undefined
  const utility = await findOwnTenant(context.servicePool, tenant)
  const { accountNo, paymentId, meterNo, orderNumber, currency, status, orderMinor, feeMinor, receivedMinor, isAccepted, payAddress } =
    order
  const { receipt, token } = await context.read(async (database) => ({
    receipt: paymentId === null ? undefined : await receiptOfPayer(database, accountNo, paymentId),
    token: meterNo === null || paymentId === null ? undefined : await tokenOfPayer(database, meterNo, paymentId),
  }))
  return {
    ...{ utility: utility?.tenantName ?? '', timeZone: utility?.timeZone ?? 'UTC', accountNo, orderNumber, currency, status },
    ...{ orderMinor, feeMinor, receivedMinor, isAccepted, platform: order.platformName },
    ...{ placedAt: order.createTime, paidAt: order.payTime, receipt: receipt ?? null },
    payAddress: payAddress !== null && /^https?:\/\//.test(payAddress) ? payAddress : null,
    token: meterNo === null ? null : { meterNo, ...(token ?? { digits: [], litres: 0, hasFailed: false }) },
  }
}

/** The same; an identifier that opens nothing is a wrong code. */
export const followedOrder = async (asked: RequestOf<typeof followPayOrder>, visit: Visit): Promise<PayOrder | Rejection> =>
  (await payOrderOf(asked, contextOfPayer(visit, asked.tenant, followPayOrder))) ?? refuse(visit, asked.tenant)

/** For the bill and the page of the account in the back office. */
const showLink = async (
  { accountNo }: RequestOf<typeof findPayLink>,
  context: RequestContext,
): Promise<ResponseOf<typeof findPayLink> | Rejection> => {
  if (!context.caller.may(seesHolder)) return rejected('permission-missing', { permission: seesHolder })
  const payer = await context.read((database) => payerOfAccount(database, accountNo))
  if (!payer) return rejected('account-not-found', { accountNo })
  const { tenant } = context.caller
  const platforms = await platformsOfPayers(context.servicePool, tenant)
  return { link: await payLinkOf(context.servicePool, context.tokenSecret, { tenant, accountNo, contractNo: payer.contractNo }), platforms }
}

export const followPayOrderRoutes: readonly Route[] = [open(followPayOrder, followedOrder), ask(findPayLink, showLink)]

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { handlingFee } from '@nightflow/domain/payments/handling-fee'
import { orderDecider } from '@nightflow/domain/payments/order-decider'
import { meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { offeredAssociations } from '@nightflow/platform/payments/associations'
import { admitPayAttempt, closePayAttempt } from '@nightflow/platform/payments/pay-attempts'
import { isPayCode, readPayPass, signPayPass } from '@nightflow/platform/payments/pay-codes'
import { findOwnTenant } from '@nightflow/platform/people/own-data'
import { isTenantOpen } from '@nightflow/platform/tenants/tenants'
import { openBillsOf } from '@nightflow/projections/billing/open-bills'
import { openOrdersOnPage, payerOfAccount } from '@nightflow/projections/payments/pay-page'
import { stsMetersOfAccount } from '@nightflow/projections/prepaid/tokens'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { BusinessMode } from '@nightflow/schemas/customers/account'
import { minorOf } from '@nightflow/schemas/payments/amounts'
import { openPayPage, type PayAccount, type PayPreview, placeOnPayPage, previewOnPayPage } from '@nightflow/schemas/payments/pay-page'
import { SalePayMethod } from '@nightflow/schemas/prepaid/token'
import type { Endpoint, RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { moneyOf, refuseAccount } from '../billing/account-facts.ts'
import { holderOnPaper } from '../billing/holder-on-paper.ts'
import { previewOfPayment } from '../billing/preview-payment.ts'
import { callerOf } from '../http/authenticate.ts'
import { readAs } from '../http/context-of-request.ts'
import { refusalOf } from '../http/decide.ts'
import type { RequestContext, Visit } from '../http/request-context.ts'
import { open, type Route } from '../http/serve.ts'
import { associationFor, termsOf } from '../payments/orders.ts'
import { panLastFourOf, tokensOf, vendorFor } from '../prepaid/vending.ts'
import { lastTokenOf, quoteOfToken } from './sell-tokens.ts'

export const payPageActor = 'policy:pay-page'
const minorPerUnit = 100
/** Orders of one account that wait for money, from the page, within an hour. */
const openOrdersMax = 10

/** The context of a payer: of one tenant, without any permission, so that what it reads is chosen here alone. */
export const contextOfPayer = (visit: Visit, tenant: string, endpoint: Endpoint): RequestContext => {
  const caller = callerOf({
    ...{ tenant, homeTenant: tenant, username: 'pay-page', userId: null, sessionId: null, roles: [], permissions: [] },
    ...{ mustChangePassword: false, scope: undefined },
  })
  return {
    ...visit,
    caller,
    isByTimer: false,
    read: readAs(visit, caller, endpoint),
    onStored: (work) => work(),
    write: () => Promise.reject(new Error('a payer changes no table')),
  }
}

/** The platforms that take money in the currency of the utility. */
export const platformsOfPayers = async (pool: Visit['servicePool'], tenant: string) => {
  const currency = (await findOwnTenant(pool, tenant))?.settings.currencyUnit
  const offered = (await offeredAssociations(pool, tenant)).filter((each) => each.currency === currency)
  return offered.map(({ associationId, tenantPlatformName: name }) => ({ associationId, name }))
}

/** A wrong tenant, a wrong account and a wrong code are one refusal, and take the same way to it. */
const openAccount = async ({ tenant, accountNo, code }: RequestOf<typeof openPayPage>, visit: Visit): Promise<PayAccount | Rejection> => {
  const { servicePool, tokenSecret, address } = visit
  const admitted = await admitPayAttempt(servicePool, { tenant, accountNo, address })
  if ('retryAfterSeconds' in admitted) return rejected('too-fast', admitted)
  if (admitted.delaySeconds > 0) await pause(admitted.delaySeconds * 1_000)
  const isOpen = await isTenantOpen(servicePool, tenant)
  const context = contextOfPayer(visit, tenant, openPayPage)
  const payer = await context.read((database) => payerOfAccount(database, accountNo))
  const holder = { tenant, accountNo, contractNo: payer?.contractNo ?? 1 }
  if (!isPayCode(tokenSecret, holder, code) || !payer || !isOpen) return rejected('pay-code-wrong')
  await closePayAttempt(servicePool, admitted.id)
  const utility = await findOwnTenant(servicePool, tenant)
  const platforms = await platformsOfPayers(servicePool, tenant)
  const { bills, meters } = await context.read(async (database) => ({
    bills: await openBillsOf(database, accountNo, payer.contractNo),
    meters: await stsMetersOfAccount(database, accountNo),
  }))
  const currency = utility?.settings.currencyUnit ?? ''
  const { balanceMinor, openMinor, debtsMinor } = await moneyOf(context, accountNo, payer.contractNo)
  return {
    pass: signPayPass(tokenSecret, holder, new Date()),
    ...{ utility: utility?.tenantName ?? '', accountNo, currency, balanceMinor, openMinor, debtsMinor },
    address: (await holderOnPaper(context, holder))?.address ?? null,
    isPrepaid: payer.businessMode === BusinessMode.enum.prepaid,
    bills: bills.map(({ billId, billNo, periodFrom, periodTo, dueOn, openMinor, overdueMinor }) => ({
      ...{ billId, billNo, periodFrom, periodTo, dueOn, openMinor, isOverdue: overdueMinor > 0 },
    })),
    meters: await Promise.all(
      meters.map(async ({ meterNo, pan }) => ({
        ...{ meterNo, panLastFour: panLastFourOf(pan), lastToken: lastTokenOf(await tokensOf(context, meterNo)) },
      })),
    ),
    platforms,
  }
}

type Choice = RequestOf<typeof previewOnPayPage>

/** The account of a pass, while its holder has it. */
const accountOfPass = async (pass: string, visit: Visit, endpoint: Endpoint) => {
  const holder = readPayPass(visit.tokenSecret, pass, new Date())
  if (!holder || !(await isTenantOpen(visit.servicePool, holder.tenant))) return rejected('pay-pass-over')
  const context = contextOfPayer(visit, holder.tenant, endpoint)
  const payer = await context.read((database) => payerOfAccount(database, holder.accountNo))
  return payer?.contractNo === holder.contractNo ? { ...holder, context, payer } : rejected('pay-pass-over')
}
type Payer = Exclude<Awaited<ReturnType<typeof accountOfPass>>, Rejection>

/** The rest of an amount for the account, and the association that takes it; or why none does. */
const chosenBy = async ({ associationId, amount }: Choice, { context }: Payer) => {
  const found = await associationFor(associationId, context)
  if (isRejection(found)) return found
  const orderMinor = minorOf(amount)
  if (orderMinor <= 0) return rejected('order-not-positive')
  const feeMinor = handlingFee(orderMinor, found)
  return feeMinor >= orderMinor ? rejected('order-below-fee') : { found, orderMinor, feeMinor, purchaseMinor: orderMinor - feeMinor }
}
type Chosen = Exclude<Awaited<ReturnType<typeof chosenBy>>, Rejection>

/** The token of an amount. Refused here is what the meter or the vending module would refuse after the money was taken. */
const tokenOf = async (meterNo: string, { purchaseMinor }: Chosen, { accountNo, context }: Payer) => {
  const quoted = await quoteOfToken({ accountNo, meterNo, amount: purchaseMinor / minorPerUnit }, context)
  if (isRejection(quoted)) return quoted
  if (quoted.tokenCount === 0) return rejected('sts-nothing-bought')
  const vendor = await vendorFor(context, (await tokensOf(context, meterNo)).registered)
  if (isRejection(vendor)) return vendor
  const refused = await refusalOf(context, meterTokensDecider, {
    ...{ type: 'StartTokenSale', meterNo, requestId: randomUUID(), accountNo, amountMinor: purchaseMinor },
    ...{ payMethod: SalePayMethod.enum.bank, isOrdered: true },
  })
  return refused ?? { chargedMinor: quoted.chargedMinor, litres: quoted.litres, tokenCount: quoted.tokenCount }
}

const isRecharge = ({ meterNo }: Choice, { payer }: Payer): boolean =>
  meterNo !== undefined || payer.businessMode === BusinessMode.enum.prepaid

/** The same rules for what is shown and for what is ordered. */
const previewed = async (choice: Choice, payer: Payer) => {
  const chosen = await chosenBy(choice, payer)
  if (isRejection(chosen)) return chosen
  const source = isRecharge(choice, payer) ? PaymentSource.enum.recharge : PaymentSource.enum.bill
  const { accountNo, context } = payer
  const refused = await refuseAccount(context, accountNo)
  if (refused) return refused
  const amount = chosen.purchaseMinor / minorPerUnit
  const preview = await previewOfPayment({ accountNo, amount, source, purchasedLitres: 0 }, context)
  if (isRejection(preview)) return preview
  const token = choice.meterNo === undefined ? null : await tokenOf(choice.meterNo, chosen, payer)
  return isRejection(token) ? token : { chosen, preview, token }
}

const showPreview = async (choice: Choice, visit: Visit): Promise<PayPreview | Rejection> => {
  const payer = await accountOfPass(choice.pass, visit, previewOnPayPage)
  if (isRejection(payer)) return payer
  const shown = await previewed(choice, payer)
  if (isRejection(shown)) return shown
  const { chosen, preview, token } = shown
  const { billsMinor, restMinor, litres } = preview
  return {
    ...{ amountMinor: chosen.orderMinor, feeMinor: chosen.feeMinor, billsMinor, restMinor, litres, token },
    lines: preview.lines.map(({ name, amountMinor }) => ({ name, amountMinor })),
  }
}

const place = async (choice: RequestOf<typeof placeOnPayPage>, visit: Visit): Promise<ResponseOf<typeof placeOnPayPage> | Rejection> => {
  const payer = await accountOfPass(choice.pass, visit, placeOnPayPage)
  if (isRejection(payer)) return payer
  const { orderId, associationId, meterNo } = choice
  const { tenant, accountNo, context } = payer
  const shown = await previewed(choice, payer)
  if (isRejection(shown)) return shown
  const waiting = await context.read((database) => openOrdersOnPage(database, accountNo))
  if (waiting.filter((each) => each !== orderId).length >= openOrdersMax) return rejected('pay-orders-open', { max: openOrdersMax })
  const placed = await executeCommand(visit.log, {
    ...{ decider: orderDecider, tenant, actor: payPageActor },
    command: {
      ...{ type: 'PlaceOrder', orderId, accountNo, associationId, description: '', orderMinor: shown.chosen.orderMinor, isOnPage: true },
      ...termsOf(shown.chosen.found),
      ...(meterNo !== undefined && { meterNo }),
      ...(isRecharge(choice, payer) && { isRecharge: true }),
    },
    context: { now: new Date().toISOString(), actor: payPageActor, timeZone: 'UTC' },
  })
  if (isRejection(placed)) return placed
  await waitForViews(visit.servicePool, placed.position, visit.viewWaitMilliseconds)
  return { orderId }
}

export const payPageRoutes: readonly Route[] = [
  open(openPayPage, openAccount),
  open(previewOnPayPage, showPreview),
  open(placeOnPayPage, place),
]

import { waterSalesDecider } from '@nightflow/domain/billing/water-sales-decider'
import type { MeterTokens } from '@nightflow/domain/prepaid/meter-tokens'
import { meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import type { TokenVendor } from '@nightflow/domain/prepaid/token-vendor'
import { vendKeyChange, vendManagement } from '@nightflow/domain/prepaid/vend-tokens'
import { finishTokenSale, type SaleParts } from '@nightflow/domain/sell-tokens'
import type { EventLog } from '@nightflow/event-log/event-log'
import { executeCommand, stateOfStream } from '@nightflow/event-log/execute-command'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { pricePlanOf } from '@nightflow/projections/joined/price-plan'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'

type Parts = { pool: Pool; log: EventLog; vending: ((tenant: string) => Promise<TokenVendor | undefined>) | undefined }

/** By then the process that began the sale has finished it, or it has stopped. */
const firstMilliseconds = 60_000
/** A module that does not answer is given this long between two attempts; a person sees the sale in the list meanwhile. */
const againMilliseconds = 600_000
const actor = 'policy:token-sales'
const starts = ['prepaid.TokenSaleStarted', 'prepaid.ManagementApproved', 'prepaid.KeyChangeRequested'] as const
const isStart = (type: string): boolean => (starts as readonly string[]).includes(type)

/**
 * A sale of tokens is in three streams: the meter's, the account's and that of the vending module. The API writes all of them; where its process stops
 * in between, this brings the sale to its end. A sale that was paid gets its token, or its money is the balance of the account.
 */
export const finishTokenSales = (parts: Parts): AnyPolicy =>
  definePolicy({
    name: 'prepaid/finish-token-sales',
    actor,
    events: [...starts, ...(['prepaid.TokensIssued', 'prepaid.TokenSaleFailed', 'prepaid.KeyChangeCancelled'] as const)],
    react: ({ type, data }, { setTimer, cancelTimer }) => {
      const { requestId: key, meterNo, at, isOrdered } = data as { requestId?: string; meterNo: string; at: string; isOrdered?: boolean }
      if (key === undefined) return
      if (isStart(type)) setTimer({ key, dueAt: new Date(Date.parse(at) + (isOrdered ? 0 : firstMilliseconds)), data: { meterNo } })
      else cancelTimer(key)
    },
    onTimer: async ({ key: requestId, data }, { tenant, now, setTimer }) => {
      const meterNo = data.meterNo as string
      const vendor = await parts.vending?.(tenant)
      const isFinished = vendor !== undefined && (await finish(parts, vendor, { tenant, meterNo, requestId, now }))
      if (!isFinished) setTimer({ key: requestId, dueAt: new Date(now.getTime() + againMilliseconds), data: { meterNo } })
    },
  })

/** The tokens of a management or a key change that were not made yet; undefined where nothing is missing. */
const vendOther = async (vendor: TokenVendor, state: MeterTokens, requestId: string): Promise<string[] | Rejection | undefined> => {
  const management = state.managements.get(requestId)
  if (management?.approved && !management.tokens) return vendManagement(vendor, management)
  const change = state.keyChanges.get(requestId)
  return change && !change.tokens && state.pendingChange === requestId ? vendKeyChange(vendor, change) : undefined
}

type Named = { tenant: string; meterNo: string; requestId: string; now: Date }

const finish = async ({ pool, log }: Parts, vendor: TokenVendor, { tenant, meterNo, requestId, now }: Named): Promise<boolean> => {
  const state = await stateOfStream(log, `${tenant}/prepaid-sts-meter-${meterNo}`, meterTokensDecider)
  const sale = state.sales.get(requestId)
  const timeZone = (await findTenant(pool, tenant))?.timeZone ?? 'UTC'
  const context = { now: now.toISOString(), actor, timeZone }
  if (!sale) {
    const tokens = await vendOther(vendor, state, requestId)
    if (tokens === undefined) return true
    if (isRejection(tokens)) return tokens.rejected !== 'sts-module-unreachable'
    const command = { type: 'RecordTokens' as const, meterNo, requestId, tokens }
    return !isRejection(await executeCommand(log, { decider: meterTokensDecider, tenant, actor, command, context }))
  }
  const saleParts: SaleParts = {
    execute: (decider, command) => executeCommand(log, { decider, tenant, actor, command, context }),
    moneyOf: (accountNo) => stateOfStream(log, `${tenant}/billing-account-${accountNo}`, waterSalesDecider),
    planOf: (accountNo) => withTenant(pool, tenant, (database) => pricePlanOf(database, { accountNo, timeZone, at: now.getTime() })),
    vendor,
    now: () => now.getTime(),
  }
  const end = await finishTokenSale(saleParts, { meterNo, requestId }, sale)
  if (!isRejection(end)) return true
  const { sales: after } = await stateOfStream(log, `${tenant}/prepaid-sts-meter-${meterNo}`, meterTokensDecider)
  return after.get(requestId)?.failed !== undefined
}

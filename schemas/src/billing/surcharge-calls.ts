import { z } from 'zod'
import { callsOf } from '../shared/calls-of-resource.ts'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { AccountNo, Instant, LocalDate } from '../shared/values.ts'
import { ChargingItem, chargingItemsMax, FeeType, TypedItem } from './charging-item.ts'
import { OpenDebt } from './debt.ts'
import { DeductionOrder, deductionResult, deductions, PaymentSource, PurchasedLitres } from './deduction.ts'
import { RestMinor, TypedAmount } from './money.ts'
import { personalSurcharges } from './personal-surcharge.ts'
import { type SchemeCommand, SchemeStatus, surchargeSchemes } from './surcharge-scheme.ts'

const schemePath = '/prod-api/business/surchargeScheme'

export const listSchemeHistory = historyCallOf(surchargeSchemes, '/api/v1/surcharge-schemes')

/** Commands on surcharge schemes. */
export const surchargeSchemeCommands = commandsOn<RowOf<typeof surchargeSchemes>>()(
  {
    entity: 'SurchargeScheme',
    id: 'surchargeSchemeId',
    path: schemePath,
    permission: 'billing:surchargeScheme:edit',
    key: { schemeId: z.uuid() },
  },
  {
    enable: {
      command: 'EnableScheme',
      call: 'enableScheme',
      summary: 'Enable a surcharge scheme, so that accounts can have it',
      event: 'billing.SurchargeSchemeEnabled',
      step: 'enabled',
      becomes: { status: SchemeStatus.enum.enabled },
      icon: 'unlock',
      isOffered: ({ status }) => status === SchemeStatus.enum.disabled,
    },
    disable: {
      command: 'DisableScheme',
      call: 'disableScheme',
      summary: 'Disable a surcharge scheme that no account has had',
      event: 'billing.SurchargeSchemeDisabled',
      step: 'disabled',
      becomes: { status: SchemeStatus.enum.disabled },
      icon: 'lock',
      isOffered: ({ status }) => status === SchemeStatus.enum.enabled,
    },
  },
)
export const { enableScheme, disableScheme } = surchargeSchemeCommands.calls
export type SurchargeSchemeCommand = SchemeCommand | GivenTo<typeof surchargeSchemeCommands>

export const listPersonalSurchargeHistory = historyCallOf(personalSurcharges, '/api/v1/personal-surcharges')

const payment = {
  amount: TypedAmount,
  source: PaymentSource.default(PaymentSource.enum.recharge),
  purchasedLitres: PurchasedLitres.default(0),
}
const DeductionAnswer = z.object(deductionResult)
export type DeductionAnswer = z.infer<typeof DeductionAnswer>

/** Before a scheme is saved: what would it take from a payment of a new account? */
export const tryScheme = endpoint({
  method: 'POST',
  path: `${schemePath}/trial`,
  permission: 'billing:surchargeScheme:query',
  summary: 'What charging items would take from a payment on a day, settled last on another; nothing is stored',
  request: z.object({
    ...payment,
    items: z.array(TypedItem).min(1).max(chargingItemsMax),
    /** The day on which the items were settled last, or the account got them. */
    since: LocalDate,
    day: LocalDate,
  }),
  response: DeductionAnswer,
})

const { create: _, ...deductionListCalls } = callsOf(deductions)

export const previewDeduction = endpoint({
  method: 'POST',
  path: '/prod-api/business/deduction/preview',
  permission: 'billing:deduction:query',
  summary: 'What a payment of an account would deduct now, in which order; nothing is stored',
  request: z.object({ accountNo: AccountNo, ...payment }),
  response: DeductionAnswer,
})

export const deductionCalls = {
  ...deductionListCalls,
  create: endpoint({
    method: 'POST',
    path: '/prod-api/business/deduction',
    permission: 'billing:deduction:add',
    summary: 'Deduct surcharges and instalments from a payment of an account; the same deductionId again changes nothing',
    request: z.object({ deductionId: z.uuid(), accountNo: AccountNo, ...payment, ...confirmedAmount }),
    response: z.object({ deductionNo: z.int() }),
  }),
}

const orderPath = '/prod-api/business/deductionOrder'

export const findDeductionOrder = endpoint({
  method: 'GET',
  path: orderPath,
  permission: 'billing:deduction:query',
  summary: 'The order in which the utility deducts',
  request: z.object({}),
  /** Null for the order that holds until one is set. */
  response: z.object({ deductionOrder: DeductionOrder, setBy: z.string().nullable(), setAt: Instant.nullable() }),
})

export const setDeductionOrder = endpoint({
  method: 'PUT',
  path: orderPath,
  permission: 'billing:deduction:configure',
  summary: 'Set the order in which the utility deducts; deductions that were made keep theirs',
  request: z.object({ deductionOrder: DeductionOrder }),
  response: z.object({ position: z.int() }),
})

export const assignScheme = endpoint({
  method: 'PUT',
  path: '/prod-api/business/personalSurcharge/scheme',
  permission: 'billing:personalSurcharge:edit',
  summary: 'Give an account a surcharge scheme, or none',
  request: z.object({ accountNo: AccountNo, surchargeSchemeId: RowId.nullable().default(null) }),
  response: z.object({ position: z.int() }),
})

/** A charging item of an account, and what was last taken for it; null where nothing was. */
export const AccountItem = ChargingItem.extend({
  feeType: FeeType,
  lastSettlementDate: LocalDate.nullable(),
  lastDeductionMinor: RestMinor.nullable(),
  lastDeductionAt: Instant.nullable(),
})
export type AccountItem = z.infer<typeof AccountItem>

export const findAccountCharges = endpoint({
  method: 'GET',
  path: '/prod-api/business/accountCharges/:accountNo',
  permission: 'billing:debt:list',
  summary: 'The surcharge scheme of an account, its personal surcharges, up to where they are settled, and its open debts',
  request: z.object({ accountNo: AccountNo }),
  response: z.object({
    scheme: z.object({ surchargeSchemeId: z.int(), schemeName: z.string(), status: SchemeStatus }).nullable(),
    /** Those of the scheme, then those of the account. */
    items: z.array(AccountItem).max(2 * chargingItemsMax),
    cumulativeLitres: z.int(),
    debtMinor: z.int(),
    debts: z.array(OpenDebt),
  }),
})

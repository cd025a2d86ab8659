import { z } from 'zod'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import { RowId } from '../shared/lists.ts'
import { text } from '../shared/text.ts'
import { AccountNo, Instant, MeterNumber } from '../shared/values.ts'
import { SaleKind, SaleStatus, TypedAmount } from './agent-money.ts'

const path = '/prod-api/business/agentDesk'
const permission = 'agents:desk:sell'
const Minor = z.int()

/** The float of the caller, and what was sold today. */
const Float = z.object({
  balanceMinor: Minor,
  ceilingMinor: Minor,
  heldMinor: Minor,
  /** Balance and ceiling, less what is held for sales on their way. */
  availableMinor: Minor,
  saleLimitMinor: Minor,
  dayLimitMinor: Minor,
  commissionBasisPoints: z.int(),
  unpaidMinor: Minor,
  soldTodayMinor: Minor,
  salesToday: z.int(),
  earnedTodayMinor: Minor,
})
export type DeskFloat = z.infer<typeof Float>

export const deskFloat = endpoint({
  method: 'GET',
  path: `${path}/float`,
  permission,
  summary: 'The caller’s float as an agent, the limits, and today’s sales',
  request: z.object({}),
  response: Float,
})

export const deskCustomersMax = 8
/** A customer as an agent sees it: the name only of those that the agent has sold to. */
const DeskCustomer = z.object({
  accountNo: AccountNo,
  customerName: z.string().nullable(),
  address: z.string().nullable(),
  meterNo: z.string().nullable(),
  isOwn: z.boolean(),
})
export type DeskCustomer = z.infer<typeof DeskCustomer>

export const deskFind = endpoint({
  method: 'GET',
  path: `${path}/find`,
  permission,
  summary: 'The caller’s own customers by any word; others by the whole number of the account, the meter or its PAN',
  request: z.object({ search: text(100).min(1) }),
  response: z.object({ customers: z.array(DeskCustomer).max(deskCustomersMax) }),
})

/** Digits of the PAN that are on the meter and in the hands of the buyer. */
const PanLastFour = z.string().regex(/^\d{4}$/)
const sold = { kind: SaleKind, accountNo: AccountNo, amount: TypedAmount }

const Part = z.object({ name: z.string(), amountMinor: Minor })
export const deskPreview = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  permission,
  summary: 'What a sale would pay, what the customer gets, what the agent earns, and what is left of the float; nothing is stored',
  request: z.object({ ...sold, meterNo: MeterNumber.optional() }),
  response: z.object({
    amountMinor: Minor,
    /** Surcharges and instalments that are taken first. */
    deductions: z.array(Part).max(200),
    billsMinor: Minor,
    /** To the balance, or for the water of the tokens. */
    restMinor: Minor,
    litres: z.int().nullable(),
    /** Of a sale of tokens: the meter as it is shown before money is taken. */
    meter: z.object({ meterNo: MeterNumber, panLastFour: PanLastFour, lastToken: z.string().nullable(), tokenCount: z.int() }).nullable(),
    commissionMinor: Minor,
    availableMinor: Minor,
    leftMinor: Minor,
  }),
})

/** A sale as its agent sees it. */
const DeskSale = z.object({
  saleNo: z.int(),
  saleId: z.uuid(),
  kind: SaleKind,
  status: SaleStatus,
  accountNo: AccountNo,
  meterNo: MeterNumber.nullable(),
  amountMinor: Minor,
  commissionMinor: Minor,
  reasonCode: z.string(),
  /** In the order in which they are entered; empty for a sale without tokens. */
  tokens: z.array(z.string()),
  createTime: Instant,
})
export type DeskSale = z.infer<typeof DeskSale>

export const deskSell = endpoint({
  method: 'POST',
  path: `${path}/sell`,
  permission,
  summary:
    'Sell: the float is debited, the account or the meter gets it, and the commission is earned. The same identifier is the same sale',
  request: z.object({
    saleId: z.uuid(),
    ...sold,
    meterNo: MeterNumber.optional().meta({ description: 'of a sale of tokens' }),
    panLastFour: PanLastFour.optional().meta({ description: 'of a sale of tokens: the last four digits of the PAN' }),
    ...confirmedAmount,
  }),
  response: DeskSale,
})

export const deskSale = endpoint({
  method: 'GET',
  path: `${path}/sale/:saleId`,
  permission,
  summary: 'What became of a sale of the caller, by the identifier that was chosen: sold with its tokens, on its way, or not sold',
  request: z.object({ saleId: z.uuid() }),
  response: DeskSale,
})

export const deskSalesMax = 50
export const deskSales = endpoint({
  method: 'GET',
  path: `${path}/sales`,
  permission,
  summary: 'The caller’s latest sales',
  request: z.object({}),
  response: z.object({ rows: z.array(DeskSale).max(deskSalesMax) }),
})

export const deskReceipt = endpoint({
  method: 'GET',
  path: `${path}/receipt/:saleNo`,
  permission,
  summary: 'The receipt of one of the caller’s sales as PDF: of the payment, or of the tokens',
  envelope: 'file',
  fileTypes: ['application/pdf'],
  request: z.object({
    saleNo: RowId,
    language: Language.optional().meta({ description: 'the language of the receipt; the reader’s unless given' }),
  }),
  response: z.object({}),
})

import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { verbatim } from '../shared/text.ts'
import { AccountNo, Instant, LocalDate, MeterNumber, TenantCode } from '../shared/values.ts'
import { minorOf, TypedAmount } from './amounts.ts'
import { OrderStatus } from './payment-order.ts'

/** The code on a bill, as people type it: with or without spaces and hyphens, in either case. */
const PayCode = z.string().regex(/^[0-9A-Za-z -]{8,24}$/)
/** Given for a right code; further calls of the page need it, and no second check of the code. */
const PayPass = verbatim(600).min(1)
/** The content of a pass, under its signature; `until` in epoch milliseconds. */
export const PayPassContent = z.object({ tenant: TenantCode, accountNo: AccountNo, contractNo: z.int(), until: z.int() })

/** Without an account this part of the address opens the form with the tenant filled in. */
export const payPath = '/pay'

const lineMinor = z.int()

/** One bill of the present holder that is not paid. */
const OpenBill = z.object({
  billId: z.uuid(),
  billNo: z.int(),
  periodFrom: LocalDate,
  periodTo: LocalDate,
  dueOn: LocalDate,
  openMinor: lineMinor,
  isOverdue: z.boolean(),
})

/** A meter that takes tokens, shown before money is taken. */
const PayMeter = z.object({
  meterNo: MeterNumber,
  panLastFour: z.string(),
  lastToken: z.object({ digits: z.string(), issuedAt: Instant, litres: z.int() }).nullable(),
})

/** A name under which the utility offers a platform. */
const PayPlatform = z.object({ associationId: z.int(), name: z.string() })

export const PayAccount = z.object({
  pass: PayPass,
  utility: z.string(),
  accountNo: AccountNo,
  address: z.string().nullable(),
  currency: z.string(),
  isPrepaid: z.boolean(),
  /** Below zero where the account owes. */
  balanceMinor: z.int(),
  openMinor: z.int(),
  debtsMinor: z.int(),
  bills: z.array(OpenBill),
  meters: z.array(PayMeter),
  platforms: z.array(PayPlatform),
})
export type PayAccount = z.infer<typeof PayAccount>

export const openPayPage = endpoint({
  method: 'POST',
  path: '/api/v1/pay/account',
  permission: 'public',
  summary:
    'For customers without a sign-in: what an account owes, by its number and the code of its bill. A wrong number and a wrong code are answered alike, and attempts are limited',
  request: z.object({ tenant: TenantCode, accountNo: AccountNo, code: PayCode }),
  response: PayAccount,
})

const choice = { pass: PayPass, associationId: z.int().positive().max(Number.MAX_SAFE_INTEGER), amount: TypedAmount }
const meterNo = MeterNumber.optional().meta({ description: 'the meter that gets a token; left out where none is bought' })

/** The division of an amount among what is owed and water, as it is before it is paid. */
const PayPreview = z.object({
  amountMinor: z.int(),
  feeMinor: z.int(),
  /** Deductions, such as surcharges and instalments of debts. */
  lines: z.array(z.object({ name: z.string(), amountMinor: z.int() })),
  billsMinor: z.int(),
  /** For the balance, or for water. */
  restMinor: z.int(),
  litres: z.int().nullable(),
  token: z.object({ chargedMinor: z.int(), litres: z.int(), tokenCount: z.int() }).nullable(),
})
export type PayPreview = z.infer<typeof PayPreview>

export const previewOnPayPage = endpoint({
  method: 'POST',
  path: '/api/v1/pay/preview',
  permission: 'public',
  summary: 'What an amount would pay and buy, for the holder of a pass; nothing is stored',
  request: z.object({ ...choice, meterNo }),
  response: PayPreview,
})

export const placeOnPayPage = endpoint({
  method: 'POST',
  path: '/api/v1/pay/orders',
  permission: 'public',
  summary:
    'Place a payment order for the holder of a pass. The identifier is random and opens the order again; a repetition places one order',
  request: z.object({ ...choice, meterNo, orderId: z.uuid({ version: 'v4' }) }),
  response: z.object({ orderId: z.uuid() }),
})

const PaidToken = z.object({
  meterNo: MeterNumber,
  /** Twenty digits each, in the order in which they are entered; empty until they are made. */
  digits: z.array(z.string()),
  litres: z.int(),
  /** No token comes: the money is the balance of the account. */
  hasFailed: z.boolean(),
})

/** An order as its payer sees it. */
export const PayOrder = z.object({
  utility: z.string(),
  timeZone: z.string(),
  accountNo: AccountNo,
  orderNumber: z.string(),
  platform: z.string(),
  currency: z.string(),
  status: OrderStatus,
  orderMinor: z.int(),
  feeMinor: z.int(),
  receivedMinor: z.int(),
  placedAt: Instant,
  paidAt: Instant.nullable(),
  /** The page of the platform on which it is paid; null where the platform asks on the telephone, or has not answered yet. */
  payAddress: z.string().nullable(),
  isAccepted: z.boolean(),
  /** Of money that has reached the account. */
  receipt: z
    .object({
      paymentNo: z.int(),
      lines: z.array(z.object({ name: z.string(), amountMinor: z.int() })),
      billsMinor: z.int(),
      restMinor: z.int(),
    })
    .nullable(),
  /** Null for an order without a meter. */
  token: PaidToken.nullable(),
})
export type PayOrder = z.infer<typeof PayOrder>

export const followPayOrder = endpoint({
  method: 'POST',
  path: '/api/v1/pay/order',
  permission: 'public',
  summary: 'The state of an order, its receipt and its tokens, for the holder of its identifier',
  request: z.object({ tenant: TenantCode, orderId: z.uuid() }),
  response: PayOrder,
})

/** The link and the code by which the holder of an account pays without a sign-in. */
export const findPayLink = endpoint({
  method: 'GET',
  path: '/prod-api/business/customer/:accountNo/payLink',
  permission: 'payments:order:add',
  summary:
    'The address of the page on which the holder of an account pays, with the code of the account. Null where no platform is offered',
  request: z.object({ accountNo: AccountNo }),
  response: z.object({
    link: z.object({ address: z.string(), page: z.string(), code: z.string() }).nullable(),
    platforms: z.array(PayPlatform),
  }),
})

/** The form of the page. */
export const PayForm = openPayPage.request
export const PayAmount = z.object({ amount: TypedAmount.refine((amount) => minorOf(amount) > 0) })

/** The part behind `#` of the page's address is `values`, which no server and no log gets. */
export const payAddressOf = (base: string, tenant: string, values: Readonly<Record<string, string>>): string =>
  `${base.replace(/\/+$/, '')}${payPath}/${tenant}#${new URLSearchParams(values).toString()}`

export const payFragment = { account: 'account', code: 'code', order: 'order' } as const

import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { endpoint } from '../shared/endpoint.ts'
import { formatText } from '../shared/format-texts.ts'
import { Language } from '../shared/language.ts'
import { RowId } from '../shared/lists.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { AccountNo, Instant, MeterNumber } from '../shared/values.ts'
import { SalePayMethod, saleLitresMax, TokenStatus } from './token.ts'
import { RechargeFlag } from './token-refund.ts'
import { tokens } from './token-row.ts'

export const listTokenHistory = historyCallOf(tokens, '/api/v1/tokens')

const minorPerUnit = 100
const litresPerCubicMetre = 1_000
const amountMax = 10_000_000
/** Hundredths of an amount. Doubles carry fifteen digits: further digits are noise. */
export const minorOfAmount = (amount: number): number => Number((amount * minorPerUnit).toPrecision(15))
/** Litres of a volume in cubic metres. */
export const litresOfVolume = (cubicMetres: number): number => Number((cubicMetres * litresPerCubicMetre).toPrecision(15))

const isAmount = (amount: number): boolean => Number.isInteger(minorOfAmount(amount))
const Amount = z.number().min(0.01).max(amountMax).refine(isAmount, formatText('amount'))
/** The last four digits of the meter's account number, as they are on the meter and in the hands of the buyer. */
const PanLastFour = z.string().regex(/^\d{4}$/)

/** The form of the sale desk: an amount or a volume, one of the two. */
export const TokenDeskForm = z.object({
  amount: Amount.optional(),
  cubicMetres: z
    .number()
    .min(0.001)
    .max(saleLitresMax / litresPerCubicMetre)
    .optional(),
  meterNo: MeterNumber.optional(),
  payMethod: SalePayMethod,
})
/** The confirmation of the buyer's meter, after it was shown. */
export const TokenDeskConfirmation = z.object({ panLastFour: PanLastFour })

/** Shown before money is taken: the meter, the money, and what it buys. */
const TokenQuote = z.object({
  accountNo: AccountNo,
  meterNo: MeterNumber,
  panLastFour: PanLastFour,
  /** Null where it is not known, and for callers who may not see accounts. */
  customerName: z.string().nullable(),
  address: z.string().nullable(),
  /** The last token of the meter; null for its first. */
  lastToken: z.object({ digits: z.string(), issuedAt: Instant, litres: z.int() }).nullable(),
  amountMinor: z.int(),
  /** Taken for bills, debts and surcharges before water. */
  owedMinor: z.int(),
  chargedMinor: z.int(),
  vatMinor: z.int(),
  /** Too little for a litre: it stays the balance of the account. */
  balanceMinor: z.int(),
  litres: z.int(),
  roundedUpLitres: z.int(),
  /** Tokens that the sale has: one, or several where the volume is above the exact range. */
  tokenCount: z.int(),
})
export type TokenQuote = z.infer<typeof TokenQuote>

export const quoteToken = endpoint({
  method: 'GET',
  path: '/prod-api/business/token/quote',
  permission: 'prepaid:token:sell',
  summary: 'What an amount buys for a meter, or what a volume costs, with the meter as it is shown before money is taken; nothing is sold',
  request: z.object({
    accountNo: AccountNo,
    meterNo: MeterNumber.optional().meta({ description: 'the meter of the account; needed where it has several' }),
    amount: typedNumber().min(0.01).max(amountMax).refine(isAmount, formatText('amount')).optional(),
    cubicMetres: typedNumber()
      .min(0.001)
      .max(saleLitresMax / litresPerCubicMetre)
      .optional()
      .meta({ description: 'instead of an amount' }),
  }),
  response: TokenQuote,
})

export const sellToken = endpoint({
  method: 'POST',
  path: '/prod-api/business/token/sell',
  permission: 'prepaid:token:sell',
  summary: 'Take money and sell a token; the same identifier again answers the same token, and another sale under it is refused',
  request: z.object({
    requestId: z.uuid(),
    accountNo: AccountNo,
    meterNo: MeterNumber,
    panLastFour: PanLastFour,
    amount: Amount,
    payMethod: SalePayMethod.default(SalePayMethod.enum.cash),
    ...confirmedAmount,
  }),
  response: z.object({
    tokenNo: z.int(),
    tokens: z.array(z.string()),
    amountMinor: z.int(),
    chargedMinor: z.int(),
    litres: z.int(),
    roundedUpLitres: z.int(),
  }),
})

export const tokenReceipt = endpoint({
  method: 'GET',
  path: '/prod-api/business/token/receipt/:tokenNo',
  permission: 'prepaid:token:query',
  summary: 'The receipt of a token as PDF, with the digits in large type and a QR code; printing it again makes no token',
  envelope: 'file',
  fileTypes: ['application/pdf'],
  request: z.object({
    tokenNo: RowId,
    language: Language.optional().meta({ description: 'the language of the receipt; the reader’s unless given' }),
  }),
  response: z.object({}),
})

/**
 * Whether a token is in the meter: confirmed by a two-way meter, or found in a review of its refund; on its way to the meter by radio; otherwise unknown,
 * because a token goes one way.
 */
export const TokenEntry = z.enum(['entered', 'notEntered', 'onItsWay', 'unknown'])
export type TokenEntry = z.infer<typeof TokenEntry>

/** Content and origin of twenty digits, as far as they are known here. */
const DecodedToken = z.object({
  /** Made by this service for a meter of the tenant. */
  isOurs: z.boolean(),
  /** The checksum is right under the key of the meter; null where no meter is known for it. */
  isIntact: z.boolean().nullable(),
  tokenNo: z.int().nullable(),
  tokenClass: z.int().min(0).max(3),
  kind: z.string(),
  meterNo: z.string().nullable(),
  accountNo: z.string().nullable(),
  status: TokenStatus.nullable(),
  /** The minute of the token. */
  issuedAt: Instant.nullable(),
  litres: z.int().nullable(),
  register: z.int().nullable(),
  amountMinor: z.int().nullable(),
  soldBy: PersonName.nullable(),
  /** Found by a review of its refund; null where no refund was applied for. */
  rechargeFlag: RechargeFlag.nullable(),
  entry: TokenEntry,
})
export type DecodedToken = z.infer<typeof DecodedToken>

export const decodeToken = endpoint({
  method: 'POST',
  path: '/prod-api/business/token/decode',
  permission: 'prepaid:token:decode',
  summary: 'What twenty digits are: class, kind, minute and amount, and whether they were made here. Limited by the minute, and logged',
  request: z.object({
    digits: z
      .string()
      .max(40)
      .regex(/^\s*(\d[\s-]*){20}$/),
    meterNo: MeterNumber.optional().meta({ description: 'the meter whose key reads digits that were not made here' }),
  }),
  response: DecodedToken,
})

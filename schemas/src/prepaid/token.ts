import { z } from 'zod'
import { text } from '../shared/text.ts'
import { AccountNo, Instant, MeterNumber } from '../shared/values.ts'
import { MeterPan } from './sts-identifiers.ts'
import { keyGeneration, StsAlgorithm } from './sts-meter.ts'

/** Ten billion units of the currency, in hundredths, as in billing. */
const minorMax = 1_000_000_000_000
export const SaleMinor = z.int().min(0).max(minorMax)
/** Money at the counter, as in billing: cash or bank. */
export const SalePayMethod = z.enum({ cash: '0', bank: '1' })
export type SalePayMethod = z.infer<typeof SalePayMethod>

/** Water, or management of the meter. */
export const TokenKind = z.enum({
  credit: '0',
  powerLimit: '1',
  clearCredit: '2',
  tariffRate: '3',
  clearTamper: '4',
  unbalanceLimit: '5',
  keyChange: '6',
  /** Water that was left in the meter that this one replaced. */
  replacementCredit: '7',
})
export type TokenKind = z.infer<typeof TokenKind>

/** Failed: no token was made, and the money is the balance of the account. */
export const TokenStatus = z.enum({ started: '0', issued: '1', failed: '2', returned: '3', awaitsApproval: '4', refused: '5' })
export type TokenStatus = z.infer<typeof TokenStatus>

/** Tokens of one sale: a sale above the exact range is split. */
export const tokensMax = 12
export const TokenDigits = z.string().regex(/^\d{20}$/)

/** Litres of one sale: twelve exact tokens. */
export const saleLitresMax = 19_659_600
export const SoldLitres = z.int().min(0).max(saleLitresMax)

/** A sale is of one meter, and its identifier was chosen by the seller: the same one again is the same sale. */
export const ofSale = { meterNo: MeterNumber, requestId: z.uuid() }

/** The meter and the generation of its key when its tokens were made. */
export const SoldTo = z.object({ meterPan: MeterPan, algorithm: StsAlgorithm, ...keyGeneration })
export type SoldTo = z.infer<typeof SoldTo>

const identifierMax = 0xff_ffff
const unitsMax = 18_201_624
/** A token before it is made: its identifier is taken from the meter's for ever, also where no token is made with it. */
export const TokenPart = z.object({ units: z.int().min(1).max(unitsMax), tokenIdentifier: z.int().min(0).max(identifierMax) })
export type TokenPart = z.infer<typeof TokenPart>

const sale = {
  ...{ ...ofSale, accountNo: AccountNo, amountMinor: SaleMinor.min(1), payMethod: SalePayMethod },
  /** The user of the agent who sells, from whose float the money comes. */
  agentId: z.int().positive().optional(),
}

/** The money came with a payment order: no request waits for the tokens, and the policy makes them at once. */
const isOrdered = z.boolean().optional()
export const StartTokenSale = z.object({ type: z.literal('StartTokenSale'), ...sale, isOrdered })
export const RequestTokens = z.object({
  type: z.literal('RequestTokens'),
  ...ofSale,
  litres: SoldLitres,
  chargedMinor: SaleMinor,
})
const tokens = z.array(TokenDigits).min(1).max(tokensMax)
export const RecordTokens = z.object({ type: z.literal('RecordTokens'), ...ofSale, tokens })
/** The code of the refusal that ended the sale. */
const reasonCode = text(64).min(1)
export const FailTokenSale = z.object({ type: z.literal('FailTokenSale'), ...ofSale, reasonCode })

export const saleEventTypes = {
  /** Money is about to be taken for tokens of a meter. */
  'prepaid.TokenSaleStarted': { version: 1, data: z.object({ ...sale, isOrdered, at: Instant }) },
  /** The money was taken; the vending module is about to be given these requests. */
  'prepaid.TokensRequested': {
    version: 1,
    data: z.object({
      ...ofSale,
      /** Litres that were paid, and those that are given because a token counts in tenths of a cubic metre. */
      litres: SoldLitres,
      roundedUpLitres: z.int().min(0).max(saleLitresMax),
      chargedMinor: SaleMinor,
      parts: z.array(TokenPart).min(1).max(tokensMax),
      soldTo: SoldTo,
      at: Instant,
    }),
  },
  'prepaid.TokensIssued': { version: 1, data: z.object({ ...ofSale, tokens, at: Instant }) },
  'prepaid.TokenSaleFailed': { version: 1, data: z.object({ ...ofSale, reasonCode, at: Instant }) },
} as const
export type SaleCommand = z.infer<typeof StartTokenSale | typeof RequestTokens | typeof RecordTokens | typeof FailTokenSale>

/** The request of a vending module as it compares repeats: it has no key. */
const asked = text(2_000).min(1)
const vended = {
  vendingId: text(100).min(1),
  asked,
  tokens: z.array(TokenDigits).min(1).max(4),
  tokenIdentifier: z.int().min(0).max(identifierMax).nullable(),
  units: z.int().min(0).max(unitsMax).nullable(),
  roundedUpUnits: z.int().min(0).max(unitsMax).nullable(),
}
export const KeepVended = z.object({ type: z.literal('KeepVended'), ...vended })
export type KeepVended = z.infer<typeof KeepVended>
export const vendingEventTypes = {
  /** The software module keeps what it made under the identifier of its request, before it answers. */
  'prepaid.TokensVended': { version: 1, data: z.object({ ...vended, at: Instant }) },
} as const

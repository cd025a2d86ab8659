import { z } from 'zod'
import { lines } from '../shared/text.ts'
import { AccountNo, Instant, MeterNumber } from '../shared/values.ts'
import { BillMinor, ContractNo, Postings } from './ledger.ts'

/** A sale of water before it is used, such as by tokens. `saleId` is its identifier wherever it is known. */
const ofSale = { accountNo: AccountNo, saleId: z.uuid() }
const litresMax = 1_000_000_000_000
const sold = {
  ...ofSale,
  meterNo: MeterNumber,
  /** With VAT, and the VAT in it. */
  amountMinor: BillMinor,
  vatMinor: BillMinor,
  litres: z.int().min(0).max(litresMax),
}
const reason = lines(200).min(1)
const contractNo = ContractNo.optional()

export const SellWater = z.object({ type: z.literal('SellWater'), ...sold, contractNo })
export const TakeWaterBack = z.object({ type: z.literal('TakeWaterBack'), ...ofSale, reason })
export type WaterSaleCommand = z.infer<typeof SellWater | typeof TakeWaterBack>

export const waterSaleEventTypes = {
  /** The balance of the account paid for water that is used later: revenue of the day of the sale. */
  'billing.WaterSold': { version: 1, data: z.object({ ...sold, contractNo, postings: Postings, at: Instant }) },
  /** The water was not used: its price is the balance of the account again. */
  'billing.WaterTakenBack': {
    version: 1,
    data: z.object({ ...sold, reason, contractNo, postings: Postings, at: Instant }),
  },
} as const

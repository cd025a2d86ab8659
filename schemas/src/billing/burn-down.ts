import { z } from 'zod'
import { AccountNo, Instant, LocalDate } from '../shared/values.ts'
import { BillLine, BillVolume, billLinesMax, billVolumesMax, SignedMinor } from './bill.ts'
import { BillMinor, ContractNo, Postings } from './ledger.ts'
import { ChargeKind } from './tariff.ts'

/** Deductions of one period at most: one a day, and some for what is settled later. */
export const deductionsOfPeriodMax = 10_000

const Litres = z.int().min(0).max(1e12)
const SignedLitres = z.int().min(-1e12).max(1e12)

/** By how much one kind of charge of a period is more than was deducted before; below zero where it is less. */
export const DeductedUse = BillLine.pick({
  priceScheme: true,
  version: true,
  step: true,
  unitPriceMinor: true,
  vatBasisPoints: true,
}).extend({
  kind: ChargeKind,
  litres: SignedLitres,
  amountMinor: SignedMinor,
  vatMinor: SignedMinor,
})
export type DeductedUse = z.infer<typeof DeductedUse>

const ofAccount = { accountNo: AccountNo }

/** The use of a prepaid account in a period as it is known, and its price up to date, by the rating of bills. */
const used = {
  /** First local day, and the day after the last one that counts: the period of one month and one holder, up to now. */
  periodFrom: LocalDate,
  periodTo: LocalDate,
  litres: Litres,
  /** Of these, what the service assumed for days that are not known yet, and how many days these are. */
  estimatedLitres: Litres,
  estimatedDays: z.int().min(0).max(31),
  volumes: z.array(BillVolume.pick({ meterNo: true, month: true, litres: true })).max(billVolumesMax),
  /** The sum of all deductions of the period, with VAT. */
  dueMinor: BillMinor,
  computedAtPosition: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
}

export const DeductConsumption = z.object({
  type: z.literal('DeductConsumption'),
  ...ofAccount,
  contractNo: ContractNo,
  ...used,
  /** The charges of the whole period up to its end. */
  charges: z.array(BillLine).max(billLinesMax),
})
export type DeductConsumption = z.infer<typeof DeductConsumption>

export const FinishBurnDown = z.object({
  type: z.literal('FinishBurnDown'),
  /** The last local day that counts. */
  day: LocalDate,
  /** Accounts that were looked at, those of which something was deducted, and those that are held. */
  accounts: z.int().min(0).max(1e9),
  deducted: z.int().min(0).max(1e9),
  held: z.int().min(0).max(1e9),
  totalMinor: SignedMinor,
})
export type FinishBurnDown = z.infer<typeof FinishBurnDown>

/** The reason why nothing is deducted for an account. */
export const BurnDownHeld = z.enum(['not-billed', 'no-price', 'no-reading', 'use-below-zero'])
export type BurnDownHeld = z.infer<typeof BurnDownHeld>

export const burnDownEventTypes = {
  /** The use of a prepaid account is taken from its balance, or given back where less was used than was assumed. */
  'billing.ConsumptionDeducted': {
    version: 1,
    data: z.object({
      ...ofAccount,
      /** The nth deduction of its period: with account and period it names the event. */
      sequence: z.int().min(1).max(deductionsOfPeriodMax),
      ...used,
      lines: z.array(DeductedUse).max(2 * billLinesMax),
      /** Of this deduction: below zero where money goes back. */
      amountMinor: SignedMinor,
      vatMinor: SignedMinor,
      totalMinor: SignedMinor,
      contractNo: ContractNo.optional(),
      postings: Postings,
      at: Instant,
    }),
  },
  'billing.BurnDownFinished': { version: 1, data: FinishBurnDown.omit({ type: true }).extend({ at: Instant }) },
} as const

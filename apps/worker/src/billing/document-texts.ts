import type { BillLine, BillType } from '@nightflow/schemas/billing/bill'

/** The words of bills and statements on paper. */
export type DocumentTexts = {
  bill: string
  billOfType: Record<Exclude<BillType, typeof BillType.enum.ordinary>, string>
  number: string
  account: string
  period: string
  issued: string
  due: string
  /** The account when the bill was issued: owed for the bills before, moved since, this bill, and all of it. */
  previous: string
  since: string
  thisBill: string
  inAll: (day: string) => string
  /** Charges of a bill beside water. */
  taken: string
  basis: string
  amountWithVat: string
  residual: (amount: string) => string
  /** Over a bill that is shown as it was believed at a moment. */
  asOf: (moment: string) => string
  holder: string
  /** Where the reader may not see who holds an account, and where the holder was erased. */
  hidden: string
  erased: string
  billed: string
  settled: string
  open: string
  paid: string
  voided: string
  use: string
  useOf: string
  average: string
  before: string
  lastYear: string
  unknown: string
  meters: string
  meter: string
  month: string
  registerBefore: string
  registerAfter: string
  volume: string
  days: string
  stated: string
  charges: string
  step: (step: number) => string
  fixed: string
  minimum: string
  scheme: string
  unitPrice: string
  amount: string
  vat: string
  net: string
  adjustments: string
  total: string
  dividedBy: Record<NonNullable<BillLine['dividedBy']>, string>
  slip: string
  payee: string
  reference: string
  toPay: string
  payBy: (day: string) => string
  scanTransfer: string
  scanText: string
  payOnline: string
  payCode: string
  nothingOpen: string
  nothingDue: string
  page: (page: number, pages: number) => string
  annex: string
  annexIntro: (position: string) => string
  roundedToDate: string
  versions: string
  version: string
  effectiveFrom: string
  event: string
  daysTitle: string
  howKnown: string
  how: { measured: string; accepted: string; estimated: string; edited: string; unknown: string }
  decidedDays: string
  reason: string
  day: string
  changedSince: (litres: string) => string
  moreDays: (count: number) => string
}

import type { MonthOfUse } from '@nightflow/domain/billing/compare-use'
import { type BillDocument, billFileName, type HolderOnPaper } from '@nightflow/domain/billing/papers'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { payLinkOf } from '@nightflow/platform/payments/pay-codes'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import type { BillCalculation, billCalculation, billPdf } from '@nightflow/schemas/billing/bill-documents'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { timeZoneOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { FileAnswer } from '../http/send-answer.ts'
import { issuerOf, papersOf, pdfMediaType } from '../resource/papers.ts'
import { findBillAsOf } from './bill-as-of.ts'
import { explainBill } from './bill-calculation.ts'
import { holderOnPaper } from './holder-on-paper.ts'
import { seesHolder } from './named-holders.ts'

const store = storeOf(resources.bills)

/** The holder of an account, before a local day or of a contract; null for callers who may not see the account. */
export const holderSeenBy = async (context: RequestContext, of: Parameters<typeof holderOnPaper>[1]): Promise<HolderOnPaper> =>
  context.caller.may(seesHolder) ? ((await holderOnPaper(context, of)) ?? null) : null

type Wanted = { billNo: number; asOf: string | undefined; hasAnnex: boolean; timeZone: string }

/** A bill as it is, or as it was believed at a moment; undefined where there is none of this number. */
const billOf = async (
  context: RequestContext,
  { billNo, asOf }: { billNo: number; asOf: string | undefined },
): Promise<{ bill: BillDocument['bill']; asOf: string | null } | undefined | Rejection> => {
  if (asOf !== undefined) return findBillAsOf({ billNo, asOf }, context)
  const bill = await context.read((database) => store.find(database, billNo))
  return bill && { bill, asOf: null }
}

/** Everything that the paper of one bill shows; undefined where there is none of this number. */
export const gatherBill = async (
  context: RequestContext,
  { billNo, asOf, hasAnnex, timeZone }: Wanted,
): Promise<BillDocument | undefined | Rejection> => {
  const then = await billOf(context, { billNo, asOf })
  if (then === undefined || isRejection(then)) return then
  const { bill } = then
  const explained = await explainBill(context, { ...then, timeZone }, { hasDays: hasAnnex, hasUse: true })
  if (isRejection(explained)) return explained
  const { calculation, daysBefore } = explained
  const holder = await holderSeenBy(context, { accountNo: bill.accountNo, day: bill.periodTo, timeZone })
  const issuedOn = localDay(Date.parse(bill.createTime), timeZone)
  const { accountNo, contractNo } = bill
  const payOnline =
    holder && (await payLinkOf(context.servicePool, context.tokenSecret, { tenant: context.caller.tenant, accountNo, contractNo }))
  return { bill, asOf: then.asOf, hasAnnex, calculation, holder, issuedOn, payOnline, use: monthsOf(daysBefore, bill) }
}

const daysIn = (month: string): number => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()

/** Sums by month; whole is a month of which every day is known. The months of the bill are what it says of them, with the days before it. */
const monthsOf = (days: readonly { day: string; litres: number | null }[], bill: BillDocument['bill']): MonthOfUse[] => {
  const known = new Map<string, { litres: number; days: Set<string> }>()
  const add = (month: string, litres: number, day: string): void => {
    const sum = known.get(month) ?? { litres: 0, days: new Set() }
    known.set(month, sum)
    sum.litres += litres
    sum.days.add(day)
  }
  for (const { day, litres } of days) if (litres !== null) add(day.slice(0, 7), litres, day)
  for (const { month, litres } of bill.volumes) add(month, litres, month)
  const inBill = new Set(bill.volumes.map(({ month }) => month))
  return [...known].map(([month, sum]) => ({
    month,
    litres: Math.round(sum.litres),
    isWhole: inBill.has(month) || sum.days.size === daysIn(month),
  }))
}

export const printBill = async (
  { billNo, asOf, language: wanted, annex }: RequestOf<typeof billPdf>,
  context: RequestContext,
): Promise<FileAnswer | Rejection> => {
  const language = wanted ?? context.language
  const issuer = await issuerOf(context)
  const document = await gatherBill(context, { billNo, asOf, hasAnnex: annex === 'true', timeZone: issuer.timeZone })
  if (!document) return rejected('not-found')
  if (isRejection(document)) return document
  const bytes = await papersOf(context).bill({ issuer, language }, document)
  return { fileName: billFileName(document.bill), mediaType: pdfMediaType, bytes }
}

export const showCalculation = async (
  { billNo, asOf }: RequestOf<typeof billCalculation>,
  context: RequestContext,
): Promise<BillCalculation | undefined | Rejection> => {
  const timeZone = await timeZoneOf(context)
  const then = await billOf(context, { billNo, asOf })
  if (then === undefined || isRejection(then)) return then
  const explained = await explainBill(context, { ...then, timeZone }, { hasDays: true, hasUse: false })
  return isRejection(explained) ? explained : explained.calculation
}

import type { BillDocument } from '@nightflow/domain/billing/papers'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { printBills, printedBillsMax } from '@nightflow/schemas/billing/bill-batches'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { ProblemError } from '../http/problem.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'
import { type MadeFile, madeFile } from '../resource/export-routes.ts'
import { issuerOf, papersOf, pdfMediaType } from '../resource/papers.ts'
import { gatherBill } from './bill-documents.ts'
import { selectBills } from './select-bills.ts'

const store = storeOf(resources.bills)

/** The bills of a request one behind the other, each from a page of its own. */
const print = async (
  { language: wanted, annex, ...selected }: RequestOf<typeof printBills>,
  context: RequestContext,
): Promise<MadeFile | Rejection> => {
  const billNos = await selectBills(context, store, selected, printedBillsMax)
  if (billNos.length === 0) return rejected('no-bills-selected')
  if (billNos.length > printedBillsMax) return rejected('bills-to-print-too-many', { max: printedBillsMax })
  const language = wanted ?? context.language
  return {
    make: async ({ signal, onRows }) => {
      const issuer = await issuerOf(context)
      async function* documents(): AsyncGenerator<BillDocument> {
        for (const [nth, billNo] of billNos.entries()) {
          signal.throwIfAborted()
          const document = await gatherBill(context, { billNo, asOf: undefined, hasAnnex: annex === 'true', timeZone: issuer.timeZone })
          if (document === undefined || isRejection(document)) throw new ProblemError(document ?? rejected('not-found'))
          yield document
          onRows?.(nth + 1)
        }
      }
      const bytes = await papersOf(context).bills({ issuer, language }, billNos.length, documents())
      return { fileName: 'bills.pdf', mediaType: pdfMediaType, bytes }
    },
  }
}

export const printBillsRoute: Route = madeFile(printBills, print)

import { accountCollectionDecider } from '@nightflow/domain/billing/account-collection-decider'
import { type BillDocument, billFileName, type Paper } from '@nightflow/domain/billing/papers'
import { type MailedBill, mailBill, mailedBillsOf } from '@nightflow/platform/messages/outbox'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { runOfNumber } from '@nightflow/projections/billing/bill-runs'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { type MailingRow, mailBills, mailedBillsMax } from '@nightflow/schemas/billing/bill-batches'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { Language } from '@nightflow/schemas/shared/language'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { decide } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'
import { jobCommand } from '../resource/export-job.ts'
import type { MadeFile } from '../resource/export-routes.ts'
import { issuerOf, papersOf, pdfMediaType } from '../resource/papers.ts'
import { writeSpreadsheet } from '../spreadsheet/write-spreadsheet.ts'
import { gatherBill } from './bill-documents.ts'
import { seesHolder } from './named-holders.ts'
import { selectBills } from './select-bills.ts'

const store = storeOf(resources.bills)

/** Sends each bill of a selection or of a run to its holder, once per mailing; the mailing of a run is the run. */
const mail = async (
  { mailingId, heads, words, ...selected }: RequestOf<typeof mailBills>,
  context: RequestContext,
): Promise<MadeFile | Rejection> => {
  if (!context.caller.may(seesHolder)) return rejected('permission-missing')
  const billNos = await selectBills(context, store, selected, mailedBillsMax)
  if (billNos.length === 0) return rejected('no-bills-selected')
  if (billNos.length > mailedBillsMax) return rejected('bills-to-mail-too-many', { max: mailedBillsMax })
  const { run, settings } = await context.read(async (database) => ({
    run: selected.billRunNo === undefined ? undefined : await runOfNumber(database, selected.billRunNo),
    settings: (await readCollectionSettings(database)).settings,
  }))
  const mailing = { mailingId: run?.runId ?? mailingId, language: settings.messageLanguage }
  return {
    make: async ({ signal, onRows }) => {
      const rows = await mailEach(context, billNos, mailing, { signal, onRows })
      const file = await writeSpreadsheet(inBatches(rows), { heads, words }, { signal })
      return { fileName: 'bills-mailed.xlsx', ...file, counts: countsOf(rows) }
    },
  }
}

async function* inBatches(rows: readonly MailingRow[]): AsyncGenerator<readonly MailingRow[]> {
  yield rows
}

const countsOf = (rows: readonly MailingRow[]): Record<string, number> => {
  const counts: Record<string, number> = { mailed: 0, withoutAddress: 0, mailedBefore: 0, tooLarge: 0 }
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

type Mailing = { mailingId: string; language: Language }
type Told = Parameters<MadeFile['make']>[0]

const mailEach = async (
  context: RequestContext,
  billNos: readonly number[],
  { mailingId, language }: Mailing,
  { signal, onRows }: Told,
): Promise<MailingRow[]> => {
  const { servicePool: pool, caller } = context
  const issuer = await issuerOf(context)
  const before = await mailedBillsOf(pool, { tenant: caller.tenant, mailingId })
  const rows: MailingRow[] = []
  for (const billNo of billNos) {
    signal.throwIfAborted()
    const document = await gatherBill(context, { billNo, asOf: undefined, hasAnnex: false, timeZone: issuer.timeZone })
    if (document === undefined || isRejection(document)) continue
    const { accountNo, billId } = document.bill
    const recipient = document.holder?.email ?? ''
    const outcome = before.has(billNo)
      ? 'mailedBefore'
      : recipient === ''
        ? 'withoutAddress'
        : await mailBill(pool, {
            tenant: caller.tenant,
            mailingId,
            billNo,
            recipient,
            ...(await messageOf(context, document, { issuer, language })),
          })
    if (outcome === 'mailed' || outcome === 'mailedBefore')
      await decide(context, accountCollectionDecider, { type: 'RecordBillMailing', accountNo, billId, mailingId, language }, () => null)
    rows.push({ accountNo, billNo, outcome })
    onRows?.(rows.length)
  }
  return rows
}

/** The message of one bill, with its PDF. */
const messageOf = async (
  context: RequestContext,
  document: BillDocument,
  paper: Paper,
): Promise<Pick<MailedBill, 'subject' | 'body' | 'attachment'>> => {
  const { bytes, ...text } = await papersOf(context).billMail(paper, document)
  return { ...text, attachment: { fileName: billFileName(document.bill), mediaType: pdfMediaType, bytes } }
}

export const mailBillsRoute: Route = jobCommand(mailBills, mail)

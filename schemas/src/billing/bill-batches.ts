import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { ExportJob } from '../shared/export-job.ts'
import { createdWithin, RowId, wording } from '../shared/lists.ts'
import { bills } from './bill.ts'
import { documentChoice } from './bill-documents.ts'

/** Bills of one PDF: about a hundred megabytes would be the next step. */
export const printedBillsMax = 500

/** Numbers of bills, apart by commas: a form carries texts alone. */
const BillNos = z
  .string()
  .max(20_000)
  .regex(/^(\d{1,15}(,\d{1,15})*)?$/)
  .default('')
  .transform((numbers) => (numbers === '' ? [] : numbers.split(',').map(Number)))
  .meta({ description: 'numbers of bills, apart by commas; without them, and without a run, the filter selects' })

const selection = { ...bills.filter, ...createdWithin, billNos: BillNos, billRunNo: RowId.optional() }
const Selection = z.object(selection)
/** Which bills a batch is of. */
export type SelectedBills = z.output<typeof Selection>

export const printBills = endpoint({
  method: 'POST',
  path: '/prod-api/business/bill/print',
  permission: 'billing:bill:export',
  summary: `One PDF of at most ${printedBillsMax} bills: of a selection, of a bill run, or of what a filter leaves. \`/api/v1/exports\` makes it in the background`,
  envelope: 'file',
  fileTypes: ['application/pdf'],
  request: z.object({ ...selection, ...documentChoice }),
  response: z.object({}),
})

/** Bills of one mailing. */
export const mailedBillsMax = 2_000

export const mailingOutcomes = ['mailed', 'withoutAddress', 'mailedBefore', 'tooLarge'] as const
/** Outcome of one bill of a mailing. */
export type MailingRow = { accountNo: string; billNo: number; outcome: (typeof mailingOutcomes)[number] }

export const mailBills = endpoint({
  method: 'POST',
  path: '/prod-api/business/bill/mail',
  permission: 'billing:bill:remind',
  summary: `Sends bills to their holders by e-mail, each once per mailing or run, ${mailedBillsMax} at most. Answers the job that does it: \`/api/v1/exports\` has its progress, and its file says what became of each. Needs the right to see accounts`,
  request: z.object({
    ...selection,
    mailingId: z
      .uuid()
      .meta({ description: 'chosen by the caller: a repeated request sends no bill again. The mailing of a run is the run' }),
    ...wording,
  }),
  response: ExportJob,
})

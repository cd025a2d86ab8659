import { lastDayOf } from '@nightflow/domain/billing/papers'
import { type AccountStatement, StatementFileRow, statementExport } from '@nightflow/schemas/billing/account-statement'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { mediaTypeOfReport } from '@nightflow/schemas/shared/report'
import type { RequestContext } from '../http/request-context.ts'
import { writeCsv } from '../http/write-csv.ts'
import { type ExportRoute, madeFile, spreadsheet } from '../resource/export-routes.ts'
import { whole } from '../resource/report-routes.ts'
import { columnsOfRow } from '../resource/row-columns.ts'
import { showStatement } from './show-statement.ts'

const nothing = { at: null, from: null, to: null, note: '', position: null } as const

const rowsOf = (statement: AccountStatement): StatementFileRow[] => {
  const { from, to, openingMinor, lines, chargedMinor, settledMinor, closingMinor } = statement
  return [
    { ...nothing, kind: 'opening', from, chargedMinor: 0, settledMinor: 0, balanceMinor: openingMinor },
    ...lines.map(({ at, kind, period, note, amountMinor, balanceMinor, position }) => ({
      ...{ at, kind, note, position, from: period?.from ?? null, to: period ? lastDayOf(period.to) : null },
      ...{ chargedMinor: Math.max(0, amountMinor), settledMinor: Math.max(0, -amountMinor), balanceMinor },
    })),
    { ...nothing, kind: 'closing', to, chargedMinor, settledMinor, balanceMinor: closingMinor },
  ]
}

type Asked = Parameters<typeof showStatement>[0]

const sheet = spreadsheet(statementExport, async (request, context) => {
  const statement = await showStatement(request, context)
  if (isRejection(statement)) return statement
  const { heads, words } = request
  return {
    fileName: `${nameOf(request)}.xlsx`,
    wording: { heads, words },
    row: StatementFileRow,
    rows: () => whole(Promise.resolve(rowsOf(statement))),
  }
})

const nameOf = ({ accountNo, from, to }: Asked): string => `${accountNo}-${from}-${to}`

/** The statement as a spreadsheet in the words of the reader, or as CSV with the fields of the API. */
export const statementExportRoute: ExportRoute = madeFile(statementExport, async (request, context: RequestContext) => {
  if (request.format === 'xlsx') return sheet.prepare(request, context)
  const statement = await showStatement(request, context)
  if (isRejection(statement)) return statement
  return {
    fileName: `${nameOf(request)}.csv`,
    mediaType: mediaTypeOfReport.csv,
    write: () => writeCsv(columnsOfRow(StatementFileRow), whole(Promise.resolve(rowsOf(statement)))),
  }
})

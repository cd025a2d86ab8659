import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Heads } from './lists.ts'
import type { Permission } from './permissions.ts'
import { text, verbatim } from './text.ts'

/** Rows of one spreadsheet; larger ones are imported in parts. */
export const importRowsMax = 5000
/** Problems that one answer lists; the result file holds all of them. */
export const importProblemsMax = 500

/** `preview` writes nothing, `good` writes the rows without a problem, `all` writes all rows or none. */
export const ImportMode = z.enum(['preview', 'good', 'all'])
export type ImportMode = z.infer<typeof ImportMode>

export const ImportProblem = z.object({
  /** As the spreadsheet counts: its head is row 1. */
  row: z.int().min(1),
  /** A field of the form; empty when it is about the whole row. */
  column: z.string(),
  /** The address of the cell, such as `B3`; empty where the sheet has no column of the field. */
  cell: z.string(),
  /** The content of the cell. */
  value: z.string(),
  /** The validation error in the reader's language. */
  message: z.string(),
})

export const ImportOutcome = z.object({
  /** Rows of the spreadsheet without its head, and those of them without a problem. */
  total: z.int(),
  good: z.int(),
  /** Rows written; none by a preview. */
  imported: z.int(),
  /** Those of the rows written that changed something that existed. */
  updated: z.int(),
  problems: z.array(ImportProblem).max(importProblemsMax),
  /** Heads of columns that no field has; their cells are not imported. */
  ignoredHeads: z.array(z.string()),
  /** Name of a file for `/prod-api/common/download` with every row and what became of it; null after a preview. */
  resultFile: z.string().nullable(),
  /** The result file shows first passwords, which are kept nowhere else. */
  hasPasswords: z.boolean(),
  /** The job that writes the rows, whose outcome is the one that counts; null where this answer is the outcome. */
  job: z.uuid().nullable(),
})
export type ImportOutcome = z.infer<typeof ImportOutcome>

/** An xlsx file. */
export const spreadsheetMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The calls of an import: a template whose heads are the reader's words, and the file itself, looked at first and written then. */
export const importEndpoints = ({ path, permission, noun }: { path: `/prod-api/${string}`; permission: Permission; noun: string }) => ({
  importTemplate: endpoint({
    method: 'POST',
    path: `${path}/importTemplate`,
    permission,
    summary: `An empty spreadsheet for ${noun}s`,
    envelope: 'file',
    // Files of banks are CSV.
    fileTypes: [spreadsheetMediaType, 'text/csv'],
    request: z.object({ heads: Heads.optional() }),
    response: z.object({}),
  }),
  importData: endpoint({
    method: 'POST',
    path: `${path}/importData`,
    permission,
    summary: `Look at a spreadsheet of ${noun}s, or write its rows`,
    upload: 'file',
    request: z.object({
      mode: ImportMode.default('all'),
      heads: Heads.optional(),
      /** Rows that exist are changed in the columns that the sheet fills; otherwise they are refused. */
      updateSupport: z.stringbool().default(false),
      /** Writes although the preview warns, such as of a bank statement that does not open with the last closing balance. */
      isConfirmed: z.stringbool().default(false),
      /** The rows are written by a job, so that the person may leave the page. A preview never is. */
      inBackground: z.stringbool().default(false),
      /** The thing that the rows belong to, where the sheet does not name it. */
      about: text(64).optional(),
    }),
    response: ImportOutcome,
  }),
})
export type ImportEndpoints = ReturnType<typeof importEndpoints>

/** Fetches a file that the service made for the person, such as what became of an import. */
export const downloadFile = endpoint({
  method: 'POST',
  path: '/prod-api/common/download',
  permission: 'signed-in',
  summary: 'A file that was made for me; it may be removed once it is fetched',
  envelope: 'file',
  fileTypes: [spreadsheetMediaType, 'text/csv', 'application/pdf', 'image/png', 'image/jpeg', 'application/vnd.apache.arrow.stream'],
  request: z.object({ fileName: verbatim(200).min(1), delete: z.stringbool().default(false) }),
  response: z.object({}),
})

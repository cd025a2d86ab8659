import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { ExportJob } from '../shared/export-job.ts'
import { text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'

export const startExport = endpoint({
  method: 'POST',
  path: '/api/v1/exports',
  permission: 'signed-in',
  summary: 'Make a spreadsheet in the background; needs the permission of the export that `path` names, and takes its filter as `request`',
  request: z.object({ path: text(200), request: z.record(text(64), text(20_000)).default({}) }),
  response: ExportJob,
})

export const listExports = endpoint({
  method: 'GET',
  path: '/api/v1/exports',
  permission: 'signed-in',
  summary: 'My exports of the last day, newest first; page on with `before`',
  request: z.object({
    before: z.uuid().optional().meta({ description: 'only exports started before this one: the `next` of the answer before' }),
    limit: typedNumber().int().min(1).max(100).default(20),
  }),
  response: z.object({ rows: z.array(ExportJob), next: z.uuid().nullable() }),
})

export const findExport = endpoint({
  method: 'GET',
  path: '/api/v1/exports/:id',
  permission: 'signed-in',
  summary: 'Progress of one of my exports',
  request: z.object({ id: z.uuid() }),
  response: ExportJob,
})

export const cancelExport = endpoint({
  method: 'DELETE',
  path: '/api/v1/exports/:id',
  permission: 'signed-in',
  summary: 'Cancel one of my exports, waiting or running',
  request: z.object({ id: z.uuid() }),
  response: z.object({}),
})

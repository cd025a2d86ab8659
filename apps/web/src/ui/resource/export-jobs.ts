import { cancelExport, listExports, startExport } from '@nightflow/schemas/platform/export-jobs'
import { type ExportJob, isExportOver } from '@nightflow/schemas/shared/export-job'
import { downloadFile } from '@nightflow/schemas/shared/import'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'

const watchMilliseconds = 1000

/** Exports of this person. They are polled while one of them waits or runs, whichever page is open. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: ({ signal }) => call(listExports, {}, signal),
  refetchInterval: (query) => (query.state.data?.rows.some((job) => !isExportOver(job)) ? watchMilliseconds : false),
})

/** Starts an export in the background; its progress is shown by `ExportNotice`. */
export const beginExport = async (client: QueryClient, path: string, request: Record<string, string>): Promise<void> => {
  const job = await call(startExport, { path, request })
  await client.cancelQueries({ queryKey: exportsQuery.queryKey })
  client.setQueryData(exportsQuery.queryKey, (known) => ({ next: null, ...known, rows: [job, ...(known?.rows ?? [])] }))
}

export const stopExport = async (client: QueryClient, id: string): Promise<void> => {
  await call(cancelExport, { id })
  await client.invalidateQueries({ queryKey: exportsQuery.queryKey })
}

export const saveExport = ({ file, fileName }: ExportJob): Promise<void> =>
  download(downloadFile, { fileName: file ?? '' }, fileName ?? 'export.xlsx')

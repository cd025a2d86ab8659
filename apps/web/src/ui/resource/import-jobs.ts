import { findImportJob, type ImportJob, isImportOver, listImportJobs, resumeImportJob } from '@nightflow/schemas/platform/import-jobs'
import { downloadFile } from '@nightflow/schemas/shared/import'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'

const watchMilliseconds = 1000
const progressMilliseconds = 300

/** Imports of this person. They are polled while one of them goes on, whichever page is open. */
export const importJobsQuery = queryOptions({
  queryKey: ['import-jobs'],
  queryFn: ({ signal }) => call(listImportJobs, {}, signal),
  refetchInterval: (query) => (query.state.data?.rows.some((job) => !isImportOver(job)) ? watchMilliseconds : false),
})

/** One import that its dialog waits for. */
export const importJobQuery = (id: string) =>
  queryOptions({
    queryKey: ['import-job', id],
    queryFn: ({ signal }) => call(findImportJob, { id }, signal),
    refetchInterval: (query) => (query.state.data && isImportOver(query.state.data) ? false : progressMilliseconds),
  })

/** Goes on with an import that was cut off; `ImportNotice` shows its progress. */
export const resumeImport = async (client: QueryClient, id: string): Promise<void> => {
  await call(resumeImportJob, { id })
  await client.invalidateQueries({ queryKey: importJobsQuery.queryKey })
}

export const saveImportResult = ({ outcome }: Pick<ImportJob, 'outcome'>): Promise<void> =>
  download(downloadFile, { fileName: outcome?.resultFile ?? '' }, 'result.xlsx')

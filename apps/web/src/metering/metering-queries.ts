import { listImports, listMeterReadings, listMeterVolumes, listQuarantine } from '@nightflow/schemas/metering/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { countDays } from '#ui/local-days.ts'
import type { pageOf } from '#ui/table/list-search.ts'

export const readingsMax = 10_000

export const readingsQuery = (number: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['readings', number, from, to],
    queryFn: ({ signal }) => call(listMeterReadings, { number, from, to, limit: readingsMax }, signal),
    placeholderData: keepPreviousData,
  })

export const volumesQuery = (number: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['volumes', number, from, to],
    queryFn: async ({ signal }) => {
      const resolution = countDays(from, to) <= 120 ? 'hour' : 'day'
      const answer = await call(listMeterVolumes, { number, from, to, resolution }, signal)
      // Hours that have not begun are left out: they are neither zero nor unknown. A period without any reading is an empty one.
      const begun = answer.rows.filter((row) => Date.parse(row.from) <= Date.now())
      return { ...answer, rows: begun.every(({ unknownBecause }) => unknownBecause === 'no-data') ? [] : begun }
    },
    placeholderData: keepPreviousData,
  })

type Page = { page: number; size: number }

export const quarantineQuery = (meter: string | undefined, { page, size, from }: ReturnType<typeof pageOf>) =>
  queryOptions({
    queryKey: ['quarantine', meter ?? null, page, size, from ?? null],
    queryFn: ({ signal }) => call(listQuarantine, { meter, page, limit: size, from }, signal),
    placeholderData: keepPreviousData,
  })

export const importsQuery = ({ page, size }: Page) =>
  queryOptions({
    queryKey: ['imports', page, size],
    queryFn: ({ signal }) => call(listImports, { page, limit: size }, signal),
    placeholderData: keepPreviousData,
  })

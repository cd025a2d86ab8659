import type { listMeterReadings } from '@nightflow/schemas/metering/endpoints'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Pages } from '../shared/pages.ts'
import { ProblemError } from '../shared/problem.ts'

type Request = RequestOf<typeof listMeterReadings>

/** As many readings as one answer may hold; a meter that reports more in a day is a fault that must not be cut off in silence. */
const readingsOfDayMax = 10_000

/** Ten years in one export. */
const exportDaysMax = 3660

const dayMilliseconds = 86_400_000
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMilliseconds
const dateOf = (day: number): string => new Date(day * dayMilliseconds).toISOString().slice(0, 10)

/** Readings have no cursor but their days: an export asks for one local day after the other. */
export const pagesOfDays: Pages<Request> = (whole) => {
  if (dayOf(whole.to) - dayOf(whole.from) >= exportDaysMax) {
    const message = `at most ${exportDaysMax} days in one export`
    throw new ProblemError(rejected('request-invalid'), { detail: message, errors: [{ path: 'to', code: 'value', message }] })
  }
  return {
    first: whole.from > whole.to ? whole : { ...whole, to: whole.from, limit: readingsOfDayMax },
    next: (page, rows) => {
      if (rows.length >= readingsOfDayMax)
        throw new Error(`meter ${page.number} has more than ${readingsOfDayMax} readings on ${page.from}`)
      const day = dateOf(dayOf(page.from) + 1)
      return day <= whole.to ? { ...page, from: day, to: day } : undefined
    },
  }
}

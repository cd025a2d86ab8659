import { type DateForm, type FixedDateForm, writeDate, writeInstant } from '@nightflow/schemas/platform/date-form'
import { createContext } from 'react'

/** The tenant's date form, and the zone in which files of the browser write instants. Before the sign-in, the language's own. */
export type WrittenDates = { form: DateForm; timeZone: string }

export const WrittenDatesContext = createContext<WrittenDates>({ form: 'language', timeZone: 'UTC' })

const dayForm = /^(\d{4})-(\d{2})-(\d{2})$/
const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** A value of a file: days and instants in a form that the tenant chose, everything else and every value without such a form as it is. */
export const writtenValue = <Value extends string | number | null>(value: Value, { form, timeZone }: WrittenDates): Value | string => {
  if (form === 'language' || typeof value !== 'string') return value
  return writtenText(value, form, timeZone)
}

const writtenText = (text: string, form: FixedDateForm, timeZone: string): string => {
  const day = dayForm.exec(text)
  if (day) return writeDate(form, { year: Number(day[1]), month: Number(day[2]), day: Number(day[3]) })
  return instantForm.test(text) ? writeInstant(form, Date.parse(text), timeZone) : text
}

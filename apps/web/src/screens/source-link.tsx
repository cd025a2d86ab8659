import type { AnyReport } from '@nightflow/schemas/shared/report'
import { type AnyRow, exactly } from '@nightflow/schemas/shared/resource'
import { ScreenLink } from '#shell/screen-link.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useScreenSearch } from '#ui/screen-search.ts'
import type { ListSearch } from '#ui/table/list-search.ts'
import { useFormat } from '#ui/use-format.ts'

const monthLength = 'YYYY-MM'.length

/** The first and the last day of a month, or the day itself. */
const daysOf = (at: string): { beginTime: string; endTime: string } => {
  if (at.length > monthLength) return { beginTime: at, endTime: at }
  const [year, month] = at.split('-').map(Number)
  const last = new Date(Date.UTC(year ?? 0, month ?? 1, 0)).getUTCDate()
  return { beginTime: `${at}-01`, endTime: `${at}-${last}` }
}

/** The field that names a row of a report, as a link to what the row was computed from. */
export function SourceLink({ report, row, field }: { report: AnyReport; row: AnyRow; field: string }) {
  const { screen, params = {}, search = {}, wholeSearch = {}, fixed = {}, within, ofSameDays } = report.source
  const { beginTime, endTime } = useScreenSearch<ListSearch>()
  const { day } = useFormat()
  const words = useResourceWords({ texts: report.texts, name: report.name, calls: { dictionaries: report.dictionaries ?? {} } })
  const value = String(row[field] ?? '–')
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const text = isDay ? day(value) : words.word(field, value).label
  const fieldsOf = (named: Readonly<Record<string, string>>, write: (text: string) => string = String): Record<string, string> =>
    Object.fromEntries(Object.entries(named).flatMap(([name, from]) => (row[from] === null ? [] : [[name, write(String(row[from]))]])))
  return (
    <ScreenLink
      screen={screen}
      params={fieldsOf(params)}
      search={{
        ...fixed,
        ...fieldsOf(search),
        ...fieldsOf(wholeSearch, exactly),
        ...(within !== undefined && daysOf(String(row[within]))),
        ...(ofSameDays && { beginTime, endTime }),
      }}
      className="nf-link nf-figures"
    >
      {text}
    </ScreenLink>
  )
}

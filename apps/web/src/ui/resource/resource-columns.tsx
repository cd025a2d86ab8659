import { type Endpoint, isBackOffice } from '@nightflow/schemas/shared/endpoint'
import { quantityOf } from '@nightflow/schemas/shared/units-of-fields'
import { z } from 'zod'
import { useSession } from '#session/session-query.ts'
import { InstantText } from '#ui/instant.tsx'
import { lastDayOf } from '#ui/local-days.ts'
import type { Resource, ResourceCalls } from '#ui/resource/resource.ts'
import type { ResourceWords } from '#ui/resource/resource-words.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { DataColumn } from '#ui/table/data-table.tsx'
import { phoneRanks } from '#ui/table/phone-order.ts'
import { useFormat } from '#ui/use-format.ts'
import { minorPerUnit, useMoney } from '#ui/use-money.ts'

/** The schema of a value that is there. */
function present(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? present(schema.def.innerType)
    : schema
}

export const wordsIn = (schema: z.core.$ZodType): string[] => {
  const inner = present(schema)
  if (inner instanceof z.ZodEnum) return inner.options.map(String)
  return inner instanceof z.ZodBoolean ? ['true', 'false'] : []
}

/** The call of a list names the fields that it sorts by: in its `sort` under `/api/v1`, in its `sorts` for the back office. */
const isSortable = ({ path, request, sorts }: Endpoint, field: string): boolean =>
  isBackOffice(path) ? (sorts?.includes(field) ?? true) : (request.shape.sort as z.ZodType | undefined)?.safeParse(field).success === true

/** Columns of a resource as its schema has them: figures to the right, times in the tenant's zone, words and badges for what is enumerated. */
export function useResourceColumns<Row extends object>(
  {
    calls,
    columns,
    moreColumns = [],
    unsortable = [],
    cell = {},
    choices = {},
    spans = {},
    onPhone = [],
  }: Resource<Row, ResourceCalls<Row>>,
  words: ResourceWords,
): DataColumn<Row>[] {
  const format = useFormat()
  const money = useMoney()
  const moneyOf = (minor: number | null): string => (minor === null ? '–' : money(minor))
  const { timeZone } = useSession()
  const shape = calls.row.shape
  const ranks = phoneRanks(columns, onPhone)
  return [...columns, ...moreColumns].map((field): DataColumn<Row> => {
    const schema = present(shape[field]!)
    const slot = cell[field]
    const common = {
      id: field,
      label: words.field(field),
      hidden: moreColumns.includes(field),
      phoneRank: ranks.get(field),
      unsortable: unsortable.includes(field) || !isSortable(calls.list, field),
    }
    const plain = (row: Row): string | number | null => {
      const value: unknown = row[field]
      if (value === null || value === undefined || value === '') return null
      if (wordsIn(schema).length > 0) return words.word(field, value).label
      const chosen = choices[field]?.find((choice) => choice.value === String(value))
      if (chosen) return chosen.label
      if (Array.isArray(value)) return value.length > 0 ? format.list(value.map(String)) : null
      return typeof value === 'number' ? value : String(value)
    }
    const until = spans[field]
    if (until !== undefined) {
      const [first, last] = [(row: Row) => textIn(row[field]), (row: Row) => lastDayOf(textIn(row[until]))]
      return {
        ...common,
        label: words.field('period'),
        parts: [field, until].map((id) => ({ id, label: words.field(id) })),
        value: (row) => [first(row), last(row)].filter((day) => day !== null).join(' – '),
        cell: (row) => format.period(first(row), textIn(row[until])),
      }
    }
    if (slot) return { ...common, value: plain, cell: slot, numeric: schema instanceof z.ZodNumber }
    // A name carries its unit: this one is money in hundredths.
    if (field.endsWith('Minor'))
      return { ...common, value: (row) => unitsOf(numberIn(row[field])), numeric: true, cell: (row) => moneyOf(numberIn(row[field])) }
    const quantity = quantityOf(field)
    if (quantity) {
      const { unit, per, decimals } = quantity
      const shown = (row: Row): number | null => {
        const value = numberIn(row[field])
        return value === null ? null : value / per
      }
      return { ...common, unit, numeric: true, value: shown, cell: (row) => format.number(shown(row), decimals) }
    }
    if (schema instanceof z.ZodISODateTime)
      return { ...common, value: plain, cell: (row) => <InstantText at={textIn(row[field])} timeZone={timeZone} /> }
    if (schema instanceof z.ZodISODate) return { ...common, value: plain, cell: (row) => format.day(textIn(row[field])) }
    // The identifier of a choice is no figure.
    if (schema instanceof z.ZodNumber && !choices[field])
      return { ...common, value: plain, numeric: true, cell: (row) => format.number(numberIn(row[field])) }
    if (wordsIn(schema).length > 0)
      return { ...common, value: plain, cell: (row) => <WordCell words={words} field={field} value={row[field]} /> }
    return { ...common, value: plain, cell: (row) => <TextCell text={plain(row)} /> }
  })
}

/** An amount that is not known is empty, never nothing. */
const unitsOf = (minor: number | null): number | null => (minor === null ? null : minor / minorPerUnit)

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function WordCell({ words, field, value }: { words: ResourceWords; field: string; value: unknown }) {
  if (value === null || value === undefined) return '–'
  const { label, meaning } = words.word(field, value)
  return meaning ? <StatusBadge meaning={meaning} label={label} /> : label
}

function TextCell({ text }: { text: string | number | null }) {
  if (text === null) return '–'
  return (
    <span className="nf-clip" title={String(text)}>
      {text}
    </span>
  )
}

import { SegmentedControl, Text } from '@mantine/core'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupOf, groupsBy, type NightGroup, weekdayOf } from '#leakage/investigation/night-groups.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'

type Props = {
  rows: readonly NightFlowRow[]
  /** The local day of the chosen mark, which parts the nights before it from those after it. */
  markDay: string | undefined
}

/** A Monday, to name the weekdays. */
const monday = Date.UTC(2026, 0, 5)
const dayMilliseconds = 86_400_000
const groupings = ['weekday', 'month', 'event'] as const
type Grouping = (typeof groupings)[number]
type Line = { name: string; group: NightGroup }

/** How the night minima of the shown days are distributed: over all nights, by weekday, by month, or before and after the chosen mark. */
export function NightStatistics({ rows, markDay }: Props) {
  const { t } = useTranslation('leakage')
  const [by, setBy] = useState<Grouping>('weekday')
  const lines = useLines(rows, by, markDay)
  return (
    <section className="nf-panel" aria-label={t('investigation.nights.title')}>
      <div className="nf-panel-head nf-figures-head">
        <Text component="h2" className="nf-panel-title" m={0}>
          {t('investigation.nights.title')}
        </Text>
      </div>
      <div className="nf-nights-by">
        <SegmentedControl
          size="xs"
          aria-label={t('investigation.nights.by')}
          value={by}
          data={groupings.map((value) => ({ value, label: t(`investigation.nights.grouping.${value}`) }))}
          onChange={setBy}
        />
      </div>
      {lines.length === 0 ? (
        <Text size="xs" c="dimmed" px="sm" pb="sm">
          {t('investigation.nights.none')}
        </Text>
      ) : (
        <NightLines lines={lines} />
      )}
    </section>
  )
}

function NightLines({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const column = (name: 'lowest' | 'p20' | 'median' | 'p80' | 'highest' | 'netMedian') => ({
    head: t(`investigation.nights.${name}`),
    isNumber: true as const,
    cell: ({ group }: Line) => format.cubicMetres(group[name], 2),
  })
  return (
    <FigureTable
      minWidth={620}
      rows={lines}
      keyOf={({ name }) => name}
      columns={[
        { head: t('investigation.nights.group'), cell: ({ name }) => name },
        { head: t('investigation.nights.count'), isNumber: true, cell: ({ group }) => format.number(group.nights) },
        column('lowest'),
        column('p20'),
        column('median'),
        column('p80'),
        column('highest'),
        column('netMedian'),
      ]}
    />
  )
}

function useLines(rows: readonly NightFlowRow[], by: Grouping, markDay: string | undefined): Line[] {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const line = (name: string, of: readonly NightFlowRow[]): Line[] => {
    const group = groupOf(of)
    return group ? [{ name, group }] : []
  }
  const all = line(t('investigation.nights.all'), rows)
  if (by === 'month') return [...all, ...groupsBy(rows, (day) => day.slice(0, 7)).map(({ key, group }) => ({ name: key, group }))]
  if (by === 'weekday') {
    const nameOf = (weekday: string) => format.weekday(new Date(monday + Number(weekday) * dayMilliseconds).toISOString().slice(0, 10))
    return [...all, ...groupsBy(rows, (day) => String(weekdayOf(day))).map(({ key, group }) => ({ name: nameOf(key), group }))]
  }
  if (markDay === undefined) return all
  return [
    ...all,
    ...line(
      t('investigation.nights.before', { day: format.day(markDay) }),
      rows.filter(({ date }) => date < markDay),
    ),
    ...line(
      t('investigation.nights.after', { day: format.day(markDay) }),
      rows.filter(({ date }) => date >= markDay),
    ),
  ]
}

import { Button, SegmentedControl, Select, Switch, TextInput } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import type { NightFlowRow, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nightFlowQuery } from '#leakage/leakage-queries.ts'
import { NothingThen } from '#leakage/nothing-then.tsx'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { MomentSlider, ThenAndNowChart } from '#leakage/then-and-now.tsx'
import { isFigureEstimated } from '#leakage/use-estimated-text.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { aboutIf } from '#ui/about-if.ts'
import { type DayRangeChoice, resolveRange } from '#ui/day-range.ts'
import { DayRangePicker } from '#ui/form/day-range-picker.tsx'
import { dayOf, instantOfWall, wallTextOf } from '#ui/local-days.ts'
import { Page } from '#ui/page.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { type DataColumn, DataTable } from '#ui/table/data-table.tsx'
import { useTableState } from '#ui/table/table-state.ts'
import { useFormat } from '#ui/use-format.ts'

export type TimeTravelChoice = DayRangeChoice & {
  partition?: string | undefined
  asOf?: string | undefined
  /** Days that are the same then and now are shown too. */
  same?: 'shown' | undefined
}
type Props = { choice: TimeTravelChoice; onChoice: (choice: TimeTravelChoice) => void }

/** What did we believe then? A partition's figures at a position or an instant of the log, beside those of now. */
export function TimeTravelScreen({ choice, onChoice }: Props) {
  const { t } = useTranslation('leakage')
  const partitions = useQuery(partitionsQuery)
  const rows = partitions.data?.rows
  const partition = rows?.find(({ id }) => id === choice.partition) ?? rows?.[0]
  return (
    <Page title={t('timeTravel.title')} subtitle={t('timeTravel.subtitle')}>
      {partitions.isError && <ErrorState error={partitions.error} onRetry={() => partitions.refetch()} />}
      {partition && rows && (
        <div className="nf-panel nf-form-row">
          <Select
            size="xs"
            label={t('column.partition')}
            w={220}
            searchable
            allowDeselect={false}
            data={rows.map(({ id, name }) => ({ value: id, label: name }))}
            value={partition.id}
            onChange={(id) => onChoice({ partition: id ?? undefined })}
          />
          <MomentSlider partition={partition} asOf={choice.asOf} onAsOf={(asOf) => onChoice({ asOf })} />
          <MomentForm key={choice.asOf ?? ''} asOf={choice.asOf} timeZone={partition.timeZone} onAsOf={(asOf) => onChoice({ asOf })} />
        </div>
      )}
      {partition && choice.asOf && <Comparison partition={partition} choice={choice} asOf={choice.asOf} onChoice={onChoice} />}
      {partition && !choice.asOf && (
        <div className="nf-panel">
          <EmptyState icon={IconHistory} title={t('timeTravel.emptyTitle')} text={t('timeTravel.emptyText')} />
        </div>
      )}
    </Page>
  )
}

function MomentForm({ asOf, timeZone, onAsOf }: { asOf: string | undefined; timeZone: string; onAsOf: (asOf: string) => void }) {
  const { t } = useTranslation('leakage')
  const { inputDates } = useFormat()
  const isPositionChosen = asOf !== undefined && /^\d+$/.test(asOf)
  const [kind, setKind] = useState<string>(isPositionChosen ? 'position' : 'instant')
  const [position, setPosition] = useState(isPositionChosen ? asOf : '')
  // A link to a moment says which one: as the zone's clock shows it.
  const [moment, setMoment] = useState<string | null>(
    asOf !== undefined && !isPositionChosen ? wallTextOf(Date.parse(asOf), timeZone) : null,
  )
  const instant = moment && instantOfWall(moment, timeZone)
  const isFuture = kind === 'instant' && instant !== null && instant !== '' && Date.parse(instant) > Date.now()
  const chosen = kind === 'position' ? (/^\d+$/.test(position.trim()) ? position.trim() : null) : isFuture ? null : instant
  return (
    <>
      <SegmentedControl
        size="xs"
        value={kind}
        onChange={setKind}
        aria-label={t('timeTravel.by')}
        data={[
          { value: 'instant', label: t('timeTravel.byInstant') },
          { value: 'position', label: t('timeTravel.byPosition') },
        ]}
      />
      {kind === 'position' ? (
        <TextInput
          size="xs"
          w={200}
          label={t('timeTravel.position')}
          inputMode="numeric"
          value={position}
          onChange={(event) => setPosition(event.currentTarget.value)}
        />
      ) : (
        <DateTimePicker
          size="xs"
          w={200}
          valueFormat={inputDates.moment}
          label={t('timeTravel.instant', { zone: timeZone })}
          maxDate={wallTextOf(Date.now(), timeZone)}
          value={moment}
          onChange={setMoment}
          error={isFuture ? t('timeTravel.future') : undefined}
          placeholder={t('timeTravel.choose')}
        />
      )}
      <Button size="xs" disabled={!chosen} onClick={() => chosen && onAsOf(chosen)}>
        {t('timeTravel.go')}
      </Button>
    </>
  )
}

type Pair = { date: string; before: NightFlowRow | undefined; now: NightFlowRow | undefined }
const compared = ['supplyLitres', 'leakageLitres', 'leakageRate', 'nightMinimumFlowLitresPerHour', 'klRatio', 'completeness'] as const

function Comparison({
  partition,
  choice,
  asOf,
  onChoice,
}: {
  partition: PartitionRow
  choice: TimeTravelChoice
  asOf: string
  onChoice: (choice: TimeTravelChoice) => void
}) {
  const { t } = useTranslation('leakage')
  const [state, setState] = useTableState()
  const lastDay = partition.lastDay ?? dayOf(Date.now(), partition.timeZone)
  const range = useMemo(() => resolveRange(choice, lastDay), [choice, lastDay])
  const now = useQuery(nightFlowQuery(partition.id, range.from, range.to))
  const then = useQuery(nightFlowQuery(partition.id, range.from, range.to, asOf))
  const format = useFormat()
  const leftOut = then.data?.leftOutEvents
  const columns = useComparisonColumns(partition.id)
  const pairs = useMemo((): Pair[] | undefined => {
    if (!now.data || !then.data) return undefined
    const old = new Map(then.data.rows.map((row) => [row.date, row]))
    return now.data.rows.map((row) => ({ date: row.date, now: row, before: old.get(row.date) })).toReversed()
  }, [now.data, then.data])
  const changed = useMemo(() => pairs?.filter((pair) => !isSame(pair)), [pairs])
  const broken = then.isError ? then : now.isError ? now : null
  if (broken) {
    return (
      <div className="nf-panel">
        <NothingThen error={broken.error} otherwise={<ErrorState error={broken.error} onRetry={() => broken.refetch()} />} />
      </div>
    )
  }
  const isWhole = choice.same === 'shown'
  return (
    <>
      {now.data && then.data && <ThenAndNowChart {...{ partition, range }} then={then.data.rows} now={now.data.rows} />}
      <DataTable
        label={t('timeTravel.comparison')}
        fileName={`${partition.id}-then-and-now`}
        columns={columns}
        rows={isWhole ? pairs : changed}
        rowId={(row) => row.date}
        state={state}
        onState={setState}
        heightMax="calc(100vh - 336px)"
        tools={
          <>
            {leftOut !== undefined && <span className="nf-small">{t('asOf.leftOut', { total: format.number(leftOut) })}</span>}
            <Switch
              size="xs"
              label={t('timeTravel.onlyChanged')}
              checked={!isWhole}
              onChange={(event) => onChoice({ same: event.currentTarget.checked ? undefined : 'shown' })}
            />
            <DayRangePicker choice={choice} range={range} onChoice={onChoice} />
            <ScreenLink screen="leakage/index" search={{ partition: partition.id, asOf }} className="nf-link nf-small">
              {t('timeTravel.open')}
            </ScreenLink>
          </>
        }
        empty={
          pairs && pairs.length > 0 ? (
            <EmptyState icon={IconHistory} title={t('timeTravel.nothingChangedTitle')} text={t('timeTravel.nothingChangedText')} />
          ) : (
            <EmptyState icon={IconHistory} title={t('daily.emptyTitle')} text={t('daily.emptyText')} />
          )
        }
      />
    </>
  )
}

const isSame = (pair: Pair) => compared.every((key) => (pair.before?.[key] ?? null) === (pair.now?.[key] ?? null))

function useComparisonColumns(partition: string): DataColumn<Pair>[] {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  return useMemo(() => {
    const write = (row: NightFlowRow | undefined, key: (typeof compared)[number]): string => {
      const value = row?.[key] ?? null
      if (key === 'completeness') return format.completeness(value)
      const isAbout = row !== undefined && value !== null && isFigureEstimated(row, key)
      if (key === 'leakageRate') return aboutIf(isAbout, format.share(value))
      if (key === 'klRatio') return aboutIf(isAbout, format.number(value, 3))
      return aboutIf(isAbout, format.cubicMetres(value, key === 'nightMinimumFlowLitresPerHour' ? 2 : 1))
    }
    const units: Partial<Record<(typeof compared)[number], string>> = {
      supplyLitres: 'm³',
      leakageLitres: 'm³',
      nightMinimumFlowLitresPerHour: t('unit.cubicMetresPerHour'),
    }
    const day: DataColumn<Pair> = {
      id: 'date',
      label: t('column.date'),
      value: (row) => row.date,
      cell: (row) => format.day(row.date, 'long'),
    }
    const change: DataColumn<Pair> = {
      id: 'change',
      label: t('timeTravel.change'),
      value: (row) => (isSame(row) ? 'same' : 'differs'),
      cell: (row) => (
        <StatusBadge meaning={isSame(row) ? 'good' : 'warning'} label={t(isSame(row) ? 'timeTravel.same' : 'timeTravel.differs')} />
      ),
    }
    const figures = compared.map(
      (key): DataColumn<Pair> => ({
        id: key,
        label: t(`column.${key}`),
        ...(units[key] ? { unit: units[key] } : {}),
        numeric: true,
        value: (row) => row.before?.[key] ?? null,
        cell: (row) => {
          const before = write(row.before, key)
          const after = write(row.now, key)
          return before === after ? (
            after
          ) : (
            // The change of a figure is among the events of its day.
            <ScreenLink
              screen="leakage/investigation"
              search={{ partition, day: row.date, from: row.date, to: row.date }}
              className="nf-link nf-changed"
            >
              {before === '–' ? before : <s>{before}</s>} → <b>{after}</b>
            </ScreenLink>
          )
        },
      }),
    )
    return [day, change, ...figures]
  }, [t, format, partition])
}

import { Text } from '@mantine/core'
import { listMeterReadings } from '@nightflow/schemas/metering/endpoints'
import type { MeterReadingRow } from '@nightflow/schemas/metering/readings'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { findReset, type ResetSuggestion } from '#metering/find-reset.ts'
import { Flags } from '#metering/flags.tsx'
import { RegisterChart, VolumesChart } from '#metering/meter-charts.tsx'
import { readingsMax, readingsQuery, volumesQuery } from '#metering/metering-queries.ts'
import { VolumeTable } from '#metering/volume-table.tsx'
import { useZoomInLink } from '#ui/chart/zoom-in-link.ts'
import { type DayRangeChoice, resolveRange } from '#ui/day-range.ts'
import { Figure, Figures } from '#ui/figure.tsx'
import { DayRangePicker } from '#ui/form/day-range-picker.tsx'
import { InstantText } from '#ui/instant.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { countDays, dayOf } from '#ui/local-days.ts'
import { Page } from '#ui/page.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useFurtherPages } from '#ui/use-further-pages.ts'

type Meter = {
  number: string
  name: string | null
  address: string | null
  timeZone: string
  lastDay: string | null
  lastReadAt: string | null
  lastRegisterLitres: number | null
  flags: string
  backflowToleranceLitres: number
  resets: readonly { resetAt: string }[]
}
type Props = {
  meter: Meter
  choice: DayRangeChoice
  onChoice: (choice: DayRangeChoice) => void
  mayReadReadings: boolean
  /** Records a reset that the readings suggest; null for who may not. */
  resetTool: ((suggestion: ResetSuggestion) => ReactNode) | null
  details: ReactNode
  /** History of the meter, below everything else. */
  history: ReactNode
  /** Beside the title: what the device is doing now, and its commands. */
  status: ReactNode
  valve: ReactNode
}

/** One meter: its figures, register and volumes; what belongs to the device comes in from outside. */
export function MeterScreen({ meter, choice, onChoice, mayReadReadings, resetTool, details, history, status, valve }: Props) {
  const { t } = useTranslation('metering')
  const lastDay = meter.lastDay ?? dayOf(Date.now(), meter.timeZone)
  const range = useMemo(() => resolveRange(choice, lastDay, 7), [choice, lastDay])
  const subtitle = [meter.name, meter.address].filter(Boolean).join(' · ')
  return (
    <Page
      title={t('meter.title', { number: meter.number })}
      subtitle={subtitle || ' '}
      status={status}
      tools={<DayRangePicker choice={choice} range={range} onChoice={onChoice} defaultDays={7} />}
    >
      {mayReadReadings && <MeterFigures meter={meter} range={range} />}
      <div className="nf-main-and-side">
        <div className="nf-column">{mayReadReadings && <MeterPictures meter={meter} range={range} resetTool={resetTool} />}</div>
        <div className="nf-column">
          {details}
          {valve}
        </div>
      </div>
      {history}
    </Page>
  )
}

type Range = { from: string; to: string }

function MeterFigures({ meter, range }: { meter: Meter; range: Range }) {
  const { t } = useTranslation('metering')
  const format = useFormat()
  const rows = useQuery(volumesQuery(meter.number, range.from, range.to)).data?.rows
  const measured = rows?.flatMap(({ measuredLitres }) => measuredLitres ?? [])
  const sum = measured && measured.length > 0 ? measured.reduce((total, litres) => total + litres, 0) : null
  const known = rows && rows.length > 0 ? rows.reduce((total, row) => total + row.completeness, 0) / rows.length : null
  return (
    <Figures count={4}>
      <Figure
        label={t('figure.register')}
        value={meter.lastRegisterLitres === null ? null : format.cubicMetres(meter.lastRegisterLitres, 3)}
        unit="m³"
        unknownReason={t('figure.noRegister')}
        comparison={meter.lastReadAt ? <InstantText at={meter.lastReadAt} timeZone={meter.timeZone} /> : t('figure.neverRead')}
      />
      <Figure
        label={t('figure.volume')}
        value={sum === null ? null : format.cubicMetres(sum)}
        unit="m³"
        unknownReason={t('volumes.emptyText')}
        comparison={t('figure.days', { days: countDays(range.from, range.to) })}
      />
      <Figure
        label={t('figure.completeness')}
        value={known === null ? null : format.completeness(known)}
        unknownReason={t('volumes.emptyText')}
        comparison={t('figure.completenessHint')}
      />
      <div className="nf-figure">
        <Text size="xs" c="dimmed" component="dt" className="nf-figure-label">
          {t('figure.flags')}
        </Text>
        <dd>
          <span>
            <Flags words={meter.flags} />
          </span>
        </dd>
      </div>
    </Figures>
  )
}

function MeterPictures({ meter, range, resetTool }: { meter: Meter; range: Range } & Pick<Props, 'resetTool'>) {
  const { t } = useTranslation('metering')
  const format = useFormat()
  const readings = useQuery(readingsQuery(meter.number, range.from, range.to))
  const { rows, pages } = useFurtherPages<MeterReadingRow, string>({
    key: ['readings', meter.number, range.from, range.to],
    first: readings.data ?? { rows: [], next: null },
    load: (after, signal) => call(listMeterReadings, { number: meter.number, ...range, limit: readingsMax, after }, signal),
  })
  const volumes = useQuery(volumesQuery(meter.number, range.from, range.to))
  useZoomInLink('meter', range, meter.timeZone)
  const shared = { number: meter.number, timeZone: meter.timeZone, range }
  const isHourly = countDays(range.from, range.to) <= 120
  const suggestion = readings.data && findReset(rows, meter)
  const broken = readings.isError ? readings : volumes.isError ? volumes : null
  if (broken) {
    return (
      <div className="nf-panel">
        <ErrorState error={broken.error} onRetry={() => broken.refetch()} />
      </div>
    )
  }
  return (
    <>
      {readings.data ? <RegisterChart {...shared} readings={rows} /> : <ChartSkeleton height={260} />}
      {suggestion && (
        <div className="nf-banner">
          {t('reset.offer', {
            final: format.cubicMetres(suggestion.finalLitres, 3),
            at: format.instant(suggestion.resetAt, meter.timeZone),
          })}{' '}
          {resetTool?.(suggestion)}
        </div>
      )}
      {pages.hasNextPage && (
        <div className="nf-banner">
          {t('readings.cut', { count: format.number(rows.length) })} <LoadMore pages={pages} />
        </div>
      )}
      {volumes.data ? <VolumesChart {...shared} volumes={volumes.data.rows} isHourly={isHourly} /> : <ChartSkeleton height={280} />}
      <VolumeTable number={meter.number} timeZone={meter.timeZone} volumes={volumes.data?.rows} isHourly={isHourly} />
    </>
  )
}

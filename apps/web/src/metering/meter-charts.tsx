import type { MeterReadingRow, MeterVolumeRow } from '@nightflow/schemas/metering/readings'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from '#ui/chart/chart.tsx'
import { addDays, instantOf } from '#ui/local-days.ts'

type Range = { from: string; to: string }
type Shared = { number: string; timeZone: string; range: Range }

const spanOf = ({ from, to }: Range, timeZone: string): readonly [number, number] => [
  instantOf(from, 0, timeZone) / 1000,
  instantOf(addDays(to, 1), 0, timeZone) / 1000,
]

/** A pause longer than this between two readings is a gap in the line: the register meanwhile is unknown. */
const gapSeconds = 3 * 3600

/** The register as it was read. Devices that send intervals have none: their chart is left out. */
export function RegisterChart({ number, timeZone, range, readings }: Shared & { readings: readonly MeterReadingRow[] }) {
  const { t } = useTranslation('metering')
  const chart = useMemo(() => {
    const times: number[] = []
    const values: (number | null)[] = []
    for (const { at, litres } of readings) {
      if (litres === null) continue
      const time = Date.parse(at) / 1000
      const previous = times.at(-1)
      if (previous !== undefined && time <= previous) continue
      if (previous !== undefined && time - previous > gapSeconds) {
        times.push(previous + 1)
        values.push(null)
      }
      times.push(time)
      values.push(litres / 1000)
    }
    return {
      times,
      series: [{ label: t('chart.register'), values, kind: 'line' as const, colour: 'primary' as const, decimals: 3 }],
      span: spanOf(range, timeZone),
    }
  }, [readings, range, timeZone, t])
  if (chart.times.length === 0) return null
  return (
    <Chart
      title={t('chart.register')}
      unit="m³"
      fileName={`${number}-register`}
      timeZone={timeZone}
      group="meter"
      height={200}
      floating
      {...chart}
    />
  )
}

/** Estimated or edited. */
const isDecided = ({ how }: MeterVolumeRow): boolean => how !== null && how !== 'measured'

/**
 * Volumes per hour or day; what is not known is hatched, and what was measured of it is not passed off as the whole. Estimated and edited volumes are
 * dashed, with who and why beside the time under the cursor.
 */
export function VolumesChart({
  number,
  timeZone,
  range,
  volumes,
  isHourly,
}: Shared & { volumes: readonly MeterVolumeRow[]; isHourly: boolean }) {
  const { t } = useTranslation('metering')
  const length = isHourly ? 3600 : 86_400
  const chart = useMemo(() => {
    const starts = volumes.map(({ from }) => Date.parse(from) / 1000)
    const volumesOf = (isOf: (row: MeterVolumeRow) => boolean) =>
      volumes.map((row) => (isOf(row) && row.volumeLitres !== null ? row.volumeLitres / 1000 : null))
    const drawn = { colour: 'primary' as const, decimals: 3 }
    return {
      times: starts.map((start) => start + length / 2),
      series: [
        { label: t('chart.volume'), values: volumesOf(({ how }) => how === 'measured'), kind: 'bars' as const, ...drawn },
        ...(volumes.some(isDecided)
          ? [{ label: t('chart.estimatedVolume'), values: volumesOf(isDecided), kind: 'dashed-bars' as const, ...drawn }]
          : []),
      ],
      remarks: volumes.map((row) =>
        isDecided(row) ? [t(`how.${row.how}`), row.decidedBy, row.decidedBecause].filter(Boolean).join(' · ') : null,
      ),
      span: spanOf(range, timeZone),
      unknown: volumes.flatMap(({ volumeLitres }, index) =>
        volumeLitres === null ? [{ from: starts[index]!, to: starts[index]! + length }] : [],
      ),
    }
  }, [volumes, range, timeZone, length, t])
  return (
    <Chart
      title={t(isHourly ? 'chart.hourlyVolumes' : 'chart.dailyVolumes')}
      unit="m³"
      fileName={`${number}-volumes`}
      timeZone={timeZone}
      group="meter"
      height={220}
      note={t('chart.hatchedNote')}
      daily={!isHourly}
      {...chart}
    />
  )
}

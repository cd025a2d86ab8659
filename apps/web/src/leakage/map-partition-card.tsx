import { Button, Text } from '@mantine/core'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { balanceQuery } from '#leakage/leakage-queries.ts'
import { aboutIf } from '#ui/about-if.ts'
import { addDays, dayOf } from '#ui/local-days.ts'
import { useFormat } from '#ui/use-format.ts'

type Props = { partition: PartitionRow; superior: string | undefined; onOpen: () => void }

/** Basic information of the selected partition, with its current month and its latest complete day. */
export function MapPartitionCard({ partition, superior, onOpen }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const { latest, nightWindow } = partition
  const isAbout = (latest?.estimated ?? false) && latest?.leakageRate !== null
  const basics: [string, string][] = [
    [t('gis.level'), format.number(partition.level)],
    ...(superior === undefined ? [] : [[t('form.superior'), superior] satisfies [string, string]]),
    [t('form.leaderName'), partition.leaderName ?? '–'],
    ...(partition.leaderPhone === null ? [] : [[t('form.leaderPhone'), partition.leaderPhone] satisfies [string, string]]),
    [t('gis.summaryMeters'), format.number(new Set(partition.summaryMeters.map(({ number }) => number)).size)],
    [t('gis.subMeters'), format.number(partition.subMeterCount)],
    [t('gis.nightWindow'), `${nightWindow.fromHour}:00–${nightWindow.toHour}:00`],
  ]
  const day: [string, string][] = [
    [t('figure.leakageRate'), aboutIf(isAbout, format.share(latest?.leakageRate))],
    [t('figure.leakageLitres'), `${aboutIf(isAbout, format.cubicMetres(latest?.leakageLitres))} ${t('unit.cubicMetresPerDay')}`],
    [
      t('figure.nightMinimumFlowLitresPerHour'),
      `${format.cubicMetres(latest?.nightMinimumFlowLitresPerHour)} ${t('unit.cubicMetresPerHour')}`,
    ],
    [t('figure.klRatio'), format.number(latest?.klRatio, 2)],
  ]
  return (
    <section className="nf-map-card nf-map-selected" aria-label={partition.name}>
      <Text size="sm" fw={600}>
        {partition.name}
      </Text>
      <Lines lines={basics} />
      <MonthLines partition={partition} />
      <Text size="xs" c="dimmed">
        {latest ? format.day(latest.date, 'long') : t('status.noFigure')}
      </Text>
      <Lines lines={day} />
      <Button size="compact-xs" variant="light" onClick={onOpen}>
        {t('map.open')}
      </Button>
    </section>
  )
}

/** Supply, leakage and rate from the first of the month up to yesterday. */
function MonthLines({ partition: { id, timeZone } }: { partition: PartitionRow }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const today = dayOf(Date.now(), timeZone)
  const [from, to] = [`${today.slice(0, 7)}-01`, addDays(today, -1)]
  const balance = useQuery({ ...balanceQuery(id, from, to), enabled: to >= from, placeholderData: undefined })
  const row = balance.data?.rows.find(({ partitionId }) => partitionId === id)
  const isAbout = (row?.daysEstimated ?? 0) > 0
  const volume = (litres: number | null | undefined) =>
    litres === null || litres === undefined ? '–' : `${aboutIf(isAbout, format.cubicMetres(litres, 0))} m³`
  return (
    <>
      <Text size="xs" c="dimmed">
        {to < from ? t('gis.noDay') : t('gis.monthDays', { known: format.number(row?.daysKnown ?? 0), of: format.number(row?.days ?? 0) })}
      </Text>
      <Lines
        lines={[
          [t('gis.monthSupply'), volume(row?.supplyLitres)],
          [t('gis.monthLeakage'), volume(row?.leakageLitres)],
          [t('gis.monthRate'), aboutIf(isAbout, format.share(row?.leakageRate))],
        ]}
      />
    </>
  )
}

function Lines({ lines }: { lines: readonly [string, string][] }) {
  return (
    <dl className="nf-map-figures">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="nf-figures">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

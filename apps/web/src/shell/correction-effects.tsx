import '#shell/correction-effects.css'
import { Button, Text } from '@mantine/core'
import { type EffectFigure, findCorrectionEffects } from '@nightflow/schemas/leakage/correction-effects'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { ThenLink } from '#shell/then-link.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

type Effects = ResponseOf<typeof findCorrectionEffects>

/** The effects of one correction: each figure before and after it with a link to its screen. Later corrections are not in it. */
export function CorrectionEffects({ position }: { position: number }) {
  const { t } = useTranslation('shell')
  const effects = useQuery({
    queryKey: ['correctionEffects', position],
    queryFn: ({ signal }) => call(findCorrectionEffects, { position }, signal),
    // The effects of an event are final.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section aria-label={t('effects.title')} className="nf-effects">
      {effects.isError && <ErrorState error={effects.error} onRetry={() => effects.refetch()} compact />}
      {effects.isPending && <ChartSkeleton height={120} />}
      {effects.data && <EffectTable effects={effects.data} position={position} />}
    </section>
  )
}

/** The same below a line of a history, when a person asks for it: reading the log takes a moment. */
export function CorrectionEffectsToggle({ position }: { position: number }) {
  const { t } = useTranslation('shell')
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="compact-xs" variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {t('effects.show')}
      </Button>
      {opened && <CorrectionEffects position={position} />}
    </>
  )
}

function EffectTable({ effects, position }: { effects: Effects; position: number }) {
  const { t } = useTranslation('shell')
  const { days, hours, moreHours, figures, moreFigures } = effects
  if (days.length + hours.length + figures.length === 0) return <Text size="sm">{t('effects.nothing')}</Text>
  return (
    <>
      <table className="nf-effect-table">
        <thead>
          <tr>
            <th>{t('effects.figure')}</th>
            <th>{t('effects.before')}</th>
            <th>{t('effects.after')}</th>
          </tr>
        </thead>
        <MeterDays effects={effects} />
        <PartitionFigures effects={effects} position={position} />
      </table>
      <More count={moreFigures} />
      {hours.length > 0 && (
        <details>
          <summary>{t('effects.hours', { count: hours.length + moreHours })}</summary>
          <MeterHours effects={effects} />
          <More count={moreHours} />
        </details>
      )}
    </>
  )
}

function More({ count }: { count: number }) {
  const { t } = useTranslation('shell')
  return count === 0 ? null : (
    <Text size="xs" c="dimmed">
      {t('effects.more', { count })}
    </Text>
  )
}

function Line({ name, before, after }: { name: ReactNode; before: string; after: string }) {
  return (
    <tr>
      <td>{name}</td>
      <td className="nf-figures">{before}</td>
      <td className="nf-figures">{after}</td>
    </tr>
  )
}

function MeterDays({ effects: { meterNo, days } }: { effects: Effects }) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const volume = useVolume()
  if (days.length === 0) return null
  return (
    <tbody>
      <tr>
        <th colSpan={3}>{t('effects.meter', { number: meterNo })}</th>
      </tr>
      {days.map(({ day, before, after }) => (
        <Line
          key={day}
          name={
            <ScreenLink screen="devices/meter" params={{ number: meterNo }} search={{ from: day, to: day }} className="nf-link">
              {format.day(day)}
            </ScreenLink>
          }
          before={volume(before)}
          after={volume(after)}
        />
      ))}
    </tbody>
  )
}

function MeterHours({ effects: { timeZone, hours } }: { effects: Effects }) {
  const format = useFormat()
  const volume = useVolume()
  return (
    <table className="nf-effect-table">
      <tbody>
        {hours.map(({ from, before, after }) => (
          <Line key={from} name={format.instant(from, timeZone)} before={volume(before)} after={volume(after)} />
        ))}
      </tbody>
    </table>
  )
}

/** A heading for each day of a partition, whose figures are below it, and the way to those that were known when it was corrected. */
function PartitionFigures({ effects: { figures }, position }: { effects: Effects; position: number }) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const written = useWrittenFigure()
  const groups = Map.groupBy(figures, ({ partitionId, day }) => `${partitionId}/${day}`)
  return [...groups].map(([key, lines]) => {
    const { partitionId, name, day } = lines[0]!
    return (
      <tbody key={key}>
        <tr>
          <th colSpan={3}>
            <ScreenLink screen="leakage/index" search={{ partition: partitionId, from: day, to: day }} className="nf-link">
              {name}
            </ScreenLink>{' '}
            · {format.day(day)} · <ThenLink partition={partitionId} asOf={String(position - 1)} range={{ from: day, to: day }} />
          </th>
        </tr>
        {lines.map(({ figure, before, after }) => (
          <Line key={figure} name={t(`effects.name.${figure}`)} before={written(figure, before)} after={written(figure, after)} />
        ))}
      </tbody>
    )
  })
}

/** Volumes of a meter are written in cubic metres, to the litre. */
const useVolume = () => {
  const { t } = useTranslation('shell')
  const { cubicMetres } = useFormat()
  return (litres: number | null) => (litres === null ? t('effects.unknown') : `${cubicMetres(litres, 3)} m³`)
}

/** Volumes and flows of a partition are written in cubic metres. */
const useWrittenFigure = () => {
  const { t } = useTranslation('shell')
  const format = useFormat()
  return (figure: EffectFigure, value: number | null): string => {
    if (value === null) return t('effects.unknown')
    if (figure === 'leakageRate') return format.share(value)
    if (figure === 'klRatio') return format.number(value, 3)
    return `${format.cubicMetres(value, 3)} ${figure.endsWith('PerHour') ? 'm³/h' : 'm³'}`
  }
}

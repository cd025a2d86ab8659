import { Drawer, Text } from '@mantine/core'
import { findMeterHealth, type HealthFigures } from '@nightflow/schemas/metering/meter-health'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { useEventLink } from '#shell/use-event-link.tsx'
import { HistoryList } from '#ui/form/history-list.tsx'
import { InstantText } from '#ui/instant.tsx'
import { addDays } from '#ui/local-days.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

type Health = ResponseOf<typeof findMeterHealth>
const words = { texts: 'metering', name: 'meterHealth', calls: {} }

const healthQueryKey = (meterNo: string | undefined) => ['meterHealth', 'meter', meterNo]

/** The figures of one meter beside the list: each with how it is computed and the readings that it comes from. */
export function MeterHealthDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('metering')
  const shared = useTranslation('shared').t
  const health = useQuery({
    queryKey: healthQueryKey(id),
    queryFn: ({ signal }) => call(findMeterHealth, { meterNo: id! }, signal),
    enabled: id !== undefined,
  })
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size={560}
      title={health.data ? t('meterHealth.of', { meter: health.data.meterNo }) : t('meterHealth.title')}
      closeButtonProps={{ 'aria-label': shared('action.close') }}
    >
      {health.isError && <ErrorState error={health.error} onRetry={() => health.refetch()} compact />}
      {health.isPending && id !== undefined && <ChartSkeleton height={320} />}
      {health.data && <HealthDetail health={health.data} />}
    </Drawer>
  )
}

function HealthDetail({ health }: { health: Health }) {
  const { t } = useTranslation('metering')
  const eventLink = useEventLink()
  return (
    <>
      <Costs health={health} />
      <Told health={health} />
      <Text component="h3" className="nf-panel-title" mt="md" mb={4}>
        {t('meterHealth.figuresTitle')}
      </Text>
      <FigureList health={health} />
      <Text component="h3" className="nf-panel-title" mt="md" mb={4}>
        {t('meterHealth.historyTitle')}
      </Text>
      <HistoryList resource={words} history={health.history} eventLink={eventLink} />
    </>
  )
}

function Costs({ health: { findings, day } }: { health: Health }) {
  const { t } = useTranslation('metering')
  const { word } = useResourceWords(words)
  const format = useFormat()
  const money = useMoney()
  if (findings.length === 0) return <Text size="sm">{t('meterHealth.noFindings', { day: format.day(day) })}</Text>
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('meterHealth.asOf', { day: format.day(day) })}
      </Text>
      <ul className="nf-findings">
        {findings.map(({ finding, yearlyLitres, yearlyCostMinor }) => (
          <li key={finding}>
            {word('finding', finding).label}
            {yearlyLitres !== null && ` · ${t('meterHealth.perYear', { volume: format.cubicMetres(yearlyLitres) })}`}
            {yearlyCostMinor !== null && ` · ${t('meterHealth.costPerYear', { cost: money(yearlyCostMinor) })}`}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The informed account, and the time. */
function Told({ health: { accountNo, toldAt, isNoticeStopped, figures } }: { health: Health }) {
  const { t } = useTranslation('metering')
  const { timeZone } = useSession()
  if (accountNo === null) return figures.leakSince === null ? null : <Text size="sm">{t('meterHealth.noAccount')}</Text>
  return (
    <Text size="sm" component="div">
      {t('meterHealth.field.accountNo')}:{' '}
      <ScreenLink screen="customers/account" params={{ accountNo }} className="nf-link nf-figures">
        {accountNo}
      </ScreenLink>
      {isNoticeStopped && ` · ${t('meterHealth.stopped')}`}
      {toldAt !== null && (
        <>
          {` · ${t('meterHealth.field.toldAt')}: `}
          <InstantText at={toldAt} timeZone={timeZone} />
        </>
      )}
      {toldAt === null && figures.leakSince !== null && ` · ${t('meterHealth.notTold')}`}
    </Text>
  )
}

type Shown = { name: string; value: string | null; days: number }

function FigureList({ health: { meterNo, day, figures } }: { health: Health }) {
  const { t } = useTranslation('metering')
  const shown = useShownFigures(figures, day)
  return (
    <dl className="nf-facts">
      {shown.map(({ name, value, days }) => (
        <div key={name}>
          <dt>{t(`meterHealth.figure.${name}`)}</dt>
          <dd>
            <span className="nf-figures">{value ?? t('meterHealth.unknown')}</span>{' '}
            <ScreenLink
              screen="devices/meter"
              params={{ number: meterNo }}
              search={{ from: addDays(day, 1 - days), to: day }}
              className="nf-link"
            >
              {t('meterHealth.readings')}
            </ScreenLink>
            <Text size="xs" c="dimmed">
              {t(`meterHealth.how.${name}`)}
            </Text>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const dayMilliseconds = 86_400_000
/** Days from one date to another, both included; a chart of half a year is the longest. */
const daysSince = (from: string, to: string): number =>
  Math.min(180, Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds) + 1))

/** Every figure as a text with its unit, and the days of readings that it comes from. */
const useShownFigures = (figures: HealthFigures, day: string): Shown[] => {
  const { t } = useTranslation('metering')
  const format = useFormat()
  const withUnit = (value: number | null, unit: string, decimals = 0) =>
    value === null ? null : `${format.number(value, decimals)} ${unit}`
  const inCubicMetres = (litres: number | null, unit: string) => (litres === null ? null : `${format.cubicMetres(litres, 3)} ${unit}`)
  const inDays = (count: number | null) => (count === null ? null : t('meterHealth.days', { count }))
  const share = (value: number | null) => (value === null ? null : format.share(value))
  const { leakSince, isLeakSinceLeast, leakLitres, leakLitresPerHour, batteryEndsOn, batteryMillivolt } = figures
  const leak =
    leakSince === null
      ? null
      : t(isLeakSinceLeast ? 'meterHealth.leakValueAtLeast' : 'meterHealth.leakValue', {
          rate: format.number(leakLitresPerHour, 1),
          since: format.day(leakSince),
          volume: format.cubicMetres(leakLitres, 1),
        })
  const battery =
    batteryMillivolt === null
      ? null
      : [`${format.number(batteryMillivolt)} mV`, batteryEndsOn && t('meterHealth.until', { day: format.day(batteryEndsOn) })]
          .filter(Boolean)
          .join(' · ')
  return [
    { name: 'leak', value: leak ?? t('meterHealth.none'), days: leakSince === null ? 7 : daysSince(leakSince, day) },
    { name: 'reportingRate', value: figures.reportingRate === null ? null : format.completeness(figures.reportingRate), days: 30 },
    { name: 'daysSilent', value: inDays(figures.daysSilent), days: 30 },
    { name: 'battery', value: battery, days: 180 },
    { name: 'daysWithoutUse', value: inDays(figures.daysWithoutUse), days: 60 },
    {
      name: 'peakWithoutUse',
      value: figures.peakWithoutUse == null ? t('meterHealth.none') : t('meterHealth.peakPeriod', { period: figures.peakWithoutUse }),
      days: 7,
    },
    { name: 'usualDailyLitres', value: inCubicMetres(figures.usualDailyLitres, 'm³/d'), days: 60 },
    { name: 'reverseLitres', value: inCubicMetres(figures.reverseLitres, 'm³'), days: 28 },
    { name: 'peakLitresPerHour', value: inCubicMetres(figures.peakLitresPerHour, 'm³/h'), days: 28 },
    { name: 'permanentLitresPerHour', value: inCubicMetres(figures.permanentLitresPerHour, 'm³/h'), days: 28 },
    { name: 'lowFlowShare', value: share(figures.lowFlowShare), days: 28 },
    { name: 'hoursNearPermanent', value: withUnit(figures.hoursNearPermanent, 'h'), days: 28 },
    {
      name: 'underRegistration',
      value: share(figures.underRegistrationShare),
      days: 28,
    },
  ]
}

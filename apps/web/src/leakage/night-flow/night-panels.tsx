import { NumberInput, SegmentedControl, Text } from '@mantine/core'
import type { NightDistribution, NightStatistics } from '@nightflow/schemas/leakage/night-statistics'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BalanceFigure, FigurePanel } from '#leakage/balance-figures.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useCurrency, useMoney } from '#ui/use-money.ts'
import '#leakage/water-balance.css'
import '#leakage/night-flow/night-flow.css'

type Props = { statistics: NightStatistics }

function Panel({ title, note, tools, children }: { title: string; note?: string; tools?: ReactNode; children: ReactNode }) {
  return (
    <section className="nf-panel" aria-label={title}>
      <div className="nf-panel-head nf-balance-head">
        <h2 className="nf-panel-title">{title}</h2>
        {tools}
      </div>
      {children}
      {note && (
        <Text size="xs" c="dimmed" px="sm" pb="sm">
          {note}
        </Text>
      )}
    </section>
  )
}

function None({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" p="sm">
      {children}
    </Text>
  )
}

/** How many nights are in each class of flow. */
export function ClassesPanel({ statistics: { classes, all, days } }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const most = Math.max(1, ...classes.map(({ nights }) => nights))
  const flow = (litres: number) => format.cubicMetres(litres, 2)
  return (
    <Panel title={t('nights.distribution')} note={t('nights.known', { known: all?.nights ?? 0, days })}>
      {classes.length === 0 ? (
        <None>{t('investigation.nights.none')}</None>
      ) : (
        <FigureTable
          minWidth={280}
          rows={classes}
          keyOf={({ from }) => String(from)}
          columns={[
            { head: t('nights.class'), cell: ({ from, to }) => `${flow(from)} – ${flow(to)}` },
            { head: t('nights.nights'), isNumber: true, cell: ({ nights }) => format.number(nights) },
            {
              head: t('nights.share'),
              cell: ({ nights }) => (
                <span className="nf-night-bar">
                  <span aria-hidden style={{ inlineSize: `${(nights / most) * 100}%` }} />
                  {format.share(all ? nights / all.nights : 0)}
                </span>
              ),
            },
          ]}
        />
      )}
    </Panel>
  )
}

/** A Monday, to name the weekdays. */
const monday = Date.UTC(2026, 0, 5)
const dayMilliseconds = 86_400_000
const groupings = ['weekday', 'season'] as const
type Line = { name: string; of: NightDistribution }

/** Nights by weekday or by season. */
export function GroupsPanel({ statistics: { all, weekdays, seasons } }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const [by, setBy] = useState<(typeof groupings)[number]>('weekday')
  const weekdayName = (weekday: number) => format.weekday(new Date(monday + (weekday - 1) * dayMilliseconds).toISOString().slice(0, 10))
  const lines: Line[] = [
    ...(all ? [{ name: t('investigation.nights.all'), of: all }] : []),
    ...(by === 'weekday'
      ? weekdays.map(({ weekday, ...of }) => ({ name: weekdayName(weekday), of }))
      : seasons.map(({ season, ...of }) => ({ name: t(`nights.seasons.${season}`), of }))),
  ]
  return (
    <Panel
      title={t('nights.groups')}
      tools={
        <SegmentedControl
          size="xs"
          aria-label={t('investigation.nights.by')}
          value={by}
          data={groupings.map((value) => ({ value, label: t(`nights.grouping.${value}`) }))}
          onChange={setBy}
        />
      }
    >
      {all ? <Distributions lines={lines} /> : <None>{t('investigation.nights.none')}</None>}
    </Panel>
  )
}

function Distributions({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const column = (name: 'lowest' | 'p20' | 'median' | 'p80' | 'highest') => ({
    head: t(`investigation.nights.${name}`),
    isNumber: true as const,
    cell: ({ of }: Line) => format.cubicMetres(of[name], 2),
  })
  return (
    <FigureTable
      minWidth={440}
      rows={lines}
      keyOf={({ name }) => name}
      columns={[
        { head: t('investigation.nights.group'), cell: ({ name }) => name },
        { head: t('nights.nights'), isNumber: true, cell: ({ of }) => format.number(of.nights) },
        column('lowest'),
        column('p20'),
        column('median'),
        column('p80'),
        column('highest'),
      ]}
    />
  )
}

/** Nights before an event and from its day on, and the shift between them. */
export function ChangePanel({ statistics: { change }, tools }: Props & { tools: ReactNode }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const flow = (litres: number) => format.cubicMetres(litres, 2)
  return (
    <Panel title={t('nights.change')} tools={tools}>
      {change ? (
        <>
          <Distributions
            lines={[
              { name: t('investigation.nights.before', { day: format.day(change.day) }), of: change.before },
              { name: t('investigation.nights.after', { day: format.day(change.day) }), of: change.after },
            ]}
          />
          <Text size="sm" px="sm" pb="sm">
            {t('nights.shift', { shift: flow(change.shift), low: flow(change.low), high: flow(change.high) })}{' '}
            {t(change.low <= 0 && change.high >= 0 ? 'nights.noShift' : 'nights.isShift')}
          </Text>
        </>
      ) : (
        <None>{t('nights.noChange')}</None>
      )}
    </Panel>
  )
}

/** Nights against the water temperature of their day, where summary meters measure it. */
export function TemperaturePanel({ statistics: { temperature } }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  if (!temperature)
    return (
      <Panel title={t('nights.temperature')}>
        <None>{t('nights.noTemperature')}</None>
      </Panel>
    )
  const figures: BalanceFigure[] = [
    { key: 'nights', name: t('nights.nights'), value: format.number(temperature.nights) },
    { key: 'slope', name: t('nights.slope'), value: `${format.number(temperature.slopePerCelsius / 1000, 3)} m³/h/°C` },
    { key: 'correlation', name: t('nights.correlation'), value: format.number(temperature.correlation, 2) },
  ]
  return <FigurePanel title={t('nights.temperature')} figures={figures} reason={t('nights.noTemperature')} />
}

/** When a survey for hidden leaks pays. */
export function InterventionPanel({
  statistics: { intervention, pricePerCubicMetre },
  cost,
  onCost,
}: Props & { cost: number | undefined; onCost: (cost: number | undefined) => void }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const money = useMoney()
  const currency = useCurrency()
  const rise = intervention?.riseLitresPerDayYear ?? null
  const months = intervention?.intervalMonths ?? null
  const reason = t(
    rise === null
      ? 'nights.intervention.fewNights'
      : rise === 0
        ? 'nights.intervention.noRise'
        : pricePerCubicMetre === null
          ? 'nights.intervention.noPrice'
          : 'nights.intervention.noCost',
  )
  const { surveyedYearlyShare: share = null, budgetMinorPerYear: budget = null, hiddenLitresPerYear: hidden = null } = intervention ?? {}
  const figures: BalanceFigure[] = [
    {
      key: 'rise',
      name: t('nights.intervention.rise'),
      value: rise === null ? null : `${format.cubicMetres(rise, 1)} ${t('nights.intervention.riseUnit')}`,
    },
    {
      key: 'months',
      name: t('nights.intervention.interval'),
      value: months === null ? null : t('nights.intervention.months', { months: format.number(months, 1) }),
    },
    { key: 'share', name: t('nights.intervention.share'), value: share === null ? null : format.share(share) },
    { key: 'budget', name: t('nights.intervention.budget'), value: budget === null ? null : money(budget) },
    { key: 'hidden', name: t('nights.intervention.hidden'), value: hidden === null ? null : `${format.cubicMetres(hidden, 0)} m³` },
  ]
  return (
    <FigurePanel
      title={t('nights.intervention.title')}
      figures={figures}
      reason={reason}
      tools={
        <NumberInput
          size="xs"
          w={190}
          min={0.01}
          max={1e9}
          hideControls
          aria-label={t('nights.intervention.cost')}
          placeholder={t('nights.intervention.cost')}
          suffix={` ${currency}`}
          value={cost ?? ''}
          onChange={(value) => onCost(typeof value === 'number' && value > 0 ? value : undefined)}
        />
      }
    >
      {months === null && (
        <Text size="xs" c="dimmed" px="sm" pb="sm">
          {reason}
        </Text>
      )}
    </FigurePanel>
  )
}

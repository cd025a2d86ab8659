import { NumberInput, Text } from '@mantine/core'
import { assumedShares, type WaterBalance } from '@nightflow/schemas/leakage/water-balance'
import { useTranslation } from 'react-i18next'
import { type BalanceFigure, FigurePanel, useBoundsText } from '#leakage/balance-figures.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

/** A figure in a unit, null where it is unknown. */
const useWritten = () => {
  const format = useFormat()
  return {
    cubicMetres: (litres: number | null, unit: string, decimals = 1) =>
      litres === null ? null : `${format.cubicMetres(litres, decimals)} ${unit}`,
    number: (value: number | null, decimals: number, unit = '') =>
      value === null ? null : `${format.number(value, decimals)}${unit && ` ${unit}`}`,
    share: (value: number | null) => (value === null ? null : format.share(value)),
  }
}

/** Indicators of the balance. */
export function IndicatorsPanel({ balance: { indicators } }: { balance: WaterBalance }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const written = useWritten()
  const bounds = useBoundsText()
  const { nonRevenueShare, realLossShare, carlLitresPerDay: carl, uarlLitresPerDay: uarl, ili, iliClass } = indicators
  const name = (key: string) => t(`waterBalance.indicator.${key}`)
  const grade = iliClass ? ` · ${t('waterBalance.classLabel', { name: iliClass })}` : ''
  const share = (value: number) => format.share(value) ?? ''
  const figures: BalanceFigure[] = [
    { key: 'nrw', name: name('nonRevenueShare'), value: written.share(nonRevenueShare.value), beside: bounds(nonRevenueShare, share) },
    { key: 'real', name: name('realLossShare'), value: written.share(realLossShare.value), beside: bounds(realLossShare, share) },
    {
      key: 'carl',
      name: name('carl'),
      value: written.cubicMetres(carl.value, 'm³/d'),
      beside: bounds(carl, (value) => format.cubicMetres(value, 1)),
    },
    { key: 'uarl', name: name('uarl'), value: written.cubicMetres(uarl, 'm³/d') },
    {
      key: 'ili',
      name: name('ili'),
      value: written.number(ili.value, 2),
      beside: `${bounds(ili, (value) => format.number(value, 2)) ?? ''}${grade}`,
    },
    { key: 'connection', name: name('perConnection'), value: written.number(indicators.litresPerConnectionDay, 0, 'L/d') },
    { key: 'kilometre', name: name('perKilometre'), value: written.number(indicators.cubicMetresPerKilometreDay, 1, 'm³/km/d') },
  ]
  return <FigurePanel title={name('title')} figures={figures} reason={name('needsPipes')} />
}

/** Night flow, the use that belongs in it, and the customers that use much of it. */
export function NightPanel({ balance: { night, timeZone: _, ...balance } }: { balance: WaterBalance }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const written = useWritten()
  const bounds = useBoundsText()
  const name = (key: string) => t(`waterBalance.night.${key}`)
  const hourly = (key: 'minimum' | 'measuredUse' | 'scaledUse' | 'allowance' | 'net'): BalanceFigure => ({
    ...{ key, name: name(key), value: written.cubicMetres(night[key], 'm³/h', 2) },
  })
  const figures: BalanceFigure[] = [
    { key: 'nights', name: name('nights'), value: written.number(night.nights, 0), beside: `/ ${balance.days}` },
    hourly('minimum'),
    hourly('measuredUse'),
    { key: 'reportingShare', name: name('reportingShare'), value: written.share(night.reportingShare) },
    hourly('scaledUse'),
    hourly('allowance'),
    hourly('net'),
    { key: 'nightDayFactor', name: name('nightDayFactor'), value: written.number(night.nightDayFactor, 1, 'h/d') },
    {
      key: 'nightLeakage',
      name: name('leakage'),
      value: written.cubicMetres(night.leakageLitresPerDay.value, 'm³/d'),
      beside: bounds(night.leakageLitresPerDay, (value) => format.cubicMetres(value, 1)),
    },
    { key: 'gap', name: name('gap'), value: written.cubicMetres(night.gapLitresPerDay, 'm³/d') },
  ]
  const { exceptionalNight, exceptionalUsers } = night
  return (
    <FigurePanel title={name('title')} figures={figures} reason={t('waterBalance.unknown')}>
      {exceptionalNight && (
        <div style={{ padding: '0 12px 8px' }}>
          <Text size="sm" fw={600}>
            {t('waterBalance.night.exceptional', { day: format.day(exceptionalNight) })}
          </Text>
          {exceptionalUsers.length === 0 ? (
            <Text size="sm" c="dimmed">
              {name('exceptionalNone')}
            </Text>
          ) : (
            <FigureTable
              minWidth={240}
              rows={exceptionalUsers}
              keyOf={({ number }) => number}
              columns={[
                {
                  head: name('meter'),
                  cell: ({ number }) => (
                    <ScreenLink screen="devices/meter" params={{ number }} className="nf-link">
                      {number}
                    </ScreenLink>
                  ),
                },
                { head: name('flow'), isNumber: true, cell: ({ litresPerHour }) => format.cubicMetres(litresPerHour, 3) },
              ]}
            />
          )}
        </div>
      )}
    </FigurePanel>
  )
}

type PressureProps = { balance: WaterBalance; target: number | undefined; onTarget: (target: number | undefined) => void }

/** Pressure, what another one would save, the part of the leakage that no survey finds, and what losses cost. */
export function PressurePanel({ balance: { pressure, background }, target, onTarget }: PressureProps) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const written = useWritten()
  const money = useMoney()
  const name = (key: string) => t(`waterBalance.pressure.${key}`)
  const cost = (minor: number | null) => (minor === null ? null : money(minor))
  const { source, measuredExponent } = pressure
  const figures: BalanceFigure[] = [
    {
      key: 'pressure',
      name: name('mean'),
      value: written.number(pressure.meanMetres, 1, 'm'),
      beside: t(`waterBalance.pressure.source.${source ?? 'none'}`, { number: pressure.sensors }),
    },
    { key: 'nightPressure', name: name('night'), value: written.number(pressure.nightMetres, 1, 'm') },
    { key: 'exponent', name: name('exponent'), value: written.number(pressure.exponent, 2) },
    {
      key: 'measuredExponent',
      name: name('measuredExponent'),
      value: written.number(measuredExponent, 2),
      beside: format.share(pressure.explainedShare),
    },
    ...(target === undefined
      ? []
      : [
          { key: 'saved', name: name('saved'), value: written.cubicMetres(pressure.savedLitresPerDay, 'm³/d') },
          { key: 'savedCost', name: name('savedCost'), value: cost(pressure.savedCostMinorPerDay) },
        ]),
    { key: 'background', name: name('background'), value: written.cubicMetres(background.backgroundLitresPerHour, 'm³/h', 2) },
    { key: 'excess', name: name('excess'), value: written.cubicMetres(background.excessLitresPerHour, 'm³/h', 2) },
    { key: 'bursts', name: name('bursts'), value: written.number(background.equivalentBursts, 1) },
    { key: 'lossCost', name: name('lossCost'), value: cost(background.lossCostMinorPerDay) },
    { key: 'apparentCost', name: name('apparentCost'), value: cost(background.apparentCostMinorPerDay) },
  ]
  return (
    <FigurePanel
      title={name('title')}
      figures={figures}
      reason={t('waterBalance.unknown')}
      tools={
        <NumberInput
          size="xs"
          w={150}
          label={name('target')}
          min={1}
          max={1000}
          hideControls
          decimalSeparator={format.decimalSign}
          defaultValue={target ?? ''}
          onBlur={(event) => {
            const typed = Number(event.currentTarget.value.replace(',', '.'))
            onTarget(typed >= 1 && typed <= 1000 ? typed : undefined)
          }}
        />
      }
    />
  )
}

/** Assumptions of the figures, and limits of their inputs. */
export function AssumptionsPanel({ balance: { assumptions } }: { balance: WaterBalance }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  return (
    <section className="nf-panel" aria-label={t('waterBalance.assumption.title')}>
      <div className="nf-panel-head nf-balance-head">
        <h2 className="nf-panel-title">{t('waterBalance.assumption.title')}</h2>
      </div>
      {assumptions.length === 0 ? (
        <Text size="sm" p="sm">
          {t('waterBalance.assumption.none')}
        </Text>
      ) : (
        <ul className="nf-small" style={{ margin: 0, padding: '8px 12px 8px 28px' }}>
          {assumptions.map(({ code, value }) => (
            <li key={code}>
              {t(`waterBalance.assumption.${code}`, {
                value: value === null ? '' : assumedShares.has(code) ? format.share(value, 2) : format.number(value),
              })}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

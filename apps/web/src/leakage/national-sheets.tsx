import { Text } from '@mantine/core'
import type { NationalSheet, SheetFigure, WaterBalance } from '@nightflow/schemas/leakage/water-balance'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#ui/status-badge.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'

/** The sheets of regulators side by side, each with why it differs from the others. */
export function NationalSheets({ balance: { sheets } }: { balance: WaterBalance }) {
  const { t } = useTranslation('leakage')
  if (sheets.length === 0) return null
  return (
    <section aria-label={t('waterBalance.sheets.title')} className="nf-stack">
      <div className="nf-panel nf-panel-head nf-balance-head">
        <h2 className="nf-panel-title">{t('waterBalance.sheets.title')}</h2>
        <span className="nf-small nf-dimmed">{t('waterBalance.sheets.note')}</span>
      </div>
      <div className="nf-pair">
        {sheets.map((sheet) => (
          <Sheet key={sheet.id} sheet={sheet} />
        ))}
      </div>
    </section>
  )
}

function Sheet({ sheet }: { sheet: NationalSheet }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const name = t(`waterBalance.sheets.name.${sheet.id}`)
  const lost = format.cubicMetres(sheet.lostLitres, 0)
  return (
    <section className="nf-panel" aria-label={name} data-sheet={sheet.id}>
      <div className="nf-panel-head nf-balance-head">
        <h3 className="nf-panel-title">{name}</h3>
        {sheet.isToCheck && <StatusBadge meaning="warning" label={t('waterBalance.sheets.check')} />}
      </div>
      <div style={{ padding: '4px 12px 10px' }}>
        <Text size="xs" c="dimmed">
          {t('waterBalance.sheets.formula', { formula: sheet.formula, version: sheet.version })}
        </Text>
        {sheet.lostLitres !== null && (
          <Text size="sm">
            {sheet.ofLitres === null
              ? t('waterBalance.sheets.lostOnly', { lost })
              : t('waterBalance.sheets.headline', { lost, of: format.cubicMetres(sheet.ofLitres, 0) })}
          </Text>
        )}
        <SheetFigures figures={sheet.figures} />
        <Text size="xs" c="dimmed">
          {t('waterBalance.sheets.why')}
        </Text>
        <Text size="sm">{t(`waterBalance.sheets.reason.${sheet.id}`)}</Text>
      </div>
    </section>
  )
}

function SheetFigures({ figures }: { figures: readonly SheetFigure[] }) {
  const { t } = useTranslation('leakage')
  const written = useFigureText()
  const gradeOf = ({ class: grade }: SheetFigure) =>
    grade === 'reports' || grade === 'below' ? t(`waterBalance.grade.${grade}`) : (grade ?? '')
  return (
    <FigureTable
      minWidth={300}
      rows={figures}
      keyOf={({ code }) => code}
      columns={[
        { head: t('waterBalance.sheets.figure'), cell: ({ code }) => t(`waterBalance.figure.${code}`) },
        { head: t('waterBalance.sheets.value'), isNumber: true, cell: written },
        { head: t('waterBalance.sheets.grade'), cell: gradeOf },
      ]}
    />
  )
}

const unitTexts = { 'm3/km/d': 'm³/km/d', 'm3/d': 'm³/d', 'l/conn/d': 'L/d', 'l/conn/d/m': 'L/d/m', ratio: '' } as const

const useFigureText = (): ((figure: SheetFigure) => string) => {
  const format = useFormat()
  return ({ value, unit }) => {
    if (value === null) return '–'
    return unit === 'share' ? format.share(value, 2) : `${format.number(value, 2)} ${unitTexts[unit]}`.trim()
  }
}

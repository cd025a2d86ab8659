import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import '#ui/form/forms.css'

/** Validation errors of a spreadsheet, by row and column as it counts them. */
export function ImportProblems({ problems, heads }: { problems: ImportOutcome['problems']; heads: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('shared')
  return (
    <div className="nf-panel">
      <ScrollRegion label={t('import.problem')} heightMax={320}>
        <table className="nf-table">
          <thead>
            <tr>
              <th scope="col">{t('import.value')}</th>
              <th scope="col">{t('import.column')}</th>
              <th scope="col">{t('import.problem')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ row, column, cell, value, message }) => (
              <tr key={`${row} ${column} ${message}`}>
                <td className="nf-figures">{cell || t('import.rowNumber', { row })}</td>
                <td className="nf-wrap nf-wrap-narrow">{heads[column] ?? (column || '–')}</td>
                <td className="nf-wrap nf-wrap-narrow">
                  {message}
                  {value !== '' && (
                    <div className="nf-dimmed">
                      {t('import.content')}: <span className="nf-problem-value">{value}</span>
                    </div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}

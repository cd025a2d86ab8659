import { useTranslation } from 'react-i18next'
import type { JudgedFigure, Verdict } from '#leakage/threshold-status.ts'

/** A day's verdict in words: which figure it is about, where one is worse than the rest. */
export function useVerdictText(): (verdict: Verdict & { figure: JudgedFigure | null }) => string {
  const { t } = useTranslation('leakage')
  return ({ word, figure }) => {
    const isOfOne = figure !== null && (word === 'warning' || word === 'alarm')
    return isOfOne ? t('status.ofFigure', { figure: t(`figure.${figure}`), status: t(`status.${word}`) }) : t(`status.${word}`)
  }
}

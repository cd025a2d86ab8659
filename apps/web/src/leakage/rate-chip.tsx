import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { Thresholds } from '@nightflow/schemas/leakage/partition'
import { useTranslation } from 'react-i18next'
import { judgeDay } from '#leakage/threshold-status.ts'
import { useVerdictText } from '#leakage/use-verdict-text.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'

/** The leakage rate of a partition's latest complete day; icon and colour are those of the day's worst figure, which the hint names. */
export function RateChip({ latest, thresholds }: { latest: NightFlowRow | null; thresholds: Thresholds }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const verdictText = useVerdictText()
  const rate = latest?.leakageRate ?? null
  const verdict = judgeDay(latest, thresholds)
  const hint = latest === null ? t('status.noFigure') : `${verdictText(verdict)} · ${format.day(latest.date, 'long')}`
  return <StatusBadge meaning={verdict.meaning} label={rate === null ? '–' : format.share(rate)} hint={hint} />
}

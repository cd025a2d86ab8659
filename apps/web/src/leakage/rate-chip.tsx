import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { Thresholds } from '@nightflow/schemas/leakage/partition'
import { useTranslation } from 'react-i18next'
import { judgeDay } from '#leakage/threshold-status.ts'
import { useEstimatedText } from '#leakage/use-estimated-text.ts'
import { useVerdictText } from '#leakage/use-verdict-text.ts'
import { aboutIf } from '#ui/about-if.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'

const nothing = {
  ...{ supplyLitres: null, supplyEstimatedLitres: null, consumptionLitres: null, consumptionEstimatedLitres: null },
  isEstimated: false,
}

/** The leakage rate of a partition's latest complete day; icon and colour are those of the day's worst figure, which the hint names. A rate that is estimated in part has a sign before it. */
export function RateChip({ latest, thresholds }: { latest: NightFlowRow | null; thresholds: Thresholds }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const verdictText = useVerdictText()
  const estimated = useEstimatedText()(latest ? { ...latest, isEstimated: latest.estimated } : nothing)
  const rate = latest?.leakageRate ?? null
  const verdict = judgeDay(latest, thresholds)
  const hint =
    latest === null ? t('status.noFigure') : [verdictText(verdict), format.day(latest.date, 'long'), estimated].filter(Boolean).join(' · ')
  const label = rate === null ? '–' : format.share(rate)
  return <StatusBadge meaning={verdict.meaning} label={aboutIf(rate !== null && estimated !== undefined, label)} hint={hint} />
}

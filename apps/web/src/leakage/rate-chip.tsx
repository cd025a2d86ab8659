import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { Thresholds } from '@nightflow/schemas/leakage/partition'
import { useTranslation } from 'react-i18next'
import { judge } from '#leakage/threshold-status.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'

/** The leakage rate of a partition's latest complete day, with how it stands against its threshold as icon, colour and words. */
export function RateChip({ latest, thresholds }: { latest: NightFlowRow | null; thresholds: Thresholds }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const rate = latest?.leakageRate ?? null
  const meaning = judge(rate, thresholds.leakageRate)
  const hint = rate === null ? t('status.noFigure') : `${t(`status.${meaning}`)} · ${format.day(latest?.date ?? null)}`
  return <StatusBadge meaning={meaning} label={rate === null ? '–' : format.share(rate)} hint={hint} />
}

import type { ClosingReason } from '@nightflow/schemas/devices/operate-valve'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'

type Reasons = readonly ClosingReason[]

/** Why a valve is to be closed, in words; null without a reason. */
export function useClosingReasons(): (reasons: Reasons) => string | null {
  const { t } = useTranslation('devices')
  const format = useFormat()
  return (reasons) => (reasons.length === 0 ? null : format.list(reasons.map((reason) => t(`meters.value.closingReason.${reason}`))))
}

export function ClosingReasonsBadge({ reasons }: { reasons: Reasons }) {
  const { t } = useTranslation('devices')
  const inWords = useClosingReasons()(reasons)
  return inWords === null ? null : (
    <StatusBadge meaning="warning" label={t('valve.held', { reasons: inWords })} hint={t('valve.heldHint')} />
  )
}

export function ClosingReasonsText({ reasons }: { reasons: Reasons }) {
  return useClosingReasons()(reasons) ?? '–'
}

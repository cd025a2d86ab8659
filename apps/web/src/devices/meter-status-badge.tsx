import type { MeterStatus } from '@nightflow/schemas/devices/meters'
import { useTranslation } from 'react-i18next'
import { type Meaning, StatusBadge } from '#ui/status-badge.tsx'

const meaningOf: Record<MeterStatus, Meaning> = { reporting: 'good', silent: 'warning', never: 'unknown', replaced: 'off' }

/** Whether a meter reports, with what the word means on hover. */
export function MeterStatusBadge({ status }: { status: MeterStatus }) {
  const { t } = useTranslation('devices')
  return <StatusBadge meaning={meaningOf[status]} label={t(`meterStatus.${status}`)} hint={t(`meterStatusHint.${status}`)} />
}

import { PressureState } from '@nightflow/schemas/devices/pressure-meter'
import type { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#ui/status-badge.tsx'

export type PressureMeter = RowOf<typeof resources.pressureMeters>

const meanings = {
  [PressureState.enum.normal]: 'good',
  [PressureState.enum.alarm]: 'alarm',
  [PressureState.enum.unknown]: 'unknown',
} as const

/** The state of a pressure meter; an alarm says what deviates. */
export function PressureBadge({ meter: { pressureState, deviations } }: { meter: Pick<PressureMeter, 'pressureState' | 'deviations'> }) {
  const { t } = useTranslation('devices')
  const label =
    deviations.length > 0
      ? deviations.map((each) => t(`pressureMeter.deviation.${each}`)).join(', ')
      : t(`pressureMeter.state.${pressureState}`)
  return <StatusBadge meaning={meanings[pressureState]} label={label} hint={t(`pressureMeter.stateHint.${pressureState}`)} />
}

import type { DetectionReason } from '@nightflow/schemas/leakage/detection'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

const shares: readonly DetectionReason['code'][] = ['change-probable', 'share-of-inflow', 'customers-subtracted', 'tank-filling']
const whole: readonly DetectionReason['code'][] = ['rose-within-day', 'rises-daily', 'grows-further']

/** Why there is a detection, as a sentence. */
export function useReasonText(): (reason: DetectionReason) => string {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return useCallback(
    ({ code, value }: DetectionReason) => {
      const shown = shares.includes(code) ? format.share(value, 1) : format.number(value, whole.includes(code) ? 0 : 1)
      return t(`home.leak.reason.${code}`, { value: shown })
    },
    [t, format],
  )
}

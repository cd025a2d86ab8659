import type { MeterFit } from '@nightflow/schemas/leakage/meter-check'
import { useTranslation } from 'react-i18next'
import { textOfRejection } from '#api/rejection-texts.ts'
import { useFormat } from '#ui/use-format.ts'

/** Why a meter cannot be associated, or what to know before; null where there is nothing to say. */
export function useMeterFitText(): (fit: MeterFit) => string | null {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  return ({ problem, details, isHere, elsewhere }) => {
    if (problem !== null) return textOfRejection({ rejected: problem, details })
    if (isHere) return t('form.isHere')
    return elsewhere.length === 0 ? null : t('form.isElsewhere', { names: format.list(elsewhere.map(({ name }) => name)) })
  }
}

import { Text } from '@mantine/core'
import type { CaseStage } from '@nightflow/schemas/work-orders/leak-case'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '#shell/screen-link.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { caseWords } from '#work-orders/order-words.ts'

type Found = { caseNo: number; partitionName: string; stage: CaseStage }

/** The leak case of an order or of a request, with its stage. */
export function CaseLink({ found: { caseNo, partitionName, stage } }: { found: Found }) {
  const { t } = useTranslation('work-orders')
  const words = useResourceWords(caseWords)
  return (
    <Text size="sm">
      <ScreenLink screen="work-orders/leak-cases" search={{ row: String(caseNo) }} className="nf-link">
        {t('caseOf', { name: partitionName })}
      </ScreenLink>{' '}
      · {words.word('stage', stage).label}
    </Text>
  )
}

import { Group } from '@mantine/core'
import type { agentSettlements } from '@nightflow/schemas/agents/agent-lists'
import { settlementReceipt } from '@nightflow/schemas/agents/agent-papers'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { download } from '#api/download.ts'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

/** The receipt of a settlement for both sides to sign. */
function Detail({ row: { settlementNo, settlementNumber, userId } }: { row: RowOf<typeof agentSettlements> }) {
  const { t } = useTranslation('agents')
  const mayDo = useMayDo()
  if (!mayDo(settlementReceipt)) return null
  return (
    <Group justify="flex-end">
      <LanguageMenu
        label={t('agentSettlement.receipt')}
        icon={IconReceipt}
        onChoose={(language) => download(settlementReceipt, { settlementNo, language }, `agent-${userId}-${settlementNumber}.pdf`)}
      />
    </Group>
  )
}

export const Screen = screenOf(resourceOf(resources.agentSettlements, resourceCalls.agentSettlements, { Detail }))

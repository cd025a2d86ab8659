import { Stack, Text } from '@mantine/core'
import type { deductions } from '@nightflow/schemas/billing/deduction'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useTranslation } from 'react-i18next'
import { DeductTool } from '#billing/deduct-tool.tsx'
import { DeductionLines } from '#billing/deduction-lines.tsx'
import { DeductionOrderTool } from '#billing/deduction-order-tool.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

/** Rows are made by the tool, which shows the lines of a deduction before it is made. */
const { create: _, ...calls } = resourceCalls.deductions

/** The lines of a deduction, below the order that held when it was made. */
function Detail({ row }: { row: RowOf<typeof deductions> }) {
  const { t } = useTranslation('billing')
  const order = row.deductionOrder.map((kind) => t(`kind.${kind}`)).join(' → ')
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t('deduction.field.deductionOrder')}: {order}
      </Text>
      <DeductionLines deduction={row} />
    </Stack>
  )
}

function Tools() {
  return (
    <>
      <DeductionOrderTool />
      <DeductTool />
    </>
  )
}

export const Screen = screenOf(resourceOf(resources.deductions, calls, { Detail, Tools }))

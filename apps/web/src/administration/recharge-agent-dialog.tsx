import { Text } from '@mantine/core'
import { agentRecharge } from '@nightflow/schemas/agents/recharge-agent'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { newOperationId } from '#devices/operation-id.ts'
import { CommandForm } from '#ui/command-form.tsx'
import { FormDialog } from '#ui/resource-form.tsx'
import { useCurrency, useMoney } from '#ui/use-money.ts'

type Props = { row: { userId: number; userName: string; balanceMinor: number }; onClose: () => void }

/** Puts money on an agent's balance. The identifier stays while the dialog is open, so that trying again after a failure pays once. */
export function RechargeAgentDialog({ row: { userId, userName, balanceMinor }, onClose }: Props) {
  const { t } = useTranslation('administration')
  const shared = useTranslation('shared').t
  const client = useQueryClient()
  const money = useMoney()
  const currency = useCurrency()
  const [rechargeId] = useState(newOperationId)
  const label = t('agent.command.recharge', { name: userName })
  const methods = { 0: t('agent.method.0'), 1: t('agent.method.1'), 2: t('agent.method.2') }
  return (
    <FormDialog title={label} onClose={onClose} size={440}>
      <Text size="sm" mb="sm">
        {t('agent.rechargeText', { balance: money(balanceMinor) })}
      </Text>
      <CommandForm
        schema={agentRecharge.request}
        fields={[
          { name: 'amount', label: t('agent.amount'), unit: currency, isHalf: true },
          { name: 'purchaseMethod', label: t('agent.purchaseMethod'), optionLabels: methods, isHalf: true },
          { name: 'remark', label: t('field.remark') },
        ]}
        initial={{ purchaseMethod: '0' }}
        fixed={{ rechargeId, userId }}
        submitLabel={label}
        onCancel={onClose}
        doneText={shared('done.saved')}
        onSubmit={async (command) => {
          await call(agentRecharge, command)
          await client.invalidateQueries({ queryKey: [resourceCalls.agents.list.path] })
          onClose()
        }}
      />
    </FormDialog>
  )
}

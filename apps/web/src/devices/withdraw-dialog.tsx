import { Text } from '@mantine/core'
import { withdrawRegisterReset } from '@nightflow/schemas/devices/endpoints'
import type { MeterHistoryRow } from '@nightflow/schemas/devices/meter-history'
import { withdrawReadingCorrection } from '@nightflow/schemas/metering/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'

type Props = { number: string; row: MeterHistoryRow; onClose: () => void }

/** Withdraws a manual correction or a register reset, with a reason. */
export function WithdrawDialog({ number, row: { facts }, onClose }: Props) {
  const { resetAt, correctionId = null } = facts
  const { t } = useTranslation('devices')
  const shown = useTranslation('shared').t
  const client = useQueryClient()
  const kind = correctionId === null ? 'reset' : 'correction'
  const done = async () => {
    await client.invalidateQueries()
    onClose()
  }
  const shared = {
    fields: [{ name: 'reason', label: t('meterHistory.withdrawReason') }],
    submitLabel: t(`meterHistory.${kind}Confirm`),
    danger: true,
    doneText: shown('done.withdrawn', { name: number }),
    onCancel: onClose,
  }
  return (
    <FormDialog onClose={onClose} title={t(`meterHistory.${kind}Title`, { number })} size={480}>
      <Text size="sm" mb="sm">
        {t('meterHistory.effect')}
      </Text>
      {correctionId === null ? (
        <CommandForm
          schema={withdrawRegisterReset.request}
          fixed={{ number, resetAt }}
          onSubmit={async (command) => {
            await call(withdrawRegisterReset, command)
            await done()
          }}
          {...shared}
        />
      ) : (
        <CommandForm
          schema={withdrawReadingCorrection.request}
          fixed={{ number, correctionId }}
          onSubmit={async (command) => {
            await call(withdrawReadingCorrection, command)
            await done()
          }}
          {...shared}
        />
      )}
    </FormDialog>
  )
}

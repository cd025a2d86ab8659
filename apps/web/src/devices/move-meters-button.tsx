import { Button, Text } from '@mantine/core'
import { findMoveChoices, listMeterMoves, moveMeters } from '@nightflow/schemas/devices/move-meters'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { newOperationId } from '#ui/operation-id.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** Moves meters from one tenant to another. */
export function MoveMetersButton() {
  const { t } = useTranslation('devices')
  const mayDo = useMayDo()
  const [opened, setOpened] = useState(false)
  if (!mayDo(moveMeters)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconArrowsExchange size={14} aria-hidden />} onClick={() => setOpened(true)}>
        {t('meterMove.open')}
      </Button>
      {opened && <MoveMetersDialog onClose={() => setOpened(false)} />}
    </>
  )
}

const noChoices = { tenants: [], customerTypes: [] }

function MoveMetersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const [sourceTenant, setSourceTenant] = useState<string>()
  // It stays while the dialog is open, so that another try after a failure moves nothing twice.
  const [moveId] = useState(newOperationId)
  const found = useQuery({
    queryKey: [findMoveChoices.path, sourceTenant ?? ''],
    queryFn: ({ signal }) => call(findMoveChoices, { sourceTenant }, signal),
    placeholderData: (before) => before,
  })
  const { tenants, customerTypes } = found.data ?? noChoices
  return (
    <FormDialog onClose={onClose} title={t('meterMove.title2')} size={560}>
      <Text size="sm" mb="sm">
        {t('meterMove.what')}
      </Text>
      <CommandForm
        schema={moveMeters.request}
        fixed={{ moveId }}
        fields={[
          { name: 'sourceTenant', label: t('meterMove.field.sourceTenant'), choices: tenants, isHalf: true },
          { name: 'targetTenant', label: t('meterMove.field.targetTenant'), choices: tenants, isHalf: true },
          { name: 'customerTypeId', label: t('meterMove.field.customerTypeId'), choices: customerTypes },
          { name: 'number', label: t('meterMove.field.numbers'), description: t('meterMove.numbersHint'), lines: 3 },
          { name: 'reason', label: t('replace.reason'), lines: 2 },
        ]}
        onTyped={(typed) => setSourceTenant(typeof typed.sourceTenant === 'string' ? typed.sourceTenant : undefined)}
        submitLabel={t('meterMove.confirm')}
        danger
        onCancel={onClose}
        doneText={t('meterMove.done')}
        onSubmit={async (command) => {
          await call(moveMeters, command)
          await client.invalidateQueries({ queryKey: [listMeterMoves.path] })
          onClose()
        }}
      />
    </FormDialog>
  )
}

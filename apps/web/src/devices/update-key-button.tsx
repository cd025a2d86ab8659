import { Button, Text } from '@mantine/core'
import { listKeyUpdates, updateMeterKey } from '@nightflow/schemas/devices/update-key'
import { IconKey } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { newOperationId } from '#ui/operation-id.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** Gives a meter another key. */
export function UpdateKeyButton() {
  const { t } = useTranslation('devices')
  const mayDo = useMayDo()
  const [opened, setOpened] = useState(false)
  if (!mayDo(updateMeterKey)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconKey size={14} aria-hidden />} onClick={() => setOpened(true)}>
        {t('keyUpdate.open')}
      </Button>
      {opened && <UpdateKeyDialog onClose={() => setOpened(false)} />}
    </>
  )
}

function UpdateKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  // It stays while the dialog is open, so that another try after a failure updates nothing twice.
  const [updateId] = useState(newOperationId)
  return (
    <FormDialog onClose={onClose} title={t('keyUpdate.title2')} size={480}>
      <Text size="sm" mb="sm">
        {t('keyUpdate.what')}
      </Text>
      <CommandForm
        schema={updateMeterKey.request}
        fixed={{ updateId }}
        fields={[
          { name: 'number', label: t('keyUpdate.field.number') },
          { name: 'key', label: t('keyUpdate.field.key'), description: t('keyUpdate.keyHint'), isSecret: true },
          { name: 'reason', label: t('replace.reason'), lines: 2 },
        ]}
        submitLabel={t('keyUpdate.confirm')}
        onCancel={onClose}
        doneText={t('keyUpdate.done')}
        onSubmit={async (update) => {
          await call(updateMeterKey, update)
          await client.invalidateQueries({ queryKey: [listKeyUpdates.path] })
          onClose()
        }}
      />
    </FormDialog>
  )
}

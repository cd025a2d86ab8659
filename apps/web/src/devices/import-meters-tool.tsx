import { Button } from '@mantine/core'
import { listMeters } from '@nightflow/schemas/devices/endpoints'
import { importMeters, importMetersTemplate, MeterSheetRow } from '@nightflow/schemas/devices/import-meters'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImportDialog } from '#ui/resource/import-dialog.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

/** Registers meters from a spreadsheet: template, preview by row and column, then the good rows or all. */
export function ImportMetersTool() {
  const { t } = useTranslation('devices')
  const shared = useTranslation('shared').t
  const client = useQueryClient()
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(importMeters)) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {shared('import.open')}
      </Button>
      {isOpen && (
        <ImportDialog
          title={`${t('meters.title')} · ${shared('import.open')}`}
          endpoints={{ importTemplate: importMetersTemplate, importData: importMeters }}
          heads={Object.fromEntries(Object.keys(MeterSheetRow.shape).map((name) => [name, t(`sheet.${name}`)]))}
          onImported={() => client.invalidateQueries({ queryKey: [listMeters.path] })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

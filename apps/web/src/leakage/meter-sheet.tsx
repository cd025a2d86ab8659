import { Button, Group, Text } from '@mantine/core'
import { importSubMeters, importSubMetersTemplate, metersPerImportMax, SubMeterSheetRow } from '@nightflow/schemas/leakage/meter-choice'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefreshLeakage } from '#leakage/partition-forms.tsx'
import { ImportDialog } from '#ui/resource/import-dialog.tsx'
import { useFormat } from '#ui/use-format.ts'

/** Customers' meters from an xls or xlsx: template, preview with each refused line, then the good lines. */
export function MeterSheet({ id, onImported }: { id: string; onImported: () => void }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const refresh = useRefreshLeakage()
  const [isOpen, setOpen] = useState(false)
  return (
    <Group gap="sm">
      <Button size="xs" variant="light" leftSection={<IconFileSpreadsheet size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('choose.sheet.open')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('choose.sheet.hint', { max: format.number(metersPerImportMax) })}
      </Text>
      {isOpen && (
        <ImportDialog
          title={t('choose.sheet.title')}
          endpoints={{ importTemplate: importSubMetersTemplate, importData: importSubMeters }}
          heads={Object.fromEntries(Object.keys(SubMeterSheetRow.shape).map((name) => [name, t(`subMeterSheet.field.${name}`)]))}
          about={id}
          onImported={async () => {
            await refresh()
            onImported()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Group>
  )
}

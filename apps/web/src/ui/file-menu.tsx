import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type FileFormat = 'xlsx' | 'csv'

/** Rows as a file that the service makes: a spreadsheet or CSV. */
export function FileMenu({ save }: { save: (format: FileFormat) => Promise<unknown> }) {
  const { t } = useTranslation('shared')
  const [busy, setBusy] = useState(false)
  const choose = async (format: FileFormat) => {
    setBusy(true)
    // A failure has been announced by then.
    await save(format).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={busy}
          leftSection={<IconFileSpreadsheet size={14} aria-hidden />}
          rightSection={<IconChevronDown size={12} aria-hidden />}
        >
          {t('table.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => choose(format)}>
            {t(`table.format.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

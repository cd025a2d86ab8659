import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImportDialog } from '#ui/resource/import-dialog.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

type Props = Omit<ComponentProps<typeof ImportDialog>, 'onImported' | 'onClose'> & {
  /** Name of the imported rows; the title of the dialog. */
  title: string
  /** The path of the list that shows the rows. */
  listPath: string
}

/** A button for lists that spreadsheets are read into: template, preview by row and column, then the good rows or all. */
export function ImportTool({ title, listPath, ...dialog }: Props) {
  const { t } = useTranslation('shared')
  const client = useQueryClient()
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(dialog.endpoints.importData)) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('import.open')}
      </Button>
      {isOpen && (
        <ImportDialog
          {...dialog}
          title={`${title} · ${t('import.open')}`}
          onImported={() => client.invalidateQueries({ queryKey: [listPath] })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

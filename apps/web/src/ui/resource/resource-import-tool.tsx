import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImportDialog } from '#ui/resource/import-dialog.tsx'
import type { Resource, ResourceCalls } from '#ui/resource/resource.ts'
import type { ResourceWords } from '#ui/resource/resource-words.ts'
import { useMayDo } from '#ui/use-may-do.ts'

type Props<Row extends object> = { resource: Pick<Resource<Row, ResourceCalls<Row>>, 'calls' | 'importUpdates'>; words: ResourceWords }

/** A button for resources that spreadsheets are read into. */
export function ImportTool<Row extends object>({ resource: { calls, importUpdates }, words }: Props<Row>) {
  const { t } = useTranslation('shared')
  const client = useQueryClient()
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  const { importTemplate, importData, create } = calls
  if (!importTemplate || !importData || !create || !mayDo(importData)) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('import.open')}
      </Button>
      {isOpen && (
        <ImportDialog
          title={`${words.own('title')} · ${t('import.open')}`}
          endpoints={{ importTemplate, importData }}
          heads={Object.fromEntries(Object.keys(create.request.shape).map((name) => [name, words.field(name)]))}
          canUpdate={importUpdates}
          onImported={() => client.invalidateQueries({ queryKey: [calls.list.path] })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

import { Button, FileInput, Group, Select, Stack, TextInput } from '@mantine/core'
import { uploadBytesMax } from '@nightflow/schemas/platform/file-calls'
import { MapLayerType } from '@nightflow/schemas/platform/map-layer'
import { listMapLayers, uploadMapLayer } from '@nightflow/schemas/platform/map-layer-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadFile } from '#api/call.ts'
import { ProblemError } from '#api/problem-error.ts'
import { useProblemText } from '#api/problem-text.ts'
import { announceDone } from '#session/announce-done.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

/** Layers of the map: one is made or replaced by a file, and its name or type changed in the list. */
export const Screen = screenOf(
  resourceOf(resources.mapLayers, resourceCalls.mapLayers, { Tools: UploadTool, related: [[listMapLayers.path]] }),
)

function UploadTool() {
  const { t } = useTranslation('platform')
  const mayDo = useMayDo()
  const [opened, setOpened] = useState(false)
  if (!mayDo(uploadMapLayer)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconUpload size={14} aria-hidden />} onClick={() => setOpened(true)}>
        {t('mapLayer.upload')}
      </Button>
      {opened && (
        <FormDialog title={t('mapLayer.upload')} onClose={() => setOpened(false)} size={480}>
          <UploadForm onDone={() => setOpened(false)} />
        </FormDialog>
      )}
    </>
  )
}

function UploadForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('platform')
  const shared = useTranslation('shared').t
  const client = useQueryClient()
  const problemText = useProblemText()
  const [layerName, setLayerName] = useState('')
  const [layerType, setLayerType] = useState<MapLayerType>('street')
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<{ field: 'name' | 'file'; text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const isSending = useRef(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending.current) return
    if (layerName.trim() === '') return setProblem({ field: 'name', text: t('mapLayer.nameMissing') })
    if (!file) return setProblem({ field: 'file', text: t('mapLayer.fileMissing') })
    if (file.size > uploadBytesMax) return setProblem({ field: 'file', text: t('mapLayer.tooBig') })
    isSending.current = true
    setBusy(true)
    setProblem(null)
    try {
      await uploadFile(uploadMapLayer, { layerName: layerName.trim(), layerType }, file)
      for (const key of [resourceCalls.mapLayers.list.path, listMapLayers.path]) await client.invalidateQueries({ queryKey: [key] })
      announceDone(shared('done.saved'))
      onDone()
    } catch (error) {
      if (error instanceof ProblemError) error.isShown = true
      setProblem({ field: 'file', text: problemText(error) })
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          withAsterisk
          label={t('mapLayer.field.layerName')}
          maxLength={50}
          value={layerName}
          onChange={(event) => setLayerName(event.currentTarget.value)}
          error={problem?.field === 'name' && problem.text}
        />
        <Select
          withAsterisk
          label={t('mapLayer.field.layerType')}
          allowDeselect={false}
          value={layerType}
          onChange={(value) => value && setLayerType(value as MapLayerType)}
          data={MapLayerType.options.map((value) => ({ value, label: t(`mapLayer.value.layerType.${value}`) }))}
        />
        <FileInput
          withAsterisk
          label={t('mapLayer.file')}
          description={t('mapLayer.fileHint')}
          placeholder={t('mapLayer.chooseFile')}
          accept=".geojson,.json,application/geo+json,application/json"
          value={file}
          onChange={setFile}
          error={problem?.field === 'file' && problem.text}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {t('mapLayer.upload')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

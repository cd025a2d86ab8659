import { Button, FileButton, Group, Select, Text } from '@mantine/core'
import { OrderFileKind } from '@nightflow/schemas/work-orders/order-file'
import { listOrderFiles, sendOrderFile } from '@nightflow/schemas/work-orders/order-file-calls'
import { IconCamera } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadFile } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import { announceDone } from '#session/announce-done.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { shrinkPhoto } from '#ui/shrink-photo.ts'
import { digestOf } from '#work-orders/digest-of.ts'
import { orderWords } from '#work-orders/order-words.ts'

const { before, after, other } = OrderFileKind.enum

/** Adds a photo to an order from the desk, such as one that arrived by e-mail. */
export function AddOrderPhoto({ workOrderNo }: { workOrderNo: number }) {
  const { t } = useTranslation('work-orders')
  const words = useResourceWords(orderWords)
  const problemText = useProblemText()
  const client = useQueryClient()
  const [fileKind, setFileKind] = useState<OrderFileKind>(after)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const send = async (photo: File, takenAt: string) => {
    await uploadFile(sendOrderFile, { workOrderNo, fileKind, sha256: digestOf(await photo.arrayBuffer()), takenAt }, photo)
    await client.invalidateQueries({ queryKey: [listOrderFiles.path, workOrderNo] })
    await client.invalidateQueries({ queryKey: ['work-order-history', workOrderNo] })
    announceDone(t('files.added'))
  }
  const add = async (file: File | null) => {
    if (!file || isBusy) return
    setIsBusy(true)
    const photo = await shrinkPhoto(file).catch(() => undefined)
    setProblem(photo ? undefined : t('crew.pictureFailed'))
    if (photo) await send(photo, new Date(file.lastModified).toISOString()).catch((error: unknown) => setProblem(problemText(error)))
    setIsBusy(false)
  }
  return (
    <>
      <Group gap="xs" mb={6}>
        <Select
          size="xs"
          w={160}
          aria-label={words.field('fileKind')}
          data={[before, after, other].map((value) => ({ value, label: words.word('fileKind', value).label }))}
          value={fileKind}
          allowDeselect={false}
          onChange={(value) => setFileKind(OrderFileKind.parse(value))}
        />
        <FileButton accept="image/*" onChange={add} inputProps={{ 'aria-label': t('files.add') }}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={isBusy} leftSection={<IconCamera size={14} aria-hidden />}>
              {t('files.add')}
            </Button>
          )}
        </FileButton>
      </Group>
      {problem !== undefined && (
        <Text size="sm" mb={6} c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </>
  )
}

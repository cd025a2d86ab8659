import { Alert, Button, FileButton, Group, Text } from '@mantine/core'
import type { OrderFileKind } from '@nightflow/schemas/work-orders/order-file'
import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'
import { IconCamera, IconDoor, IconScan, IconSignature } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { shrinkPhoto } from '#ui/shrink-photo.ts'
import { useFormat } from '#ui/use-format.ts'
import { DoorCard } from '#work-orders/crew/door-card.tsx'
import { keepPicture } from '#work-orders/crew/keep-picture.ts'
import { MeterScan } from '#work-orders/crew/meter-scan.tsx'
import { filesMax, type KeptFile } from '#work-orders/crew/order-store.ts'
import { SignaturePad } from '#work-orders/crew/signature-pad.tsx'
import { orderWords } from '#work-orders/order-words.ts'

type Props = { order: BoardOrder; person: string; files: readonly KeptFile[]; onDone: () => unknown }
type Tool = 'scan' | 'sign' | 'card'

const megabyte = 1024 * 1024

/** The proof of the work on an order: the right meter, photos before and after, the signature. All of it works without a network. */
export function OrderEvidence({ order, person, files, onDone }: Props) {
  const { t } = useTranslation('work-orders')
  const { number } = useFormat()
  const [tool, setTool] = useState<Tool>()
  const [problem, setProblem] = useState<string>()
  const keep = async (fileKind: OrderFileKind, file: Blob) => {
    const isKept = await keepPicture({ order, person, fileKind, file })
    setProblem(isKept ? undefined : t('crew.filesFull', { max: filesMax.count, size: number(filesMax.bytes / megabyte, 0) }))
    if (isKept) setTool(undefined)
    await onDone()
  }
  const photo = (fileKind: OrderFileKind) => async (chosen: File | null) => {
    if (!chosen) return
    const shrunk = await shrinkPhoto(chosen).catch(() => undefined)
    if (shrunk) await keep(fileKind, shrunk)
    else setProblem(t('crew.pictureFailed'))
  }
  const toggle = (wanted: Tool) => setTool(tool === wanted ? undefined : wanted)
  return (
    <>
      <div className="nf-crew-tools">
        {order.meterNo !== null && (
          <Button variant="light" leftSection={<IconScan size={18} aria-hidden />} onClick={() => toggle('scan')}>
            {t('crew.scan')}
          </Button>
        )}
        <PhotoButton label={t('crew.photoBefore')} onChoose={photo('before')} />
        <PhotoButton label={t('crew.photoAfter')} onChoose={photo('after')} />
        <Button variant="light" leftSection={<IconSignature size={18} aria-hidden />} onClick={() => toggle('sign')}>
          {t('crew.sign')}
        </Button>
        <Button variant="light" leftSection={<IconDoor size={18} aria-hidden />} onClick={() => toggle('card')}>
          {t('crew.doorCard')}
        </Button>
      </div>
      {problem && <Alert color="red">{problem}</Alert>}
      {tool === 'scan' && order.meterNo !== null && <MeterScan meterNo={order.meterNo} />}
      {tool === 'sign' && <SignaturePad onKeep={(file) => keep('signature', file)} />}
      {tool === 'card' && <DoorCard order={order} />}
      {files.length > 0 && <Waiting files={files} />}
    </>
  )
}

function PhotoButton({ label, onChoose }: { label: string; onChoose: (file: File | null) => Promise<void> }) {
  return (
    <FileButton accept="image/*" capture="environment" onChange={onChoose} inputProps={{ 'aria-label': label }}>
      {(props) => (
        <Button {...props} variant="light" leftSection={<IconCamera size={18} aria-hidden />}>
          {label}
        </Button>
      )}
    </FileButton>
  )
}

/** The pictures of the order that are on the phone alone. */
function Waiting({ files }: { files: readonly KeptFile[] }) {
  return (
    <Group gap="xs">
      {files.map((file) => (
        <Thumbnail key={file.key} file={file} />
      ))}
    </Group>
  )
}

function Thumbnail({ file: { bytes, mediaType, fileKind } }: { file: KeptFile }) {
  const { t } = useTranslation('work-orders')
  const words = useResourceWords(orderWords)
  const [url, setUrl] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: mediaType }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, mediaType])
  const label = t('crew.pictureOf', { kind: words.word('fileKind', fileKind).label })
  return (
    <figure className="nf-crew-picture">
      {url && <img src={url} alt={label} />}
      <Text component="figcaption" size="xs">
        {label}
      </Text>
    </figure>
  )
}

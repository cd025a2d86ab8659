import { Button, Group, Text, Title } from '@mantine/core'
import { listOrderFiles, removeOrderFile, sendOrderFile } from '@nightflow/schemas/work-orders/order-file-calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { announceDone } from '#session/announce-done.ts'
import { useSession } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { AddOrderPhoto } from '#work-orders/add-order-photo.tsx'
import { orderWords } from '#work-orders/order-words.ts'
import './board.css'

type Props = {
  workOrderNo: number
  /** The title of the order, where its page is another one; photos are added on its own page. */
  orderTitle?: string
}

/** The photos and signatures of an order, each with the hash that the events keep. */
export function OrderFiles({ workOrderNo, orderTitle }: Props) {
  const { t } = useTranslation('work-orders')
  const words = useResourceWords(orderWords)
  const { instant } = useFormat()
  const { timeZone } = useSession()
  const mayDo = useMayDo()
  const client = useQueryClient()
  const [removed, setRemoved] = useState<string>()
  const files = useQuery({
    queryKey: [listOrderFiles.path, workOrderNo],
    queryFn: ({ signal }) => call(listOrderFiles, { workOrderNo }, signal),
  })
  if (files.isError) return <ErrorState error={files.error} compact />
  const rows = files.data?.rows ?? []
  const isAddedHere = orderTitle === undefined && mayDo(sendOrderFile)
  if (rows.length === 0 && !isAddedHere) return null
  const title = orderTitle === undefined ? t('files.title') : t('files.of', { order: orderTitle })
  return (
    <section aria-label={title}>
      <Title order={3} size="h5" mb={6}>
        {title}
      </Title>
      {isAddedHere && <AddOrderPhoto workOrderNo={workOrderNo} />}
      {files.isSuccess && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('files.none')}
        </Text>
      )}
      <Group gap="sm" align="flex-start">
        {rows.map(({ fileId, fileKind, takenAt, keptSha256, url }) => {
          const label = t('files.picture', { kind: words.word('fileKind', fileKind).label, at: instant(takenAt, timeZone) })
          return (
            <figure key={fileId} className="nf-order-file">
              {url === '' ? (
                <Text size="sm" c="dimmed">
                  {t('files.gone')}
                </Text>
              ) : (
                <a href={url} target="_blank" rel="noreferrer">
                  <img src={url} alt={label} />
                </a>
              )}
              <figcaption>
                <Text size="xs">{label}</Text>
                <Text size="xs" c="dimmed" className="nf-hash">
                  {t('files.hash', { hash: keptSha256 })}
                </Text>
                {mayDo(removeOrderFile) && (
                  <Button size="compact-xs" variant="default" onClick={() => setRemoved(fileId)}>
                    {t('files.remove')}
                  </Button>
                )}
              </figcaption>
            </figure>
          )
        })}
      </Group>
      {removed !== undefined && (
        <FormDialog title={t('files.remove')} onClose={() => setRemoved(undefined)}>
          <Text size="sm" mb="xs">
            {t('files.removeText')}
          </Text>
          <CommandForm
            schema={removeOrderFile.request}
            initial={{}}
            fields={[{ name: 'reason', label: t('files.reason'), lines: 2 }]}
            fixed={{ workOrderNo, fileId: removed }}
            submitLabel={t('files.remove')}
            onCancel={() => setRemoved(undefined)}
            doneText={null}
            onSubmit={async (request) => {
              await call(removeOrderFile, request)
              await client.invalidateQueries({ queryKey: [listOrderFiles.path, workOrderNo] })
              await client.invalidateQueries({ queryKey: ['work-order-history', workOrderNo] })
              announceDone(t('files.removed'))
              setRemoved(undefined)
            }}
          />
        </FormDialog>
      )}
    </section>
  )
}

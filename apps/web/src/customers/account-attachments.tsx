import { Button, FileButton, Group, Text, UnstyledButton } from '@mantine/core'
import { addAttachment, attachmentsMax, listAttachments, removeAttachment } from '@nightflow/schemas/customers/account-attachments'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { IconFileTypePdf, IconPaperclip } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, uploadFile } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import '#customers/account-attachments.css'
import { acceptedAttachments, refusalOfFiles } from '#customers/attachment-files.ts'
import { AttachmentPreview } from '#customers/attachment-preview.tsx'
import { announceDone } from '#session/announce-done.ts'
import { useMay, useSession } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { InstantText } from '#ui/instant.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

type Attachment = ResponseOf<typeof listAttachments>['rows'][number]

const kilobyte = 1024

/** The documents of an account: pictures are shown small, each file is previewed, and who may attach adds and removes. */
export function AccountAttachments({ accountNo, isOpen }: { accountNo: string; isOpen: boolean }) {
  const { t } = useTranslation('customers')
  const mayAttach = useMay('customers:account:attach')
  const problemText = useProblemText()
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<Attachment | null>(null)
  const [removing, setRemoving] = useState<Attachment | null>(null)
  const list = useQuery({
    queryKey: ['account', accountNo, 'attachments'],
    queryFn: ({ signal }) => call(listAttachments, { accountNo }, signal),
  })
  const renew = () => client.invalidateQueries({ queryKey: ['account', accountNo] })
  const add = async (file: File | null) => {
    if (!file || busy) return
    const refusal = refusalOfFiles([file])
    setProblem(refusal && t(`attachments.${refusal.key}`, { name: refusal.name, max: attachmentsMax }))
    if (refusal) return
    setBusy(true)
    try {
      await uploadFile(addAttachment, { accountNo }, file)
      await renew()
      announceDone(t('attachments.added'))
    } catch (error) {
      setProblem(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  const rows = list.data?.rows ?? []
  return (
    <section className="nf-panel" aria-label={t('attachments.title')}>
      <Group justify="space-between" px="sm" py={6} wrap="nowrap" className="nf-panel-head">
        <Text component="h2" className="nf-panel-title">
          {t('attachments.title')}
        </Text>
        {mayAttach && isOpen && (
          <FileButton accept={acceptedAttachments} onChange={add}>
            {(props) => (
              <Button {...props} size="compact-xs" variant="default" loading={busy} leftSection={<IconPaperclip size={14} aria-hidden />}>
                {t('attachments.add')}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {list.isError && <ErrorState error={list.error} onRetry={() => list.refetch()} compact />}
      {problem !== null && (
        <Text size="sm" px="sm" py={6} c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      {list.isSuccess && rows.length === 0 && (
        <Text size="sm" px="sm" py={6} c="dimmed">
          {t('attachments.empty')} {mayAttach && isOpen && t('attachments.hint', { max: attachmentsMax })}
        </Text>
      )}
      {rows.length > 0 && (
        <ul className="nf-attachments">
          {rows.map((row) => (
            <li key={row.attachmentId}>
              <AttachmentEntry attachment={row} onShow={() => setShown(row)} onRemove={mayAttach ? () => setRemoving(row) : null} />
            </li>
          ))}
        </ul>
      )}
      {shown && <AttachmentPreview attachment={shown} onClose={() => setShown(null)} />}
      {removing && <RemoveDialog accountNo={accountNo} attachment={removing} onRemoved={renew} onClose={() => setRemoving(null)} />}
    </section>
  )
}

type Entry = { attachment: Attachment; onShow: () => void; onRemove: (() => void) | null }

function AttachmentEntry({ attachment, onShow, onRemove }: Entry) {
  const { t } = useTranslation('customers')
  const { timeZone } = useSession()
  const format = useFormat()
  const { name, url, mediaType, byteLength, addedAt, isOfHolder } = attachment
  return (
    <>
      {mediaType === 'application/pdf' ? (
        <IconFileTypePdf size={32} stroke={1.4} aria-hidden />
      ) : (
        <img src={url} alt="" className="nf-attachment-picture" loading="lazy" />
      )}
      <div className="nf-attachment-words">
        <UnstyledButton className="nf-link nf-attachment-name" onClick={onShow} aria-label={t('attachments.open', { name })}>
          {name}
        </UnstyledButton>
        <span className="nf-dimmed">
          {t('attachments.size', { size: format.number(Math.ceil(byteLength / kilobyte)) })} ·{' '}
          <InstantText at={addedAt} timeZone={timeZone} />
          {!isOfHolder && ` · ${t('attachments.former')}`}
        </span>
      </div>
      {onRemove && (
        <Button size="compact-xs" variant="default" onClick={onRemove} aria-label={t('attachments.removeOf', { name })}>
          {t('attachments.remove')}
        </Button>
      )}
    </>
  )
}

type Removing = { accountNo: string; attachment: Attachment; onRemoved: () => Promise<void>; onClose: () => void }

function RemoveDialog({ accountNo, attachment: { attachmentId, name }, onRemoved, onClose }: Removing) {
  const { t } = useTranslation('customers')
  return (
    <FormDialog onClose={onClose} title={t('attachments.removeOf', { name })} size={420}>
      <CommandForm
        schema={removeAttachment.request}
        fixed={{ accountNo, attachmentId }}
        fields={[{ name: 'reason', label: t('attachments.reason') }]}
        submitLabel={t('attachments.remove')}
        danger
        onCancel={onClose}
        doneText={t('attachments.removed')}
        onSubmit={async (command) => {
          await call(removeAttachment, command)
          await onRemoved()
          onClose()
        }}
      >
        <Text size="sm">{t('attachments.removeText', { name })}</Text>
      </CommandForm>
    </FormDialog>
  )
}

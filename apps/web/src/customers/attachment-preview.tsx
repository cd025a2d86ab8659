import { Anchor, Group, Modal } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type Props = { attachment: { name: string; url: string; mediaType: string }; onClose: () => void }

/** A document in the page: a picture as it is, a PDF in the viewer of the browser. Either can be saved. */
export function AttachmentPreview({ attachment: { name, url, mediaType }, onClose }: Props) {
  const { t } = useTranslation('customers')
  const shared = useTranslation('shared').t
  return (
    <Modal opened onClose={onClose} title={name} size="xl" closeButtonProps={{ 'aria-label': shared('action.close') }}>
      {mediaType === 'application/pdf' ? (
        <iframe src={`${url}&preview=1`} title={name} className="nf-attachment-frame" />
      ) : (
        <img src={url} alt={name} className="nf-attachment-whole" />
      )}
      <Group justify="flex-end" pt="xs">
        <Anchor href={url} download={name} size="sm">
          <IconDownload size={14} aria-hidden /> {t('attachments.save')}
        </Anchor>
      </Group>
    </Modal>
  )
}

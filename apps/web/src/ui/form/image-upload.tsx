import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '#api/problem-text.ts'
import '#ui/form/forms.css'

const types = ['image/png', 'image/jpeg']
const bytesMax = 5 * 1024 * 1024

type Props = {
  label: string
  /** Address of the picture that is there, empty while there is none. */
  current: string
  onUpload: (file: File) => Promise<unknown>
}

/** A picture is chosen, looked at and sent: PNG or JPEG, 5 MB at most, checked before it is sent. */
export function ImageUpload({ label, current, onUpload }: Props) {
  const { t } = useTranslation('shared')
  const problemText = useProblemText()
  const [preview, setPreview] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  const choose = async (file: File | null) => {
    if (!file || busy) return
    const refusal = types.includes(file.type) ? (file.size > bytesMax ? 'upload.tooBig' : null) : 'upload.wrongType'
    setProblem(refusal && t(refusal))
    if (refusal) return
    setPreview(URL.createObjectURL(file))
    setBusy(true)
    try {
      await onUpload(file)
    } catch (error) {
      setProblem(problemText(error))
      setPreview(null)
    } finally {
      setBusy(false)
    }
  }
  const shown = preview ?? current
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Group gap="sm">
        {shown && <img src={shown} alt={t('upload.preview')} className="nf-picture" />}
        <FileButton accept={types.join(',')} onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={busy} leftSection={<IconPhoto size={14} aria-hidden />}>
              {t('upload.choose')}
            </Button>
          )}
        </FileButton>
      </Group>
      <Text size="xs" c={problem ? 'var(--mantine-color-error)' : 'dimmed'} role={problem ? 'alert' : undefined}>
        {problem ?? t('upload.hint')}
      </Text>
    </Stack>
  )
}

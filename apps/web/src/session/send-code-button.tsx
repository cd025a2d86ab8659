import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { useCodeSending } from '#session/use-code-sending.ts'

type Props = { sending: ReturnType<typeof useCodeSending>; onSend: () => void }

/** Beside the field of the code, level with its box; counts down until another code can be requested. */
export function SendCodeButton({ sending: { secondsLeft, isSending }, onSend }: Props) {
  const { t } = useTranslation('session')
  return (
    <Button variant="default" mt={24} miw={120} onClick={onSend} loading={isSending} disabled={secondsLeft > 0}>
      {secondsLeft > 0 ? t('codeAgainIn', { seconds: secondsLeft }) : t('sendCode')}
    </Button>
  )
}

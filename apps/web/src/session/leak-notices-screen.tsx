import { Alert, Button, Stack, Text } from '@mantine/core'
import { stopLeakNoticesByLink } from '@nightflow/schemas/customers/leak-notice'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { OpenPage } from '#session/open-page.tsx'
import { ProblemAlert } from '#session/problem-alert.tsx'

/** Where the link of a message about a leak leads. The button, not the visit, stops the messages: programs that check mail open links too. */
export function LeakNoticesScreen({ link }: { link: string }) {
  const { t } = useTranslation('session')
  const [state, setState] = useState<'open' | 'busy' | 'stopped'>('open')
  const [failure, setFailure] = useState<unknown>(null)
  const stop = async () => {
    setState('busy')
    setFailure(null)
    try {
      await call(stopLeakNoticesByLink, { link })
      setState('stopped')
    } catch (error) {
      setFailure(error)
      setState('open')
    }
  }
  return (
    <OpenPage lead={t('leakNotices.lead')}>
      <Stack gap="sm">
        {state === 'stopped' ? (
          <Alert color="green" role="status">
            {t('leakNotices.done')}
          </Alert>
        ) : (
          <>
            <Text size="sm">{t('leakNotices.text')}</Text>
            <ProblemAlert failure={failure} />
            <Button loading={state === 'busy'} onClick={stop}>
              {t('leakNotices.stop')}
            </Button>
          </>
        )}
      </Stack>
    </OpenPage>
  )
}

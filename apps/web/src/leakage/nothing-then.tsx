import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemError } from '#api/problem-error.ts'
import { useSession } from '#session/session-query.ts'
import { EmptyState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

type Props = { error: unknown; otherwise: ReactNode; onLeave?: () => void; isScreen?: boolean }

/** A moment before anything was recorded is no failure: it says from when on there are figures. */
export function NothingThen({ error, otherwise, onLeave, isScreen }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const { timeZone } = useSession()
  if (!(error instanceof ProblemError) || error.code !== 'nothing-recorded-then') return otherwise
  error.isShown = true
  const at = String(error.problem?.details?.at ?? '')
  const leave = onLeave && (
    <Button size="xs" variant="default" onClick={onLeave}>
      {t('asOf.leave')}
    </Button>
  )
  return (
    <EmptyState
      isScreen={isScreen ?? false}
      icon={IconHistory}
      title={t('timeTravel.nothingTitle', { instant: format.instant(at, timeZone, 'second') })}
      text={t('timeTravel.nothingText')}
      action={leave}
    />
  )
}

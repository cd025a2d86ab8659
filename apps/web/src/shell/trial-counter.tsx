import { Badge } from '@mantine/core'
import { UserType } from '@nightflow/schemas/platform/account-rules'
import { useTranslation } from 'react-i18next'
import { useSessionInfo } from '#session/session-query.ts'
import { LateTooltip } from '#ui/late-tooltip.tsx'

const trialUser = UserType.enum.trial
const lastDays = 14

/** How many of its 180 days a trial tenant has left. */
export function TrialCounter() {
  const { t } = useTranslation('shell')
  const { user, tenant } = useSessionInfo()
  if (user.userType !== trialUser || tenant.trialDaysLeft === null) return null
  const days = tenant.trialDaysLeft
  return (
    <LateTooltip label={t('trialHint')}>
      <Badge variant="light" color={days <= lastDays ? 'orange' : 'brand'} tt="none" className="nf-trial" tabIndex={0}>
        {t('trialDays', { count: days })}
      </Badge>
    </LateTooltip>
  )
}

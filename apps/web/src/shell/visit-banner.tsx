import { Button, Group, Text } from '@mantine/core'
import { endVisit } from '@nightflow/schemas/platform/session-calls'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { replaceToken } from '#api/token.ts'
import { useSessionInfo } from '#session/session-query.ts'
import { useFormat } from '#ui/use-format.ts'

/** Says on every screen that an operator looks at a tenant as its administrator does, and until when. */
export function VisitBanner() {
  const { t } = useTranslation('shell')
  const { visit, tenant } = useSessionInfo()
  const format = useFormat()
  const [busy, setBusy] = useState(false)
  if (visit === null) return null
  const leave = async () => {
    setBusy(true)
    try {
      const own = await call(endVisit, {})
      replaceToken(own.access_token, own.expires_in)
      window.location.assign('/')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="nf-visit" role="status">
      <Group gap="sm" wrap="wrap">
        <IconEye size={18} aria-hidden />
        <Text size="sm">
          {t('visit.text', { tenant: tenant.tenantName, reason: visit.reason, until: format.instant(visit.endsAt, tenant.timeZone) })}
        </Text>
        <Button size="compact-sm" variant="white" color="dark" onClick={leave} loading={busy}>
          {t('visit.leave')}
        </Button>
      </Group>
    </div>
  )
}

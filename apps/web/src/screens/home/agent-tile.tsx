import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FloatFigures } from '#agents/float-figures.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'

/** The float of the agent who is signed in, and the way to the sales desk. */
export function AgentTile() {
  const { t } = useTranslation('agents')
  return (
    <Stack gap="xs">
      <FloatFigures />
      <div className="nf-panel" style={{ padding: '8px 12px' }}>
        <ScreenLink screen="agents/desk" className="nf-link">
          {t('desk.open')}
        </ScreenLink>
      </div>
    </Stack>
  )
}

import { KeyUpdateRow, keyUpdateFilter, listKeyUpdates } from '@nightflow/schemas/devices/update-key'
import { IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { UpdateKeyButton } from '#devices/update-key-button.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { actorName } from '#ui/actor-name.ts'
import { listOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { type Meaning, StatusBadge } from '#ui/status-badge.tsx'

const keyUpdates = listOf<KeyUpdateRow>({
  calls: { id: 'updateId', row: KeyUpdateRow, filter: keyUpdateFilter, list: listKeyUpdates },
  texts: 'devices',
  name: 'keyUpdate',
  icon: IconKey,
  columns: ['number', 'state', 'attempt', 'requestedAt', 'requestedBy', 'endedAt', 'reason'],
  moreColumns: ['sentAt'],
  filters: ['number', 'state', 'createdWithin'],
  cell: {
    number: ({ number }) => (
      <ScreenLink screen="devices/meter" params={{ number }} className="nf-link nf-figures">
        {number}
      </ScreenLink>
    ),
    state: ({ state }) => <State state={state} />,
    requestedBy: ({ requestedBy }) => actorName(requestedBy),
  },
  Tools: UpdateKeyButton,
  refreshSeconds: 15,
})

const meaningOf: Record<KeyUpdateRow['state'], Meaning> = {
  executing: 'waiting',
  resend: 'waiting',
  timeout: 'alarm',
  success: 'good',
  resendSuccessful: 'good',
}

function State({ state }: Pick<KeyUpdateRow, 'state'>) {
  const { t } = useTranslation('devices')
  return <StatusBadge meaning={meaningOf[state]} label={t(`keyUpdate.value.state.${state}`)} />
}

/** Keys that meters were given, with their states. */
export function KeyUpdatesScreen({ search, onSearch }: ScreenProps) {
  return <ResourceScreen resource={keyUpdates} search={search} onSearch={onSearch} />
}

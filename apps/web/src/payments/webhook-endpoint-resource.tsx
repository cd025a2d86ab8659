import { WebhookTopic, type webhookEndpoints } from '@nightflow/schemas/payments/webhook'
import { renewWebhookSecret } from '@nightflow/schemas/payments/webhook-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { IconKey } from '@tabler/icons-react'
import { call } from '#api/call.ts'
import { ShownOnceDialog } from '#payments/shown-once-dialog.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'

const words = { texts: 'payments', name: 'webhookEndpoint', calls: { dictionaries: { topic: 'webhook_topic' } } }

/** Every topic with its name. */
function useTopics() {
  const { word } = useResourceWords(words)
  return WebhookTopic.options.map((value) => ({ value, label: word('topic', value).label }))
}

function Topics({ topics }: { topics: readonly WebhookTopic[] }) {
  const named = useTopics()
  return named
    .filter(({ value }) => topics.includes(value))
    .map(({ label }) => label)
    .join(', ')
}

const { permission } = renewWebhookSecret as { permission: 'payments:webhook:secret' }

function SecretDialog({ row: { endpointId, endpointName }, onClose }: { row: RowOf<typeof webhookEndpoints>; onClose: () => void }) {
  return (
    <ShownOnceDialog
      texts="webhookEndpoint.secret"
      name={endpointName}
      request={renewWebhookSecret.request}
      fixed={{ endpointId }}
      renew={async () => (await call(renewWebhookSecret, { endpointId })).secret}
      list={resourceCalls.webhookEndpoints.list.path}
      onClose={onClose}
    />
  )
}

export const Screen = screenOf(
  resourceOf(resources.webhookEndpoints, resourceCalls.webhookEndpoints, {
    useChoices: () => ({ topics: { choices: useTopics().map(({ value, label }) => ({ value, label })) } }),
    cell: { topics: ({ topics }) => <Topics topics={topics} /> },
    commands: [{ name: 'secret', icon: IconKey, permission, Dialog: SecretDialog }],
  }),
)

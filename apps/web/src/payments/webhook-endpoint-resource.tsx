import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { WebhookTopic, type webhookEndpoints } from '@nightflow/schemas/payments/webhook'
import { renewWebhookSecret } from '@nightflow/schemas/payments/webhook-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { IconKey } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
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

/** A secret is shown once, here: no screen has it again. */
function SecretDialog({ row: { endpointId, endpointName }, onClose }: { row: RowOf<typeof webhookEndpoints>; onClose: () => void }) {
  const { t } = useTranslation('payments')
  const client = useQueryClient()
  const [secret, setSecret] = useState('')
  return (
    <FormDialog title={t('webhookEndpoint.secret.title', { name: endpointName })} onClose={onClose}>
      {secret === '' ? (
        <>
          <Text size="sm" mb="sm">
            {t('webhookEndpoint.secret.what')}
          </Text>
          <CommandForm
            schema={renewWebhookSecret.request}
            fixed={{ endpointId }}
            fields={[]}
            submitLabel={t('webhookEndpoint.secret.confirm')}
            doneText={null}
            onCancel={onClose}
            onSubmit={async (request) => {
              setSecret((await call(renewWebhookSecret, request)).secret)
              await client.invalidateQueries({ queryKey: [resourceCalls.webhookEndpoints.list.path] })
            }}
          />
        </>
      ) : (
        <Stack gap="sm">
          <Text size="sm">{t('webhookEndpoint.secret.once')}</Text>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {secret}
          </Code>
          <Group justify="end">
            <CopyButton value={secret}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {t(copied ? 'webhookEndpoint.secret.copied' : 'webhookEndpoint.secret.copy')}
                </Button>
              )}
            </CopyButton>
            <Button onClick={onClose}>{t('webhookEndpoint.secret.close')}</Button>
          </Group>
        </Stack>
      )}
    </FormDialog>
  )
}

export const Screen = screenOf(
  resourceOf(resources.webhookEndpoints, resourceCalls.webhookEndpoints, {
    useChoices: () => ({ topics: { choices: useTopics().map(({ value, label }) => ({ value, label })) } }),
    cell: { topics: ({ topics }) => <Topics topics={topics} /> },
    commands: [{ name: 'secret', icon: IconKey, permission, Dialog: SecretDialog }],
  }),
)

import { Button, Code, Group, Stack, Text } from '@mantine/core'
import type { webhookDeliveries } from '@nightflow/schemas/payments/webhook'
import { replayWebhook } from '@nightflow/schemas/payments/webhook-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { announceDone } from '#session/announce-done.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

const { list, find } = resourceCalls.webhookDeliveries

/** The body as it was sent, and the way to send it again. */
function Detail({ row: { deliveryId, detail } }: { row: RowOf<typeof webhookDeliveries> }) {
  const { t } = useTranslation('payments')
  const mayDo = useMayDo()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { data } = useQuery({ queryKey: [find.path, deliveryId], queryFn: ({ signal }) => call(find, { deliveryId }, signal) })
  const replay = async () => {
    setBusy(true)
    try {
      await call(replayWebhook, { deliveryId })
      announceDone(t('webhookDelivery.replay.done'))
      await client.invalidateQueries({ queryKey: [list.path] })
    } catch {
      // The call has announced what went wrong.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap="sm">
      {mayDo(replayWebhook) && (
        <Group>
          <Button size="xs" loading={isBusy} onClick={replay}>
            {t('webhookDelivery.replay.button')}
          </Button>
        </Group>
      )}
      {detail && <Text size="sm">{detail}</Text>}
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {data?.body ?? ''}
      </Code>
    </Stack>
  )
}

export const Screen = screenOf(resourceOf(resources.webhookDeliveries, resourceCalls.webhookDeliveries, { Detail, refreshSeconds: 15 }))

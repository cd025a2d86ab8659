import { Text } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

const meanings = { waiting: 'waiting', kept: 'warning', sent: 'good', failed: 'alarm' } as const

export const Screen = screenOf(
  resourceOf(resources.outbox, resourceCalls.outbox, {
    cell: { state: (row) => <MessageState state={row.state} /> },
    Detail: Message,
  }),
)

function MessageState({ state }: { state: keyof typeof meanings }) {
  const { t } = useTranslation('platform')
  return <StatusBadge meaning={meanings[state]} label={t(`outbox.value.state.${state}`)} />
}

/** The text of the message; a list of messages does not hold their texts. */
function Message({ row: { messageId } }: { row: { messageId: number } }) {
  const { t } = useTranslation('platform')
  const { find } = resourceCalls.outbox
  const message = useQuery({ queryKey: [find.path, messageId], queryFn: ({ signal }) => call(find, { messageId }, signal) })
  if (message.isError) return <ErrorState error={message.error} onRetry={() => message.refetch()} />
  if (!message.data) return <Skeleton height={120} />
  const { subject, body, failure } = message.data
  return (
    <dl className="nf-details nf-details-flush">
      <dt>{t('field.subject')}</dt>
      <dd>{subject ?? '–'}</dd>
      <dt>{t('field.body')}</dt>
      <dd>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {body}
        </Text>
      </dd>
      {failure && (
        <>
          <dt>{t('field.failure')}</dt>
          <dd>{failure}</dd>
        </>
      )}
    </dl>
  )
}

import { Text, Title } from '@mantine/core'
import type { RequestOfWork } from '@nightflow/schemas/work-orders/public-request'
import { useTranslation } from 'react-i18next'
import { useMay, useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { requestWords } from '#work-orders/order-words.ts'

/** The requests of the public that an order or a case answers, the first one first, each a link to its thread. */
export function RequestsOfWork({ requests }: { requests: readonly RequestOfWork[] }) {
  const { t } = useTranslation('work-orders')
  const words = useResourceWords(requestWords)
  const { timeZone } = useSession()
  const may = useMay('work-orders:publicRequest:query')
  if (requests.length === 0) return null
  return (
    <section aria-label={t('publicRequest.title')}>
      <Title order={3} size="h5" mb={4}>
        {t('publicRequest.title')}
      </Title>
      <ul className="nf-history">
        {requests.map(({ requestId, requestKind, status, place, description, createTime }) => (
          <li key={requestId}>
            {may ? (
              <ScreenLink screen="work-orders/publicRequest" search={{ row: String(requestId) }} className="nf-link">
                {place}
              </ScreenLink>
            ) : (
              place
            )}{' '}
            · {words.word('requestKind', requestKind).label} · {words.word('status', status).label} ·{' '}
            <InstantText at={createTime} timeZone={timeZone} />
            {description !== '' && (
              <Text size="xs" c="dimmed">
                {description}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

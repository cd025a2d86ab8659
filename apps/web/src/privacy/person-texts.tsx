import { Text } from '@mantine/core'
import { listPersonTexts } from '@nightflow/schemas/privacy/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { InstantText } from '#ui/instant.tsx'
import { ErrorState } from '#ui/states.tsx'

/** Texts that name a person: which of them go with the erasure, and which a person decides about before it. */
export function PersonTexts({ personId }: { personId: string }) {
  const { t } = useTranslation('privacy')
  const { timeZone } = useSession()
  const texts = useQuery({
    queryKey: ['person', personId, 'texts'],
    queryFn: ({ signal }) => call(listPersonTexts, { personId }, signal),
  })
  if (texts.isError) return <ErrorState error={texts.error} onRetry={() => texts.refetch()} />
  if (!texts.data || texts.data.rows.length === 0) return null
  return (
    <section aria-label={t('texts.title')}>
      <Text size="sm" fw={600} mt="sm">
        {t('texts.title')}
      </Text>
      <Text size="xs" className="nf-dimmed" mb={4}>
        {t('texts.hint')}
      </Text>
      {texts.data.rows.map(({ kind, id, at, text, isOwn }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one thing may have several texts of one moment.
        <div key={`${kind} ${id} ${index}`}>
          <Text span size="sm" className="nf-dimmed">
            <InstantText at={at} timeZone={timeZone} precision="day" /> · {t(`texts.${kind}`, { id })} ·{' '}
            {t(isOwn ? 'texts.own' : 'texts.stays')}
          </Text>
          <Text size="sm">{text}</Text>
        </div>
      ))}
    </section>
  )
}

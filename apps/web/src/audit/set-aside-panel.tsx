import { Button, Group, Table, Text } from '@mantine/core'
import { retrySetAsideEvent, retrySetAsideEvents } from '@nightflow/schemas/audit/endpoints'
import { IconRefresh } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { jobsQuery, setAsideQuery } from '#audit/audit-queries.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { InstantText } from '#ui/instant.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'

/** Events that are missing in the figures, with the reason, and the command that tries them again. Nothing where there are none. */
export function SetAsidePanel({ mayRun, isRunning }: { mayRun: boolean; isRunning: boolean }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const { timeZone } = useSession()
  const [asked, setAsked] = useState<number | 'all' | null>(null)
  const events = useInfiniteQuery(setAsideQuery)
  if (events.isError)
    return (
      <div className="nf-panel">
        <ErrorState error={events.error} onRetry={() => events.refetch()} />
      </div>
    )
  const total = events.data?.pages[0]?.total ?? 0
  if (total === 0) return null
  const rows = events.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <section className="nf-panel nf-job" aria-label={t('setAside.title')}>
      <Group justify="space-between" gap="xs" wrap="wrap">
        <Group gap="sm">
          <Text fw={600} size="sm">
            {t('setAside.title')}
          </Text>
          <StatusBadge meaning="alarm" label={format.number(total)} />
        </Group>
        {mayRun && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            disabled={isRunning}
            onClick={() => setAsked('all')}
          >
            {t('setAside.retryAll')}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {t('setAside.text')}
      </Text>
      <Table.ScrollContainer minWidth={1100} type="native">
        <Table fz="xs" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              {[
                t('column.position'),
                t('column.type'),
                t('column.stream'),
                t('setAside.readModel'),
                t('setAside.reason'),
                t('setAside.firstSeen'),
                t('setAside.attempts'),
                ...(mayRun ? [t('setAside.retry')] : []),
              ].map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.position}>
                <Table.Td className="nf-figures">{format.number(row.position)}</Table.Td>
                <Table.Td>{t(`eventType.${row.type.replace('.', '-')}`, { defaultValue: row.type })}</Table.Td>
                <Table.Td>
                  <ScreenLink screen="audit/events" search={{ stream: row.stream }} className="nf-link nf-mono nf-nowrap">
                    {row.stream}
                  </ScreenLink>
                </Table.Td>
                <Table.Td className="nf-mono nf-nowrap">{row.projection ?? ''}</Table.Td>
                <Table.Td>{row.projection === null ? t('setAside.waiting') : `${row.code}: ${row.reason}`}</Table.Td>
                <Table.Td>
                  <InstantText at={row.firstSeenAt} timeZone={timeZone} precision="second" />
                </Table.Td>
                <Table.Td className="nf-figures">{format.number(row.attempts)}</Table.Td>
                {mayRun && (
                  <Table.Td>
                    <Button
                      size="compact-xs"
                      variant="default"
                      disabled={isRunning}
                      aria-label={t('setAside.retryOne', { position: row.position })}
                      onClick={() => setAsked(row.position)}
                    >
                      {t('setAside.retry')}
                    </Button>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <LoadMore pages={events} />
      {asked !== null && <RetryDialog asked={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

function RetryDialog({ asked, onClose }: { asked: number | 'all'; onClose: () => void }) {
  const { t } = useTranslation('audit')
  const shared = useTranslation('shared').t
  const client = useQueryClient()
  const format = useFormat()
  const label = asked === 'all' ? t('setAside.retryAll') : t('setAside.retryOne', { position: format.number(asked) })
  return (
    <FormDialog title={label} onClose={onClose} size={480}>
      <Text size="sm" mb="sm">
        {t(asked === 'all' ? 'setAside.retryText' : 'setAside.retryOneText')}
      </Text>
      <CommandForm
        schema={retrySetAsideEvents.request}
        fields={[{ name: 'reason', label: t('setAside.retryReason'), lines: 2 }]}
        submitLabel={t('setAside.retry')}
        onCancel={onClose}
        doneText={shared('done.started')}
        onSubmit={async (command) => {
          await (asked === 'all' ? call(retrySetAsideEvents, command) : call(retrySetAsideEvent, { ...command, position: asked }))
          await client.invalidateQueries({ queryKey: jobsQuery.queryKey })
          onClose()
        }}
      />
    </FormDialog>
  )
}

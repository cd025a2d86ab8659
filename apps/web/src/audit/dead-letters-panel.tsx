import { Button, Group, Table, Text } from '@mantine/core'
import { retryDeadLetter } from '@nightflow/schemas/audit/endpoints'
import type { DeadLetterRow } from '@nightflow/schemas/audit/log'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '#api/call.ts'
import { deadLettersQuery } from '#audit/audit-queries.ts'
import { useSession } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { InstantText } from '#ui/instant.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'

type Letter = z.output<typeof DeadLetterRow>

/** Events that policies could not process, with the reason, and the command that tries one again. Nothing where there are none. */
export function DeadLettersPanel({ mayRun }: { mayRun: boolean }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const [asked, setAsked] = useState<Letter | null>(null)
  const letters = useQuery(deadLettersQuery)
  if (letters.isError)
    return (
      <div className="nf-panel">
        <ErrorState error={letters.error} onRetry={() => letters.refetch()} />
      </div>
    )
  if (!letters.data || letters.data.total === 0) return null
  const { rows, total } = letters.data
  const columns = ['policy', 'occasion', 'reason', 'lastSeen', 'attempts', ...(mayRun ? ['retry'] : [])]
  return (
    <section className="nf-panel nf-job" aria-label={t('deadLetters.title')}>
      <Group gap="sm">
        <Text fw={600} size="sm">
          {t('deadLetters.title')}
        </Text>
        <StatusBadge meaning="alarm" label={format.number(total)} />
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {t('deadLetters.text')}
      </Text>
      <Table.ScrollContainer minWidth={1000} type="native">
        <Table fz="xs" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column}>{t(`deadLetters.${column}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <LetterRow key={`${row.policy} ${row.kind} ${row.occasion}`} row={row} onRetry={mayRun ? () => setAsked(row) : undefined} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {asked && <RetryDialog asked={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

function LetterRow({ row, onRetry }: { row: Letter; onRetry: (() => void) | undefined }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const { timeZone } = useSession()
  return (
    <Table.Tr>
      <Table.Td className="nf-mono nf-nowrap">{row.policy}</Table.Td>
      <Table.Td>
        {row.position === null
          ? `${t(`deadLetters.kind.${row.kind}`)} ${row.occasion}`
          : t('deadLetters.ofEvent', {
              position: format.number(row.position),
              type: t(`eventType.${row.type?.replace('.', '-')}`, { defaultValue: row.type }),
            })}
      </Table.Td>
      <Table.Td>{`${row.code}: ${row.reason}`}</Table.Td>
      <Table.Td>
        <InstantText at={row.lastSeenAt} timeZone={timeZone} precision="second" />
      </Table.Td>
      <Table.Td className="nf-figures">{format.number(row.attempts)}</Table.Td>
      {onRetry && (
        <Table.Td>
          <Button
            size="compact-xs"
            variant="default"
            disabled={row.isRetried}
            aria-label={t('deadLetters.retryOne', { occasion: row.occasion })}
            onClick={onRetry}
          >
            {t('deadLetters.retry')}
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  )
}

function RetryDialog({ asked, onClose }: { asked: Letter; onClose: () => void }) {
  const { t } = useTranslation('audit')
  const shared = useTranslation('shared').t
  const client = useQueryClient()
  const { policy, kind, occasion } = asked
  return (
    <FormDialog title={t('deadLetters.retry')} onClose={onClose} size={480}>
      <Text size="sm" mb="sm">
        {t('deadLetters.retryText')}
      </Text>
      <CommandForm
        schema={retryDeadLetter.request.pick({ reason: true })}
        fields={[{ name: 'reason', label: t('deadLetters.retryReason'), lines: 2 }]}
        submitLabel={t('deadLetters.retry')}
        onCancel={onClose}
        doneText={shared('done.started')}
        onSubmit={async (command) => {
          await call(retryDeadLetter, { ...command, policy, kind, occasion })
          await client.invalidateQueries({ queryKey: deadLettersQuery.queryKey })
          onClose()
        }}
      />
    </FormDialog>
  )
}

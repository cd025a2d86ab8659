import { Table, Text } from '@mantine/core'
import { listReportMailings, listReportRecipients } from '@nightflow/schemas/platform/report-mailings'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { type RejectionCode, rejections } from '@nightflow/schemas/shared/rejections'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { textOfRejection } from '#api/rejection-texts.ts'
import { useSession } from '#session/session-query.ts'
import { InstantText } from '#ui/instant.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

type Row = RowOf<typeof resources.reportSchedules>

const isRejectionCode = (code: string): code is RejectionCode => code in rejections
const reasonOf = (refusal: string): string => textOfRejection({ rejected: isRejectionCode(refusal) ? refusal : 'internal-error' })

/** The reports that a schedule has sent, and the reasons of those that were not. */
function Detail({ row: { reportScheduleId, recipients } }: { row: Row }) {
  const { t } = useTranslation('platform')
  const { timeZone } = useSession()
  const { number, list } = useFormat()
  const people = useRecipients()
  const sent = useQuery({
    queryKey: [resourceCalls.reportSchedules.list.path, 'mailings', reportScheduleId],
    queryFn: ({ signal }) => call(listReportMailings, { reportScheduleId }, signal),
  })
  const names = recipients.map((id) => people.find(({ value }) => value === String(id))?.label ?? String(id))
  return (
    <>
      <Text size="sm">{t('reportSchedule.to', { names: list(names) })}</Text>
      <h3 className="nf-panel-title">{t('reportSchedule.mailings')}</h3>
      {sent.isError && <ErrorState error={sent.error} compact />}
      {sent.data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('reportSchedule.noMailings')}
        </Text>
      )}
      {sent.data && sent.data.rows.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('reportSchedule.dueAt')}</Table.Th>
              <Table.Th>{t('reportSchedule.outcome')}</Table.Th>
              <Table.Th ta="right">{t('reportSchedule.rows')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sent.data.rows.map(({ dueAt, outcome, rows, recipients: count, refusal }) => (
              <Table.Tr key={dueAt}>
                <Table.Td>
                  <InstantText at={dueAt} timeZone={timeZone} />
                </Table.Td>
                <Table.Td>
                  {t(`reportSchedule.outcomes.${outcome}`, { number: number(count) })}
                  {refusal !== null && <Text size="sm">{reasonOf(refusal)}</Text>}
                </Table.Td>
                <Table.Td ta="right" className="nf-figures">
                  {number(rows)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  )
}

/** The users that a report can be sent to. */
const useRecipients = () => {
  const { data } = useQuery({
    queryKey: [listReportRecipients.path],
    queryFn: ({ signal }) => call(listReportRecipients, {}, signal),
    staleTime: 60_000,
  })
  return (data?.people ?? []).map(({ userId, name }) => ({ value: String(userId), label: name }))
}

/** The list of schedules, and the form that reports open. */
export const reportScheduleResource = resourceOf<Row>(resources.reportSchedules, resourceCalls.reportSchedules, {
  setOnce: ['filters'],
  useChoices: () => ({ recipients: { choices: useRecipients() } }),
  Detail,
})

export const Screen = screenOf(reportScheduleResource)

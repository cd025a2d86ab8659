import { Group, SegmentedControl, Table, Text } from '@mantine/core'
import { agentStatements } from '@nightflow/schemas/agents/agent-report'
import { agentStatement, StatementUnit } from '@nightflow/schemas/agents/agent-statement'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { useSession } from '#session/session-query.ts'
import { FileMenu } from '#ui/file-menu.tsx'
import { dayOf } from '#ui/local-days.ts'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

const dayMilliseconds = 86_400_000
const daysOf = { day: 31, month: 366 } as const
const columns = ['openingMinor', 'rechargedMinor', 'soldMinor', 'reversedMinor', 'paidToFloatMinor', 'closingMinor', 'earnedMinor'] as const

/** The money of an agent by day or month: each line adds up from opening to closing. */
export function AgentStatement({ userId }: { userId: number }) {
  const { t } = useTranslation('agents')
  const money = useMoney()
  const mayDo = useMayDo()
  const { timeZone } = useSession()
  const [unit, setUnit] = useState<StatementUnit>('day')
  const to = dayOf(Date.now(), timeZone)
  const from = dayOf(Date.now() - daysOf[unit] * dayMilliseconds, timeZone)
  const { data, error } = useQuery({
    queryKey: ['agent-statement', userId, unit, from, to],
    queryFn: ({ signal }) => call(agentStatement, { userId, unit, from, to }, signal),
  })
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{t('statement.title')}</Text>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            value={unit}
            onChange={(value) => setUnit(StatementUnit.parse(value))}
            data={StatementUnit.options.map((value) => ({ value, label: t(`statement.${value}`) }))}
          />
          {data && data.rows.length > 0 && mayDo(agentStatements.calls.exportRows) && (
            <FileMenu
              save={(format) =>
                download(
                  agentStatements.calls.exportRows,
                  { userId, unit, beginTime: from, endTime: to, format },
                  `agent-${userId}-${from}-${to}.${format}`,
                )
              }
            />
          )}
        </Group>
      </Group>
      <ProblemAlert failure={error} />
      {data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('statement.empty')}
        </Text>
      )}
      {data && data.rows.length > 0 && (
        <ScrollRegion label={t('statement.title')}>
          <Table fz="sm" className="nf-figures">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t(`statement.${unit}`)}</Table.Th>
                {columns.map((column) => (
                  <Table.Th key={column} ta="right">
                    {t(`agentSettlement.field.${column}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.rows.map((line) => (
                <Table.Tr key={line.period}>
                  <Table.Td>{line.period}</Table.Td>
                  {columns.map((column) => (
                    <Table.Td key={column} ta="right">
                      {money(line[column])}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollRegion>
      )}
    </div>
  )
}

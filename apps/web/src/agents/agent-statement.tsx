import { Button, Group, SegmentedControl, Table, Text } from '@mantine/core'
import { agentStatement, type StatementLine, StatementUnit } from '@nightflow/schemas/agents/agent-statement'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { saveFile } from '#api/save-file.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { useSession } from '#session/session-query.ts'
import { dayOf } from '#ui/local-days.ts'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { csvOf } from '#ui/table/csv.ts'
import { minorPerUnit, useMoney } from '#ui/use-money.ts'

const dayMilliseconds = 86_400_000
const daysOf = { day: 31, month: 366 } as const
const columns = ['openingMinor', 'rechargedMinor', 'soldMinor', 'reversedMinor', 'paidToFloatMinor', 'closingMinor', 'earnedMinor'] as const

/** The money of an agent by day or month: each line adds up from opening to closing. */
export function AgentStatement({ userId }: { userId: number }) {
  const { t } = useTranslation('agents')
  const money = useMoney()
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
          {data && data.rows.length > 0 && <StatementExport rows={data.rows} unit={unit} fileName={`agent-${userId}-${from}-${to}`} />}
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

const exported = [...columns, 'takenBackMinor', 'paidOutMinor', 'unpaidMinor'] as const

/** The shown lines as CSV, with the columns of the commission that the table leaves out. */
function StatementExport({ rows, unit, fileName }: { rows: readonly StatementLine[]; unit: StatementUnit; fileName: string }) {
  const { t } = useTranslation('agents')
  const head = (column: (typeof exported)[number]): string =>
    t(`agentSettlement.field.${column === 'unpaidMinor' ? 'unpaidClosingMinor' : column}`)
  const save = () => {
    const content = csvOf(
      [
        { head: t(`statement.${unit}`), value: ({ period }: StatementLine) => period },
        ...exported.map((column) => ({ head: head(column), value: (line: StatementLine) => line[column] / minorPerUnit })),
      ],
      rows,
    )
    saveFile(`${fileName}.csv`, new Blob([content], { type: 'text/csv;charset=utf-8' }))
  }
  return (
    <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />} onClick={save}>
      {t('statement.export')}
    </Button>
  )
}

import { Badge, Button, Table, Text } from '@mantine/core'
import { listMeterHistory } from '@nightflow/schemas/devices/endpoints'
import type { MeterHistoryRow } from '@nightflow/schemas/devices/meter-history'
import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import { WithdrawDialog } from '#devices/withdraw-dialog.tsx'
import { useMay } from '#session/session-query.ts'
import { actorName } from '#ui/actor-name.ts'
import { InstantText } from '#ui/instant.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { useFormat } from '#ui/use-format.ts'

type Meter = Pick<MeterDetail, 'number' | 'timeZone'>
const columns = ['time', 'user', 'change', 'what', 'reason', 'event'] as const

/** What was registered, changed, corrected and withdrawn of a meter, newest first: when, by whom, why, and the number of the event. */
export function MeterHistory({ meter }: { meter: Meter }) {
  const { t } = useTranslation('devices')
  const problemText = useProblemText()
  const mayCorrect = useMay('devices:meter:correct')
  const [chosen, setChosen] = useState<MeterHistoryRow>()
  const history = useInfiniteQuery({
    queryKey: ['meter', meter.number, 'history'],
    queryFn: ({ pageParam, signal }) =>
      call(listMeterHistory, { number: meter.number, ...(pageParam !== null && { before: pageParam }) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
  const rows = history.data?.pages.flatMap((page) => page.rows)
  return (
    <section className="nf-panel" aria-label={t('meterHistory.title')}>
      <div className="nf-panel-head">
        <Text component="h2" className="nf-panel-title" px="sm" py={6}>
          {t('meterHistory.title')}
        </Text>
      </div>
      {history.isError && (
        <Text p="sm" c="var(--nf-alarm-text)">
          {problemText(history.error)}
        </Text>
      )}
      {rows?.length === 0 && (
        <Text p="sm" c="dimmed">
          {t('meterHistory.empty')}
        </Text>
      )}
      {rows && rows.length > 0 && (
        <ScrollRegion label={t('meterHistory.title')}>
          <Table miw={900}>
            <Table.Thead>
              <Table.Tr>
                {columns.map((column) => (
                  <Table.Th key={column}>{t(`meterHistory.${column}`)}</Table.Th>
                ))}
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <HistoryRow key={row.position} row={row} timeZone={meter.timeZone} onWithdraw={mayCorrect ? setChosen : undefined} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollRegion>
      )}
      {history.hasNextPage && (
        <Button size="xs" variant="subtle" m="xs" loading={history.isFetchingNextPage} onClick={() => history.fetchNextPage()}>
          {t('meterHistory.older')}
        </Button>
      )}
      {chosen && <WithdrawDialog number={meter.number} row={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  )
}

type RowProps = { row: MeterHistoryRow; timeZone: string; onWithdraw: ((row: MeterHistoryRow) => void) | undefined }

const isWithdrawable = ({ type, isWithdrawn }: MeterHistoryRow): boolean =>
  !isWithdrawn && (type === 'metering.ReadingCorrected' || type === 'devices.RegisterResetRecorded')

function HistoryRow({ row, timeZone, onWithdraw }: RowProps) {
  const { t } = useTranslation('devices')
  const audit = useTranslation('audit').t
  const format = useFormat()
  return (
    <Table.Tr>
      <Table.Td className="nf-nowrap">
        <InstantText at={row.recordedAt} timeZone={timeZone} />
      </Table.Td>
      <Table.Td>{actorName(row.recordedBy)}</Table.Td>
      <Table.Td>{audit(`eventType.${row.type.replace('.', '-')}`)}</Table.Td>
      <Table.Td>
        <What row={row} timeZone={timeZone} />
      </Table.Td>
      <Table.Td>{row.reason ?? '–'}</Table.Td>
      <Table.Td className="nf-figures">{format.number(row.position)}</Table.Td>
      <Table.Td>
        {row.isWithdrawn && (
          <Badge variant="default" size="sm">
            {t('meterHistory.withdrawn')}
          </Badge>
        )}
        {onWithdraw && isWithdrawable(row) && (
          <Button size="compact-xs" variant="default" onClick={() => onWithdraw(row)}>
            {t('meterHistory.withdraw')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

/** What an event states, in cubic metres and the time of the meter. */
function What({ row: { at, registerLitres, initialLitres, replacedBy }, timeZone }: Pick<RowProps, 'row' | 'timeZone'>) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  if (at === null) return '–'
  const time = format.instant(at, timeZone)
  const cubic = (litres: number) => format.cubicMetres(litres, 3)
  if (registerLitres === null) return time
  if (initialLitres === null) return t('meterHistory.register', { at: time, register: cubic(registerLitres) })
  const reset = t('meterHistory.reset', { at: time, final: cubic(registerLitres), initial: cubic(initialLitres) })
  return replacedBy === null ? reset : `${replacedBy} · ${reset}`
}

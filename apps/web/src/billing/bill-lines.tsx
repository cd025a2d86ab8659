import { Stack, Table, Text, Title } from '@mantine/core'
import type { bills } from '@nightflow/schemas/billing/bill'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useTranslation } from 'react-i18next'
import { useSession } from '#session/session-query.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

type Bill = Pick<RowOf<typeof bills>, 'volumes' | 'lines' | 'amountMinor' | 'vatMinor' | 'totalMinor' | 'computedAtPosition'>

/** From the total to its lines, their price schemes and versions, and the volumes of the meters. */
export function BillLines({ bill }: { bill: Bill }) {
  const { t } = useTranslation('billing')
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t('bill.lines.title')}
      </Title>
      <Lines bill={bill} />
      <Title order={4} size="h6">
        {t('bill.lines.volumes')}
      </Title>
      <Volumes bill={bill} />
      <Text size="xs" c="dimmed">
        {t('bill.lines.position', { position: bill.computedAtPosition })}
      </Text>
    </Stack>
  )
}

function Lines({ bill: { lines, amountMinor, vatMinor, totalMinor } }: { bill: Bill }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { instant, number } = useFormat()
  const { timeZone } = useSession()
  const heads = [
    t('priceScheme.trial.period'),
    t('priceScheme.trial.kind'),
    t('bill.lines.scheme'),
    t('priceScheme.field.litres'),
    t('priceScheme.trial.price'),
    t('priceScheme.trial.amount'),
    t('priceScheme.trial.vat'),
  ]
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table className="nf-figures" fz="sm">
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={`${line.from} ${line.kind} ${line.step}`}>
              <Table.Td>
                {instant(line.from, timeZone, 'day')} – {instant(line.to, timeZone, 'day')}
              </Table.Td>
              <Table.Td>
                {line.kind === 'volume' ? t('priceScheme.trial.step', { step: line.step }) : t(`priceScheme.trial.${line.kind}`)}
              </Table.Td>
              <Table.Td>
                {line.priceScheme}, {line.version}
              </Table.Td>
              <Table.Td>
                {line.litres === 0 ? '–' : number(line.litres)}
                {line.dividedBy !== null && (
                  <Text size="xs" c="dimmed">
                    {t(`priceScheme.trial.dividedBy.${line.dividedBy}`)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{line.unitPriceMinor === null ? '–' : money(line.unitPriceMinor)}</Table.Td>
              <Table.Td>{money(line.amountMinor)}</Table.Td>
              <Table.Td>{money(line.vatMinor)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={5}>{t('bill.lines.net')}</Table.Th>
            <Table.Th>{money(amountMinor)}</Table.Th>
            <Table.Th>{money(vatMinor)}</Table.Th>
          </Table.Tr>
          <Table.Tr>
            <Table.Th colSpan={5}>{t('bill.lines.total')}</Table.Th>
            <Table.Th colSpan={2}>{money(totalMinor)}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  )
}

function Volumes({ bill: { volumes } }: { bill: Bill }) {
  const { t } = useTranslation('billing')
  const { number } = useFormat()
  const heads = [t('bill.lines.month'), t('bill.lines.meter'), t('priceScheme.field.litres'), t('bill.lines.days'), t('bill.lines.stated')]
  return (
    <Table.ScrollContainer minWidth={400}>
      <Table className="nf-figures" fz="sm">
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {volumes.map(({ month, meterNo, litres, knownDays, statedLitres, statedDays }) => (
            <Table.Tr key={`${month} ${meterNo}`}>
              <Table.Td>{month}</Table.Td>
              <Table.Td>{meterNo}</Table.Td>
              <Table.Td>{number(litres)}</Table.Td>
              <Table.Td>{number(knownDays)}</Table.Td>
              <Table.Td>{statedDays === 0 ? '–' : `${number(statedLitres)} (${number(statedDays)})`}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

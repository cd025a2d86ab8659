import { Stack, Text, Title } from '@mantine/core'
import type { bills } from '@nightflow/schemas/billing/bill'
import type { BillCalculation } from '@nightflow/schemas/billing/bill-documents'
import type { DeductionLine } from '@nightflow/schemas/billing/deduction'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useTranslation } from 'react-i18next'
import { DecidedDays, LineReadings, VersionLink, VolumeEvidence } from '#billing/bill-evidence.tsx'
import { ChargedLitres, ChargeName } from '#billing/charge-cells.tsx'
import { useBasis } from '#billing/deduction-lines.tsx'
import { useSession } from '#session/session-query.ts'
import { useEventLink } from '#shell/use-event-link.tsx'
import { dayOf } from '#ui/local-days.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

type Bill = Pick<RowOf<typeof bills>, 'volumes' | 'lines' | 'amountMinor' | 'vatMinor' | 'totalMinor'> & {
  /** Absent from a calculation that takes nothing beside water. */
  charges?: RowOf<typeof bills>['charges'] | undefined
  /** Absent from a preview: nothing keeps it. */
  computedAtPosition?: number
}

type Props = {
  bill: Bill
  /** The calculation behind the lines, once it is loaded; a preview has none. */
  calculation?: BillCalculation | undefined
}

/** From the total to its lines, their price versions, the days and readings of the meters, and the events. */
export function BillLines({ bill, calculation }: Props) {
  const { t } = useTranslation('billing')
  const eventLink = useEventLink()
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t('bill.lines.title')}
      </Title>
      <Lines bill={bill} calculation={calculation} />
      {calculation && <AccountAfter account={calculation.account} />}
      <Title order={4} size="h6">
        {t('bill.lines.volumes')}
      </Title>
      <Volumes bill={bill} calculation={calculation} />
      {calculation && <DecidedDays days={calculation.days} />}
      {bill.computedAtPosition !== undefined && (
        <Text size="xs" c="dimmed">
          {eventLink ? (
            <>
              {t('bill.lines.upTo')} {eventLink(bill.computedAtPosition)}
            </>
          ) : (
            t('bill.lines.position', { position: bill.computedAtPosition })
          )}
        </Text>
      )}
    </Stack>
  )
}

function Lines({ bill: { lines, charges = [], amountMinor, vatMinor, totalMinor }, calculation }: Props) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { period } = useFormat()
  const { timeZone } = useSession()
  const periodOfInstants = ({ from, to }: { from: number; to: number }) => period(dayOf(from, timeZone), dayOf(to, timeZone))
  return (
    <FigureTable
      minWidth={560}
      rows={lines}
      keyOf={({ from, kind, step }) => `${from} ${kind} ${step}`}
      columns={[
        {
          head: t('priceScheme.trial.period'),
          cell: (line) => (
            <>
              {periodOfInstants(line)}
              {calculation && line.kind === 'volume' && <LineReadings line={line} calculation={calculation} />}
            </>
          ),
        },
        { head: t('priceScheme.trial.kind'), cell: (line) => <ChargeName line={line} /> },
        { head: t('bill.lines.scheme'), cell: (line) => <VersionLink line={line} versions={calculation?.versions ?? []} /> },
        { head: t('bill.lines.volume'), isNumber: true, cell: (line) => <ChargedLitres line={line} /> },
        {
          head: t('priceScheme.trial.price'),
          isNumber: true,
          cell: ({ unitPriceMinor }) => (unitPriceMinor === null ? '–' : money(unitPriceMinor)),
        },
        { head: t('priceScheme.trial.amount'), isNumber: true, cell: (line) => money(line.amountMinor) },
        { head: t('priceScheme.trial.vat'), isNumber: true, cell: (line) => money(line.vatMinor) },
      ]}
      foot={[
        ...charges
          .filter((charge) => charge.amountMinor > 0)
          .map((charge) => [
            { content: <TakenName charge={charge} />, span: 5 },
            { content: money(charge.amountMinor - charge.vatMinor) },
            { content: money(charge.vatMinor) },
          ]),
        [{ content: t('bill.lines.net'), span: 5 }, { content: money(amountMinor) }, { content: money(vatMinor) }],
        [
          { content: t('bill.lines.total'), span: 5 },
          { content: money(totalMinor), span: 2 },
        ],
      ]}
    />
  )
}

/** The account when the bill was issued: the previous balance, payments since, this bill, and what was to pay then. */
function AccountAfter({ account: { previousMinor, sinceMinor, billMinor } }: { account: BillCalculation['account'] }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const facts = [
    ['previous', previousMinor],
    ['since', sinceMinor],
    ['bill', billMinor],
    ['toPay', previousMinor + sinceMinor + billMinor],
  ] as const
  return (
    <dl className="nf-facts" aria-label={t('bill.account.title')}>
      {facts.map(([name, minor]) => (
        <div key={name}>
          <dt>{t(`bill.account.${name}`)}</dt>
          <dd>{money(minor)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A surcharge or an instalment of a debt, and what its amount is of. */
function TakenName({ charge }: { charge: DeductionLine }) {
  const basis = useBasis()
  return (
    <>
      {charge.name}
      <Text span size="xs" c="dimmed">
        {` · ${basis(charge)}`}
      </Text>
    </>
  )
}

function Volumes({ bill: { volumes }, calculation }: Props) {
  const { t } = useTranslation('billing')
  const { number, cubicMetres } = useFormat()
  return (
    <FigureTable
      minWidth={400}
      rows={volumes}
      keyOf={({ month, meterNo }) => `${month} ${meterNo}`}
      columns={[
        { head: t('bill.lines.month'), cell: ({ month }) => month },
        {
          head: t('bill.lines.meter'),
          cell: (volume) => (calculation ? <VolumeEvidence volume={volume} calculation={calculation} /> : volume.meterNo),
        },
        { head: t('bill.lines.volume'), isNumber: true, cell: ({ litres }) => cubicMetres(litres, 3) },
        { head: t('bill.lines.days'), isNumber: true, cell: ({ knownDays }) => number(knownDays) },
        {
          head: t('bill.lines.stated'),
          cell: ({ statedLitres, statedDays }) => (statedDays === 0 ? '–' : `${cubicMetres(statedLitres, 3)} (${number(statedDays)})`),
        },
      ]}
    />
  )
}

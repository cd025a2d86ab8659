import { Stack, Text, Title } from '@mantine/core'
import type { priceSchemes } from '@nightflow/schemas/billing/price-scheme'
import { calculateTariff } from '@nightflow/schemas/billing/price-scheme-calls'
import { minorPerUnit } from '@nightflow/schemas/billing/tariff'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ChargedLitres, ChargeName } from '#billing/charge-cells.tsx'
import { useCustomerTypeChoices } from '#billing/use-customer-type-choices.ts'
import { useMay } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice, TypedRow } from '#ui/form/form-fields.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

type Result = ResponseOf<typeof calculateTariff> & { firstDay: string }

/** The next period begins where the last one ends. */
const nextPeriod = (rows: readonly TypedRow[]): TypedRow => ({ from: rows.at(-1)?.to ?? '' })

/** Volumes and periods in, lines and totals out: the calculation of a bill, by what is published or by the draft. */
export function TariffTrial({ scheme }: { scheme: RowOf<typeof priceSchemes> }) {
  const { t } = useTranslation('billing')
  const customerTypes = useCustomerTypeChoices()
  const maySeeReadings = useMay('metering:readings:read')
  const [result, setResult] = useState<Result | null>(null)
  const label = (name: string) => t(`priceScheme.field.${name}`)
  const columns = ['from', 'to', 'litres'].map((name): FieldChoice => ({ name, label: label(name) }))
  const fields: readonly FieldChoice[] = [
    { name: 'periods', label: label('periods'), columns, nextRow: nextPeriod },
    { name: 'caliberMillimetres', label: label('caliberMillimetres'), isHalf: true },
    { name: 'customerTypeId', label: label('customerTypeId'), choices: customerTypes, isHalf: true },
    ...(maySeeReadings
      ? [{ name: 'accountNo', isAccount: true as const, label: label('accountNo'), description: t('priceScheme.trial.accountHint') }]
      : []),
    { name: 'isDraft', label: label('isDraft') },
  ]
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t('priceScheme.trial.title')}
      </Title>
      <CommandForm
        schema={calculateTariff.request}
        fields={fields}
        initial={{ isDraft: scheme.version === 0, periods: [{}] }}
        fixed={{ scheme: scheme.priceSchemeName }}
        submitLabel={t('priceScheme.trial.run')}
        doneText={null}
        onTyped={() => setResult(null)}
        onSubmit={async (request) => {
          setResult({ ...(await call(calculateTariff, request)), firstDay: request.periods[0]!.from })
        }}
      />
      {result && <CycleNotice result={result} />}
      {result && <Lines result={result} />}
    </Stack>
  )
}

/** A calculation that begins within a cycle lacks what was used before in it. */
function CycleNotice({ result: { stepsFrom, firstDay } }: { result: Result }) {
  const { t } = useTranslation('billing')
  const { day } = useFormat()
  return stepsFrom < firstDay ? (
    <Text size="sm" c="dimmed">
      {t('priceScheme.trial.stepsFrom', { day: day(stepsFrom) })}
    </Text>
  ) : null
}

function Lines({ result: { lines, totals } }: { result: Result }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { period, cubicMetres } = useFormat()
  return (
    <FigureTable
      minWidth={480}
      rows={lines}
      keyOf={({ from, kind, step }) => `${from} ${kind} ${step}`}
      columns={[
        { head: t('priceScheme.trial.period'), cell: ({ from, to }) => period(from, to) },
        { head: t('priceScheme.trial.kind'), cell: (line) => <ChargeName line={line} /> },
        { head: t('bill.lines.volume'), isNumber: true, cell: (line) => <ChargedLitres line={line} /> },
        {
          head: t('priceScheme.trial.price'),
          cell: ({ unitPrice }) => (unitPrice === null ? '–' : money(Math.round(unitPrice * minorPerUnit))),
        },
        { head: t('priceScheme.trial.amount'), isNumber: true, cell: ({ amountMinor }) => money(amountMinor) },
        { head: t('priceScheme.trial.vat'), isNumber: true, cell: ({ vatMinor }) => money(vatMinor) },
      ]}
      foot={[
        [
          { span: 2 },
          { content: cubicMetres(totals.litres, 3) },
          {},
          { content: money(totals.amountMinor) },
          { content: money(totals.vatMinor) },
        ],
        [
          { content: t('priceScheme.trial.total'), span: 4 },
          { content: money(totals.totalMinor), span: 2 },
        ],
      ]}
    />
  )
}

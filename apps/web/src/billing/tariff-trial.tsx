import { Stack, Table, Text, Title } from '@mantine/core'
import type { priceSchemes } from '@nightflow/schemas/billing/price-scheme'
import { calculateTariff } from '@nightflow/schemas/billing/price-scheme-calls'
import { minorPerUnit } from '@nightflow/schemas/billing/tariff'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useCustomerTypeChoices } from '#billing/use-customer-type-choices.ts'
import { useMay } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice, TypedRow } from '#ui/form/form-fields.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

type Result = ResponseOf<typeof calculateTariff>

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
    ...(maySeeReadings ? [{ name: 'accountNo', label: label('accountNo'), description: t('priceScheme.trial.accountHint') }] : []),
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
          setResult(await call(calculateTariff, request))
        }}
      />
      {result && <Lines result={result} />}
    </Stack>
  )
}

function Lines({ result: { lines, totals } }: { result: Result }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { day, number } = useFormat()
  const heads = ['period', 'kind', 'litres', 'price', 'amount', 'vat'] as const
  const headOf = (name: (typeof heads)[number]) => (name === 'litres' ? t('priceScheme.field.litres') : t(`priceScheme.trial.${name}`))
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table className="nf-figures" fz="sm">
        <Table.Thead>
          <Table.Tr>
            {heads.map((name) => (
              <Table.Th key={name}>{headOf(name)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ from, to, kind, step, litres, dividedBy, unitPrice, amountMinor, vatMinor }) => (
            <Table.Tr key={`${from} ${kind} ${step}`}>
              <Table.Td>
                {day(from)} – {day(to)}
              </Table.Td>
              <Table.Td>{kind === 'volume' ? t('priceScheme.trial.step', { step }) : t(`priceScheme.trial.${kind}`)}</Table.Td>
              <Table.Td>
                {litres === 0 ? '–' : number(litres)}
                {dividedBy !== null && (
                  <Text size="xs" c="dimmed">
                    {t(`priceScheme.trial.dividedBy.${dividedBy}`)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{unitPrice === null ? '–' : money(Math.round(unitPrice * minorPerUnit))}</Table.Td>
              <Table.Td>{money(amountMinor)}</Table.Td>
              <Table.Td>{money(vatMinor)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={2} />
            <Table.Th>{number(totals.litres)}</Table.Th>
            <Table.Th />
            <Table.Th>{money(totals.amountMinor)}</Table.Th>
            <Table.Th>{money(totals.vatMinor)}</Table.Th>
          </Table.Tr>
          <Table.Tr>
            <Table.Th colSpan={4}>{t('priceScheme.trial.total')}</Table.Th>
            <Table.Th colSpan={2}>{money(totals.totalMinor)}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  )
}

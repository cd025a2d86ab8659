import { Text, Title } from '@mantine/core'
import { type ChargingItem, ItemSource, type TypedItem } from '@nightflow/schemas/billing/charging-item'
import type { AccountItem } from '@nightflow/schemas/billing/surcharge-calls'
import { useTranslation } from 'react-i18next'
import { useSession } from '#session/session-query.ts'
import { InstantText } from '#ui/instant.tsx'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { minorPerUnit, useMoney } from '#ui/use-money.ts'

/** The deduction of an item, as tables show it: in percent and in hundredths of the currency. */
type Taken = Pick<ChargingItem, 'itemName' | 'method' | 'enabledDate' | 'amountMinor' | 'frequency' | 'takenFrom'> & {
  ratioPercent: number | null
  vatPercent: number
}

const percentOf = (basisPoints: number): number => basisPoints / minorPerUnit

const dictionaries = { feeType: 'fee_type', method: 'deduction_method', frequency: 'deduction_frequency', takenFrom: 'charge_source' }

/** Columns of every table of charging items, and the words of the fee types. */
function useItems() {
  const { t } = useTranslation('billing')
  const words = useDictionaries(dictionaries)
  const money = useMoney()
  const { exact, day } = useFormat()
  const wordOf = (name: keyof typeof dictionaries, value: string): string => words[name]?.get(value)?.label ?? value
  const basisOf = ({ ratioPercent, amountMinor, frequency }: Taken): string => {
    if (ratioPercent !== null) return `${exact(ratioPercent)} %`
    const amount = amountMinor === null ? '–' : money(amountMinor)
    return frequency === null ? amount : `${amount} · ${wordOf('frequency', frequency)}`
  }
  const columns = [
    {
      head: t('field.method'),
      cell: (item: Taken) => (
        <>
          {wordOf('method', item.method)}
          <Text size="xs" c="dimmed" className="nf-figures">
            {basisOf(item)}
          </Text>
        </>
      ),
    },
    { head: t('field.vatRate'), cell: ({ vatPercent }: Taken) => exact(vatPercent) },
    { head: t('field.takenFrom'), cell: ({ takenFrom = ItemSource.enum.payments }: Taken) => wordOf('takenFrom', takenFrom) },
    { head: t('field.enabledDate'), cell: ({ enabledDate }: Taken) => day(enabledDate) },
  ]
  return { columns, wordOf }
}

/** The items of a scheme. */
export function SchemeItems({ items }: { items: readonly TypedItem[] }) {
  const { t } = useTranslation('billing')
  const { columns } = useItems()
  const taken = items.map(({ amount, vatRate, ...item }) => ({
    ...{ ...item, amountMinor: amount === null ? null : Math.round(amount * minorPerUnit), vatPercent: vatRate },
  }))
  return (
    <>
      <Title order={3} size="h5">
        {t('surchargeScheme.field.items')}
      </Title>
      <FigureTable<Taken>
        minWidth={360}
        rows={taken}
        keyOf={({ itemName }) => itemName}
        columns={[{ head: t('field.itemName'), cell: ({ itemName }) => itemName }, ...columns]}
      />
    </>
  )
}

type Settled = Taken & Pick<AccountItem, 'feeType' | 'lastSettlementDate' | 'lastDeductionMinor' | 'lastDeductionAt'>

/** The charging items of an account: what each takes, and what was last settled and taken for it. */
export function AccountItems({ items }: { items: readonly AccountItem[] }) {
  const { t } = useTranslation('billing')
  const { columns, wordOf } = useItems()
  const money = useMoney()
  const { day } = useFormat()
  const { timeZone } = useSession()
  const settled = items.map(({ ratioBasisPoints, vatBasisPoints, ...item }) => ({
    ...{ ...item, ratioPercent: ratioBasisPoints === null ? null : percentOf(ratioBasisPoints), vatPercent: percentOf(vatBasisPoints) },
  }))
  return (
    <FigureTable<Settled>
      minWidth={640}
      rows={settled}
      keyOf={({ feeType, itemName }) => `${feeType} ${itemName}`}
      columns={[
        {
          head: t('field.itemName'),
          cell: ({ itemName, feeType }) => (
            <>
              {itemName}
              <Text size="xs" c="dimmed">
                {wordOf('feeType', feeType)}
              </Text>
            </>
          ),
        },
        ...columns,
        { head: t('personalSurcharge.field.lastSettlementDate'), cell: ({ lastSettlementDate }) => day(lastSettlementDate) },
        {
          head: t('personalSurcharge.field.lastDeductionMinor'),
          cell: ({ lastDeductionMinor, lastDeductionAt }) =>
            lastDeductionMinor === null ? (
              '–'
            ) : (
              <>
                {money(lastDeductionMinor)}
                <Text size="xs" c="dimmed" component="div">
                  <InstantText at={lastDeductionAt} timeZone={timeZone} />
                </Text>
              </>
            ),
        },
      ]}
    />
  )
}

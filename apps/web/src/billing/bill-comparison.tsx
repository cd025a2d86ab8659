import { Button, Stack, Text } from '@mantine/core'
import { type BillFacts, type BillComparison as Compared, compareBill } from '@nightflow/schemas/billing/bill-comparison'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

type Answer = ResponseOf<typeof compareBill>
type Effect = keyof Compared['effects']

/** Explains the amount of a bill by comparison with an earlier one. */
export function BillComparisonTool({ billNo }: { billNo: number }) {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(compareBill)) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconScale size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('compare.button')}
      </Button>
      {isOpen && (
        <FormDialog title={t('compare.title', { billNo })} onClose={() => setOpen(false)} size={820}>
          <BillComparison billNo={billNo} />
        </FormDialog>
      )}
    </>
  )
}

function BillComparison({ billNo }: { billNo: number }) {
  const compared = useQuery({
    queryKey: [compareBill.path, billNo],
    queryFn: ({ signal }) => call(compareBill, { billNo }, signal),
  })
  if (compared.isError) return <ErrorState error={compared.error} onRetry={() => compared.refetch()} compact />
  if (!compared.data) return <ChartSkeleton height={320} />
  return (
    <Stack gap="md">
      <Verdicts answer={compared.data} />
      <Facts answer={compared.data} />
      {(compared.data.before || compared.data.lastYear) && <Effects answer={compared.data} />}
    </Stack>
  )
}

/** The largest effect in the direction of the difference. */
const mainEffect = ({ differenceMinor, effects }: Compared): [Effect, number] | undefined =>
  (Object.entries(effects) as [Effect, number][])
    .filter(([, minor]) => minor !== 0 && Math.sign(minor) === Math.sign(differenceMinor))
    .toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))[0]

const others = ['before', 'lastYear'] as const

/** One sentence for each earlier bill: how much more or less, and mainly from what. */
function Verdicts({ answer }: { answer: Answer }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const sentenceOf = (which: (typeof others)[number]): string => {
    const compared = answer[which]
    if (!compared) return t(`compare.none.${which}`)
    const { differenceMinor } = compared
    if (differenceMinor === 0) return t(`compare.same.${which}`)
    const main = mainEffect(compared)
    return [
      t(`compare.${differenceMinor > 0 ? 'more' : 'less'}.${which}`, { amount: money(Math.abs(differenceMinor)) }),
      main && t('compare.mainly', { effect: t(`compare.effect.${main[0]}`), amount: signed(money, main[1]) }),
    ]
      .filter(Boolean)
      .join(' ')
  }
  return (
    <Stack gap={4}>
      {others.map((which) => (
        <Text key={which} size="sm" className="nf-figures">
          {sentenceOf(which)}
        </Text>
      ))}
    </Stack>
  )
}

const signed = (money: (minor: number) => string, minor: number): string => (minor > 0 ? `+${money(minor)}` : money(minor))

/** A line of the comparison: name and text of a fact, and whether it is shown. */
type Row = readonly [name: string, say: (facts: BillFacts) => string, isShown?: (facts: BillFacts) => boolean]
const always = () => true

/** The facts of the three bills beside one another; charges that none of them has are left out. */
function Facts({ answer: { bill, before, lastYear } }: { answer: Answer }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { number, cubicMetres } = useFormat()
  const rows: Row[] = [
    ['days', ({ days }) => number(days)],
    ['litres', ({ litres }) => `${cubicMetres(litres, 3)} m³`],
    ['perDay', ({ litresPerDay }) => `${cubicMetres(litresPerDay, 3)} m³`],
    ['price', ({ minorPerCubicMetre }) => (minorPerCubicMetre === null ? '–' : money(minorPerCubicMetre))],
    [
      'estimated',
      ({ estimatedDays, estimatedLitres }) =>
        estimatedDays === 0 ? '–' : t('compare.estimatedDays', { count: estimatedDays, volume: cubicMetres(estimatedLitres, 3) }),
    ],
    ['volume', ({ volumeMinor }) => money(volumeMinor)],
    ['standing', ({ standingMinor }) => money(standingMinor), ({ standingMinor }) => standingMinor !== 0],
    ['vat', ({ vatMinor }) => money(vatMinor)],
    ['charges', ({ chargesMinor }) => money(chargesMinor), ({ chargesMinor }) => chargesMinor !== 0],
    ['lateFees', ({ lateFeesMinor }) => money(lateFeesMinor), ({ lateFeesMinor }) => lateFeesMinor !== 0],
    ['corrections', ({ correctionsMinor }) => money(correctionsMinor), ({ correctionsMinor }) => correctionsMinor !== 0],
    ['total', ({ totalMinor }) => money(totalMinor)],
    ['surcharges', ({ surchargesMinor }) => money(surchargesMinor), ({ surchargesMinor }) => surchargesMinor !== 0],
  ]
  const compared = [
    [t('compare.before'), before?.bill],
    [t('compare.lastYear'), lastYear?.bill],
  ] as const
  const known = compared.flatMap(([head, facts]) => (facts ? [{ head, facts }] : []))
  const bills = [bill, ...known.map(({ facts }) => facts)]
  return (
    <FigureTable<Row>
      minWidth={320}
      rows={rows.filter(([, , isShown]) => bills.some(isShown ?? always))}
      keyOf={([name]) => name}
      columns={[
        { head: t('payment.paid.bill'), cell: ([name]) => t(`compare.fact.${name}`) },
        { head: t('compare.this'), isNumber: true, cell: ([, say]) => say(bill) },
        ...known.map(({ head, facts }) => ({ head, isNumber: true as const, cell: ([, say]: Row) => say(facts) })),
      ]}
      caption={<Periods answer={{ bill, before, lastYear }} />}
    />
  )
}

/** Which bills are compared, each a link. */
function Periods({ answer: { bill, before, lastYear } }: { answer: Answer }) {
  const { t } = useTranslation('billing')
  const { period } = useFormat()
  const shown = [
    [t('compare.this'), bill],
    [t('compare.before'), before?.bill],
    [t('compare.lastYear'), lastYear?.bill],
  ] as const
  return shown.map(([label, facts]) => (
    <Text key={label} size="xs" span display="block">
      {label}:{' '}
      {facts ? (
        <ScreenLink screen="billing/bills" search={{ row: facts.billNo }} className="nf-link nf-figures">
          {period(facts.periodFrom, facts.periodTo)}
        </ScreenLink>
      ) : (
        '–'
      )}
    </Text>
  ))
}

/** The parts of the difference; the parts add up to it. */
function Effects({ answer: { before, lastYear } }: { answer: Answer }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const known = [
    ...(before ? [{ head: t('compare.before'), compared: before }] : []),
    ...(lastYear ? [{ head: t('compare.lastYear'), compared: lastYear }] : []),
  ]
  const effects = Object.keys(known[0]!.compared.effects) as Effect[]
  return (
    <FigureTable<Effect>
      minWidth={300}
      rows={effects.filter((effect) => known.some(({ compared }) => compared.effects[effect] !== 0))}
      keyOf={(effect) => effect}
      columns={[
        { head: t('compare.makes'), cell: (effect) => t(`compare.effect.${effect}`) },
        ...known.map(({ head, compared }) => ({
          head,
          isNumber: true as const,
          cell: (effect: Effect) => signed(money, compared.effects[effect]),
        })),
      ]}
      foot={[
        [{ content: t('compare.difference') }, ...known.map(({ compared }) => ({ content: signed(money, compared.differenceMinor) }))],
      ]}
    />
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { SalePayMethod } from '@nightflow/schemas/prepaid/token'
import { quoteToken, sellToken, TokenDeskConfirmation, TokenDeskForm, type TokenQuote } from '@nightflow/schemas/prepaid/token-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '#api/call.ts'
import { QuotedSale, useLastToken } from '#prepaid/quoted-sale.tsx'
import { TokenReceiptMenu } from '#prepaid/token-receipt-menu.tsx'
import { AccountSearch } from '#ui/form/account-search.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { MeterChoice } from '#ui/meter-choice.tsx'
import { ofEachMeter } from '#ui/of-each-meter.ts'
import { newOperationId } from '#ui/operation-id.ts'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { TokenDigits } from '#ui/token-digits.tsx'
import { useFormat } from '#ui/use-format.ts'
import { minorPerUnit, useCurrency, useMoney } from '#ui/use-money.ts'

type Typed = z.output<typeof TokenDeskForm>
type Sold = ResponseOf<typeof sellToken> & { meterNo: string }

/** Finds the account, shows the meter and what an amount buys, takes the money, and hands out the token. */
export function SaleDesk() {
  const [accountNo, setAccountNo] = useState<string>()
  const [sold, setSold] = useState<Sold>()
  const again = () => {
    setSold(undefined)
    setAccountNo(undefined)
  }
  if (sold) return <Done sold={sold} onAgain={again} />
  if (accountNo === undefined) return <AccountSearch onPick={setAccountNo} />
  return <OfAccount key={accountNo} accountNo={accountNo} onOther={() => setAccountNo(undefined)} onSold={setSold} />
}

/** A meter with what it gets. The identifier stays with it, so that another try after a failure sells no second token. */
type Offer = { quote: TokenQuote; requestId: string }
type Quoted = { typed: Typed; offers: readonly Offer[]; chosen: Offer | undefined }
type OfAccountProps = { accountNo: string; onOther: () => void; onSold: (sold: Sold) => void }

function OfAccount({ accountNo, onOther, onSold }: OfAccountProps) {
  const { t } = useTranslation('prepaid')
  const unit = useCurrency()
  const lastToken = useLastToken()
  const { method } = useDictionaries({ method: 'counter_method' })
  const optionLabels = Object.fromEntries([...(method ?? [])].map(([value, { label }]) => [value, label]))
  const [quoted, setQuoted] = useState<Quoted>()
  const fields: readonly FieldChoice[] = [
    { name: 'amount', label: t('desk.field.amount'), unit, isHalf: true },
    { name: 'cubicMetres', label: t('desk.field.cubicMetres'), unit: 'm³', isHalf: true },
    { name: 'payMethod', label: t('desk.field.payMethod'), optionLabels, isHalf: true },
  ]
  const { offers = [], chosen } = quoted ?? {}
  return (
    <Stack gap="sm">
      <Group justify="space-between" className="nf-panel" p="sm">
        <Text fw={600} className="nf-figures">
          {accountNo}
        </Text>
        <Button size="compact-xs" variant="default" onClick={onOther}>
          {t('desk.other')}
        </Button>
      </Group>
      <CommandForm
        schema={TokenDeskForm.omit({ meterNo: true })}
        fields={fields}
        initial={{ payMethod: SalePayMethod.enum.cash }}
        submitLabel={t('desk.preview')}
        doneText={null}
        onTyped={() => setQuoted(undefined)}
        onSubmit={async (typed) => {
          const { amount, cubicMetres } = typed
          const quotes = await ofEachMeter((meterNo) => call(quoteToken, { accountNo, meterNo, amount, cubicMetres }))
          const of = quotes.map((quote) => ({ quote, requestId: newOperationId() }))
          setQuoted({ typed, offers: of, chosen: of.length === 1 ? of[0] : undefined })
        }}
      />
      {quoted && offers.length > 1 && (
        <MeterChoice
          label={t('desk.severalMeters')}
          meters={offers.map(({ quote }) => ({
            ...{ meterNo: quote.meterNo, lastToken: lastToken(quote) },
            label: t('desk.quote.meter', { meterNo: quote.meterNo, panLastFour: quote.panLastFour }),
          }))}
          value={chosen?.quote.meterNo}
          onChange={(meterNo) => setQuoted({ ...quoted, chosen: offers.find(({ quote }) => quote.meterNo === meterNo) })}
        />
      )}
      {quoted && chosen && <Confirmation key={chosen.requestId} offer={chosen} payMethod={quoted.typed.payMethod} onSold={onSold} />}
    </Stack>
  )
}

/** The quote of one meter, and the sale once the buyer has named the last digits of its PAN. */
function Confirmation({ offer, payMethod, onSold }: { offer: Offer; payMethod: Typed['payMethod']; onSold: (sold: Sold) => void }) {
  const { t } = useTranslation('prepaid')
  const money = useMoney()
  const client = useQueryClient()
  const { quote, requestId } = offer
  if (quote.tokenCount === 0) return <QuotedSale quote={quote} />
  return (
    <CommandForm
      schema={TokenDeskConfirmation}
      fields={[{ name: 'panLastFour', label: t('desk.field.panLastFour'), placeholder: '0000', isHalf: true }]}
      submitLabel={t('desk.confirm', { amount: money(quote.amountMinor) })}
      doneText={null}
      onSubmit={async ({ panLastFour }) => {
        const { accountNo, meterNo, amountMinor } = quote
        const sale = { requestId, accountNo, meterNo, panLastFour, amount: amountMinor / minorPerUnit, payMethod }
        const sold = await call(sellToken, sale)
        await client.invalidateQueries({ queryKey: [resourceCalls.tokens.list.path] })
        onSold({ ...sold, meterNo })
      }}
    >
      <QuotedSale quote={quote} />
    </CommandForm>
  )
}

/** The token in large type, and its receipt. */
function Done({ sold, onAgain }: { sold: Sold; onAgain: () => void }) {
  const { t } = useTranslation('prepaid')
  const money = useMoney()
  const { cubicMetres } = useFormat()
  const { tokens, tokenNo, meterNo, amountMinor, litres } = sold
  return (
    <Stack gap="md">
      <Text role="status" className="nf-figures">
        {t('desk.sold', { amount: money(amountMinor), volume: cubicMetres(litres) })}
      </Text>
      <TokenDigits tokens={tokens} />
      <Group>
        <TokenReceiptMenu tokenNo={tokenNo} meterNo={meterNo} />
        <Button size="xs" variant="default" onClick={onAgain}>
          {t('desk.again')}
        </Button>
      </Group>
    </Stack>
  )
}

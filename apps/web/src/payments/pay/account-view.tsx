import { Button, NumberInput, Radio, Stack, Text } from '@mantine/core'
import { type PayAccount, PayAmount, placeOnPayPage, previewOnPayPage } from '@nightflow/schemas/payments/pay-page'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuietly } from '#api/call-quietly.ts'
import { OwedPart } from '#payments/pay/owed-part.tsx'
import { PayFrame } from '#payments/pay/pay-frame.tsx'
import { PreviewPart } from '#payments/pay/preview-part.tsx'
import { usePayFormat } from '#payments/pay/use-pay-format.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { minorPerUnit } from '#ui/use-money.ts'

type Props = { account: PayAccount; onPlaced: (orderId: string) => void; onLeave: () => void }

/** No meter: the money pays what is owed, and the rest is the balance. */
const noMeter = ''

/** The debt of an account, and a payment with all that it pays and buys before it is made. */
export function AccountView({ account, onPlaced, onLeave }: Props) {
  const { t } = useTranslation('pay')
  const { money } = usePayFormat(account.currency)
  const { meters, platforms, pass } = account
  const owedMinor = Math.max(0, account.openMinor - account.balanceMinor)
  const [amount, setAmount] = useState<number | string>(owedMinor > 0 ? owedMinor / minorPerUnit : '')
  const [meterNo, setMeter] = useState(meters.length === 1 && owedMinor === 0 ? meters[0]!.meterNo : noMeter)
  const [associationId, setAssociation] = useState(platforms[0]?.associationId)
  // One identifier for one decision: a second press, or a press after a cut line, is the same order.
  const [order, setOrder] = useState({ id: crypto.randomUUID(), of: '' })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isAmount = PayAmount.safeParse({ amount }).success
  const choice = { pass, associationId: associationId ?? 0, amount: Number(amount), ...(meterNo !== noMeter && { meterNo }) }
  const preview = useQuery({
    queryKey: ['pay-preview', choice],
    queryFn: () => callQuietly(previewOnPayPage, choice),
    enabled: isAmount && associationId !== undefined,
    meta: { isQuiet: true },
    retry: 2,
  })
  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !isAmount) return
    const of = JSON.stringify(choice)
    const id = order.of === '' || order.of === of ? order.id : crypto.randomUUID()
    setOrder({ id, of })
    setBusy(true)
    setFailure(null)
    try {
      await callQuietly(placeOnPayPage, { ...choice, orderId: id })
      onPlaced(id)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <PayFrame
      title={account.utility}
      subtitle={[t('account', { accountNo: account.accountNo }), account.address].filter(Boolean).join(' · ')}
    >
      <OwedPart account={account} />
      {platforms.length === 0 ? (
        <Text role="status">{t('noPlatform')}</Text>
      ) : (
        <form onSubmit={pay} noValidate className="nf-pay-part">
          <Stack gap="md">
            {meters.length > 0 && (
              <Radio.Group label={t('for')} value={meterNo} onChange={setMeter}>
                <Stack gap="xs" mt="xs">
                  {meters.map(({ meterNo: value, panLastFour }) => (
                    <Radio key={value} value={value} label={t('token.for', { meterNo: value, panLastFour })} />
                  ))}
                  <Radio value={noMeter} label={t('token.none')} />
                </Stack>
              </Radio.Group>
            )}
            <NumberInput
              label={t('amount')}
              description={t('amountHint', { currency: account.currency })}
              value={amount}
              onChange={setAmount}
              decimalScale={2}
              min={0}
              hideControls
              inputMode="decimal"
              error={amount !== '' && !isAmount ? t('amountWrong') : undefined}
            />
            {platforms.length > 1 && (
              <Radio.Group label={t('with')} value={String(associationId)} onChange={(chosen) => setAssociation(Number(chosen))}>
                <Stack gap="xs" mt="xs">
                  {platforms.map(({ associationId: value, name }) => (
                    <Radio key={value} value={String(value)} label={name} />
                  ))}
                </Stack>
              </Radio.Group>
            )}
            {preview.data && <PreviewPart preview={preview.data} account={account} meterNo={meterNo} />}
            <ProblemAlert failure={failure ?? preview.error} />
            <Button type="submit" size="md" loading={isBusy} disabled={!preview.data || preview.isError}>
              {preview.data ? t('pay', { amount: money(preview.data.amountMinor) }) : t('payNothing')}
            </Button>
          </Stack>
        </form>
      )}
      <Button variant="subtle" mt="sm" onClick={onLeave}>
        {t('leave')}
      </Button>
    </PayFrame>
  )
}
